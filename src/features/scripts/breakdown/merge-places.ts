import { toKey } from '../../search/text/analysis.ts';
import type { Script } from '../reading/script.ts';
import { type Place, isRoom, isSimilarWord, toPlace, toPlaceKey, withoutDescription } from './place-names.ts';
import {
  type MergeReason,
  type MergeSuggestion,
  type PlaceUse,
  type StoryLocation,
  createStoryLocation,
  getScenePlace,
  listUses,
} from './story-locations.ts';
import type { LanguageWords } from './words.ts';

/** All headings of one name. */
interface NamedPlace {
  readonly key: string;
  /** As first written. */
  readonly name: string;
  readonly uses: PlaceUse[];
  readonly places: Place[];
  eighths: number;
}

/** Two named places that a rule finds. */
interface Match {
  readonly keys: readonly [string, string];
  readonly reason: MergeReason;
}

interface Matches {
  /** Places that are one. */
  readonly certain: Match[];
  /** Places that may be one. */
  readonly possible: Match[];
}

/** More places with one ending are kinds of places, such as roads. */
const MAX_SAME_ENDING = 2;

/** Groups the headings of a script into story locations, and finds those that may be one. */
export function mergePlaces(
  script: Script,
  language: LanguageWords,
): { locations: StoryLocation[]; suggestions: MergeSuggestion[] } {
  const named = groupByName(script, language);
  const found = [findSpellings, findRooms, findDescribed, findEndings, findSimilar, findRoomsFirst].map((find) =>
    find(named, language),
  );
  const certain = found.flatMap((matches) => matches.certain);
  const groups = joinGroups(named, certain);
  const locations = groups.map((group) => toStoryLocation(group, certain));
  const groupOf = new Map(groups.flatMap((group, index) => group.map(({ key }) => [key, index] as const)));
  const suggestions = new Map<string, MergeSuggestion>();
  for (const { keys, reason } of found.flatMap((matches) => matches.possible)) {
    const id = keys.toSorted().join('|');
    if (groupOf.get(keys[0]) === groupOf.get(keys[1]) || suggestions.has(id)) continue;
    suggestions.set(id, { id, reason, uses: [named.get(keys[0])!.uses[0]!, named.get(keys[1])!.uses[0]!] });
  }
  return { locations, suggestions: [...suggestions.values()] };
}

function groupByName(script: Script, language: LanguageWords): Map<string, NamedPlace> {
  const uses = listUses(script);
  const names = new Set(uses.map((use) => toPlaceKey(getScenePlace(script, use).name, language)));
  const named = new Map<string, NamedPlace>();
  for (const use of uses) {
    const place = toPlace(getScenePlace(script, use), language, names);
    const group = named.get(place.key) ?? { key: place.key, name: place.name, uses: [], places: [], eighths: 0 };
    named.set(place.key, group);
    group.uses.push(use);
    group.places.push(place);
    group.eighths += script.scenes[use.scene]!.eighths;
  }
  return named;
}

type FindMatches = (named: ReadonlyMap<string, NamedPlace>, language: LanguageWords) => Matches;

/** "LIGHT HOUSE" and "LIGHTHOUSE". A space between two numbers counts: "FLAT 1/2" is not "FLAT 12". */
const findSpellings: FindMatches = (named) => {
  const byLetters = Map.groupBy(named.values(), ({ key }) => key.replace(/(?<!\d) | (?!\d)/g, ''));
  const certain = [...byLetters.values()].flatMap(([first, ...others]) =>
    others.map((other) => toMatch('SPELLING', other, first!)),
  );
  return { certain, possible: [] };
};

/** "KITCHEN", where other headings say "MORAG'S HOUSE, KITCHEN": certain only if the script has just been there each time. */
const findRooms: FindMatches = (named, language) => {
  const containers = new Map<string, Set<NamedPlace>>();
  for (const container of named.values())
    for (const subPlace of container.places.flatMap(({ subPlaces }) => subPlaces)) {
      const key = toPlaceKey(subPlace, language);
      if (key !== container.key) containers.set(key, (containers.get(key) ?? new Set()).add(container));
    }
  const matches: Matches = { certain: [], possible: [] };
  const keysBefore = listKeysBefore(named);
  for (const [key, around] of containers) {
    const room = named.get(key);
    if (!room) continue;
    for (const container of around) {
      const isCertain =
        around.size === 1 &&
        isRoom(key, language) &&
        room.uses.every(({ scene }) => {
          const before = keysBefore.get(scene);
          return before?.has(container.key) || before?.has(key);
        });
      (isCertain ? matches.certain : matches.possible).push(toMatch('INSIDE', room, container));
    }
  }
  return matches;
};

/** Returns for each scene the keys of the places of the scene before. */
function listKeysBefore(named: ReadonlyMap<string, NamedPlace>): Map<number, ReadonlySet<string>> {
  const keys = new Map<number, Set<string>>();
  for (const { key, uses } of named.values())
    for (const { scene } of uses) keys.set(scene, (keys.get(scene) ?? new Set()).add(key));
  const scenes = [...keys.keys()].toSorted((one, other) => one - other);
  return new Map(scenes.slice(1).map((scene, index) => [scene, keys.get(scenes[index]!)!]));
}

/** "OLD MILL" and "MILL", unless there is a "PAPER MILL" or a "NEW MILL" that "MILL" could mean as well. */
const findDescribed: FindMatches = (named, language) => {
  const matches: Matches = { certain: [], possible: [] };
  const byNoun = Map.groupBy(named.values(), ({ key }) => withoutDescription(key, language));
  const byEnding = groupByEnding(named);
  for (const [noun, group] of byNoun) {
    const [first, ...others] = group.toSorted((one, other) => one.key.length - other.key.length);
    const isOnly = byEnding.get(noun)?.every((place) => group.includes(place)) ?? true;
    const isCertain = group.length === 2 && first!.key === noun && isOnly;
    for (const other of others)
      (isCertain ? matches.certain : matches.possible).push(toMatch('DESCRIBED', other, first!));
  }
  return matches;
};

/** "MORAG'S HOUSE" and "HOUSE". */
const findEndings: FindMatches = (named, language) => {
  const possible = [...groupByEnding(named)].flatMap(([ending, longer]) => {
    const shorter = named.get(ending);
    const isKind = !shorter || isRoom(ending, language) || longer.length > MAX_SAME_ENDING;
    return isKind ? [] : longer.map((one) => toMatch('ENDING', one, shorter));
  });
  return { certain: [], possible };
};

/** Groups places by the last words of their names: "old paper mill" by "paper mill" and "mill". */
function groupByEnding(named: ReadonlyMap<string, NamedPlace>): Map<string, NamedPlace[]> {
  const byEnding = new Map<string, NamedPlace[]>();
  for (const place of named.values()) {
    const words = place.key.split(' ');
    for (let from = 1; from < words.length; from++) {
      const ending = words.slice(from).join(' ');
      byEnding.set(ending, [...(byEnding.get(ending) ?? []), place]);
    }
  }
  return byEnding;
}

/** "HARBOR" and "HARBOUR". Only names that are equal but for one word are compared. */
const findSimilar: FindMatches = (named) => {
  const byOtherWords = new Map<string, { place: NamedPlace; word: string }[]>();
  for (const place of named.values()) {
    const words = place.key.split(' ');
    for (const [index, word] of words.entries()) {
      const others = words.with(index, '*').join(' ');
      byOtherWords.set(others, [...(byOtherWords.get(others) ?? []), { place, word }]);
    }
  }
  const possible = [...byOtherWords.values()].flatMap((alike) =>
    alike.flatMap(({ place, word }, index) =>
      alike
        .slice(index + 1)
        .filter((other) => isSimilarWord(word, other.word))
        .map((other) => toMatch('SIMILAR', place, other.place)),
    ),
  );
  return { certain: [], possible };
};

/** "KITCHEN, HOTEL" with "KITCHEN", and with "LOBBY, HOTEL". */
const findRoomsFirst: FindMatches = (named, language) => {
  const byEnd = new Map<string, NamedPlace>();
  const possible: Match[] = [];
  for (const place of named.values()) {
    const parts = place.name.split(', ');
    if (parts.length === 1) continue;
    const [first, last] = [toPlaceKey(parts[0]!, language), toPlaceKey(parts.at(-1)!, language)];
    for (const other of [named.get(first), byEnd.get(last)])
      if (other) possible.push(toMatch('COMMON_WORDS', place, other));
    if (!byEnd.has(last)) byEnd.set(last, place);
  }
  return { certain: [], possible };
};

function toMatch(rule: MergeReason['rule'], one: NamedPlace, other: NamedPlace): Match {
  return { keys: [one.key, other.key], reason: { rule, names: [one.name, other.name] } };
}

/** Joins places that are connected by matches. */
function joinGroups(named: ReadonlyMap<string, NamedPlace>, matches: readonly Match[]): NamedPlace[][] {
  const groupOf = new Map([...named.values()].map((place) => [place.key, [place]]));
  for (const { keys } of matches) {
    const [group, other] = [groupOf.get(keys[0])!, groupOf.get(keys[1])!];
    if (group === other) continue;
    group.push(...other);
    for (const { key } of other) groupOf.set(key, group);
  }
  return [...new Set(groupOf.values())];
}

function toStoryLocation(group: readonly NamedPlace[], certain: readonly Match[]): StoryLocation {
  const keys = new Set(group.map(({ key }) => key));
  const matches = certain.filter((match) => keys.has(match.keys[0]));
  const rooms = new Set(matches.filter(({ reason }) => reason.rule === 'INSIDE').map((match) => match.keys[0]));
  // The name that most pages have, of equal ones the first in the script, but not that of a room.
  const byPages = group.toSorted(
    (one, other) => other.eighths - one.eighths || one.uses[0]!.scene - other.uses[0]!.scene,
  );
  const { name } = byPages.find(({ key }) => !rooms.has(key)) ?? byPages[0]!;
  return createStoryLocation({
    name,
    uses: group.flatMap(({ uses }) => uses),
    reasons: [...group.flatMap(listOwnReasons), ...matches.map(({ reason }) => reason)],
  });
}

/** Why headings of one name are one: the sub-places that they name, and other ways to write the name. */
function listOwnReasons({ name, places }: NamedPlace): MergeReason[] {
  const subPlaces = new Map(places.flatMap((place) => place.subPlaces).map((text) => [toKey(text), text]));
  const spellings = new Map(places.map((place) => [toKey(place.name), place.name]));
  const reasons: MergeReason[] = [];
  if (spellings.size > 1) reasons.push({ rule: 'SPELLING', names: [...spellings.values()] });
  if (subPlaces.size > 0) reasons.push({ rule: 'SUB_PLACE', names: [...subPlaces.values(), name] });
  return reasons;
}
