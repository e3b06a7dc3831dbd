import { toKey } from '../../search/text/analysis.ts';
import type { Script } from '../reading/script.ts';
import type { Breakdown } from './breakdown.ts';
import type { SceneMatches } from './match-scenes.ts';
import { toPlaceKey } from './place-names.ts';
import {
  type PlaceUse,
  type StoryLocation,
  createStoryLocation,
  getScenePlace,
  listSectionsOf,
  listUses,
  toUseId,
} from './story-locations.ts';
import type { LanguageWords } from './words.ts';

/** A breakdown and the script that it is of. */
export interface BrokenDown {
  readonly script: Script;
  readonly breakdown: Breakdown;
}

/**
 * Applies the arrangement of a breakdown to another reading of the same text, in which the user has taken further lines as headings. Scenes
 * are the same if they begin at the same line.
 * @param fresh the breakdown of the other reading, as if it were the first
 */
export function carryOver(former: BrokenDown, fresh: BrokenDown): Breakdown {
  const toLineId = ({ scenes }: Script, { scene, place }: PlaceUse) => `${scenes[scene]!.line}.${place}`;
  const uses = new Map(listUses(former.script).map((use) => [toLineId(former.script, use), use]));
  return applyArrangement(former.breakdown, fresh.breakdown, (use) => uses.get(toLineId(fresh.script, use)));
}

/** Applies the arrangement of a breakdown to a new draft of the script. */
export function carryOverToDraft(
  former: BrokenDown,
  fresh: BrokenDown,
  matches: SceneMatches,
  language: LanguageWords,
): Breakdown {
  return applyArrangement(
    former.breakdown,
    fresh.breakdown,
    createUseFinder(former.script, fresh.script, matches, language),
  );
}

/** Returns the use of a former draft that a use of a draft is, or is at the same place as. */
type FindFormerUse = (use: PlaceUse) => PlaceUse | undefined;

/** A place of a scene is what it was in the former draft: that of the scene, if it is still the same place, or else of the first scene at it. */
export function createUseFinder(
  former: Script,
  script: Script,
  { former: scenes }: SceneMatches,
  language: LanguageWords,
): FindFormerUse {
  const toKeyOf = (of: Script, use: PlaceUse) => toPlaceKey(getScenePlace(of, use).name, language);
  const byPlace = Map.groupBy(listUses(former), (use) => toKeyOf(former, use));
  return (use) => {
    const its = byPlace.get(toKeyOf(script, use));
    const same = its?.filter(({ scene }) => scene === scenes.get(use.scene)) ?? [];
    return same.find(({ place }) => place === use.place) ?? same[0] ?? its?.[0];
  };
}

/**
 * Puts each place of the scenes of a fresh breakdown into the story location of the former one that it was in. Others go where the fresh
 * breakdown has a place that was known, or else to one of their own. Sections of the board stay with their places; what is left without
 * scenes is gone, and comes back with a place of its name. The history ends, since it is about scenes that have changed.
 */
function applyArrangement(former: Breakdown, fresh: Breakdown, toFormer: FindFormerUse): Breakdown {
  const assigned = new Map<string, StoryLocation>();
  for (const location of former.locations) for (const use of location.uses) assigned.set(toUseId(use), location);
  const find = (use: PlaceUse) => {
    const its = toFormer(use);
    return its && assigned.get(toUseId(its));
  };
  const uses = new Map<StoryLocation, PlaceUse[]>();
  const add = (location: StoryLocation, use: PlaceUse) => uses.set(location, [...(uses.get(location) ?? []), use]);
  for (const location of fresh.locations) {
    const found = location.uses.map(find);
    const first = found.find((one) => one !== undefined);
    for (const [index, use] of location.uses.entries()) add(found[index] ?? first ?? location, use);
  }
  const known = new Set(former.locations);
  const arranged = [...uses].map(([from, its]) => ({ from, location: createStoryLocation({ ...from, uses: its }) }));
  const locations = arranged.map(({ location }) => location);
  const placed = arranged.flatMap(({ from, location }) =>
    known.has(from) ? listSectionsOf(from, former.sections).map((id) => ({ id, use: location.uses[0]! })) : [],
  );
  const left = former.locations
    .filter((location) => !uses.has(location))
    .map((location) => ({ name: location.name, sections: listSectionsOf(location, former.sections) }));
  const gone = [...former.gone, ...left].filter(({ sections }) => sections.length > 0);
  const findNamed = ({ name }: { readonly name: string }) => locations.find((one) => toKey(one.name) === toKey(name));
  const returned = gone.flatMap((one) => {
    const use = findNamed(one)?.uses[0];
    return use ? one.sections.map((id) => ({ id, use })) : [];
  });
  return {
    locations,
    suggestions: fresh.suggestions,
    decided: former.decided,
    sections: [...placed, ...returned],
    gone: gone.filter((one) => !findNamed(one)),
    history: [],
  };
}
