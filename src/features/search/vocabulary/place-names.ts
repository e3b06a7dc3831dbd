import { findLocalAuthority } from '../../geography/boundaries/queries.server.ts';
import { getKilometresBetween, isInside } from '../../geography/measure.ts';
import type { Position } from '../../geography/schema.ts';
import { editDistance } from '../../../platform/text/edit-distance.ts';
import { toKey } from '../text/analysis.ts';
import { findOtherSpelling } from '../text/word-forms.ts';
import { getMaxEdits } from '../text/relevance.ts';
import type { Area, Place, PlaceKind } from './schema.ts';
import { SortedKeys } from './sorted-keys.ts';

/** A place by one of its names, as it is written. */
export interface NamedPlace {
  readonly name: string;
  readonly place: Place;
}

interface RankedPlace extends NamedPlace {
  readonly key: string;
  /** How likely it is meant, if nothing but the start of the name is known. */
  rank: number;
}

/** Names offered for one that is not known. */
const MAX_SIMILAR = 3;

/** Returns the local authority of a position. */
type FindCouncil = (position: Position) => string | null;

/** The places by their names, in folded words. Of several that share a name, the first is meant. */
export class PlaceNames {
  readonly #byKey = new Map<string, RankedPlace[]>();
  /** Names that tell a place from others with the same one, such as "Tarbert, Argyll and Bute". */
  readonly #distinctNames: ReadonlyMap<Place, string>;
  readonly #keys: SortedKeys;
  readonly #findCouncil: FindCouncil;
  #count = 0;
  /** The names of several words, by themselves without spaces. */
  #joined: ReadonlyMap<string, string> | undefined;

  constructor(places: readonly Place[], findCouncil: FindCouncil = findLocalAuthority) {
    this.#findCouncil = findCouncil;
    this.#distinctNames = distinguish(places, findCouncil);
    for (const place of places) for (const name of place.names) this.#add(name, place);
    for (const [place, name] of this.#distinctNames) this.#add(name, place);
    this.#keys = new SortedKeys(this.#byKey.keys());
    this.#raiseRanks();
  }

  keys(): Iterable<string> {
    return this.#byKey.keys();
  }

  get(key: string): Place | undefined {
    return this.#byKey.get(key)?.[0]?.place;
  }

  /** The place whose name of several words, without the spaces, is a word. */
  getJoined(word: string): Place | undefined {
    this.#joined ??= new Map(
      [...this.#byKey.keys()].filter((key) => key.includes(' ')).map((key) => [key.replaceAll(' ', ''), key]),
    );
    return this.get(this.#joined.get(word) ?? '');
  }

  /** Whether a name means its place without a word such as "near" before it. */
  isEnough(key: string): boolean {
    const place = this.get(key);
    return (
      place !== undefined && (place.common || (toKey(this.getName(place)) === key && this.#distinctNames.has(place)))
    );
  }

  /** Finds the place with a name that is inside another place: "Tarbert, Harris". */
  findInside(key: string, { kind, area, reach }: Place): Place | undefined {
    if (kind === 'postcode' || kind === 'village') return undefined;
    // A town is inside another one if it is smaller: "Leith, Edinburgh".
    const isSmaller = (place: Place) => kind !== 'town' || place.reach < reach;
    return this.#byKey.get(key)?.find(({ place }) => isSmaller(place) && this.#isInside(place, area))?.place;
  }

  #isInside(place: Place, { councils, circles, outlines }: Area): boolean {
    return (
      outlines.some((outline) => isInside(place, outline)) ||
      circles.some(([latitude, longitude, km]) => getKilometresBetween(place, { latitude, longitude }) <= km) ||
      (councils.length > 0 && councils.includes(this.#findCouncil(place) ?? ''))
    );
  }

  /** Other places with a name, far from the one that it means. */
  listOthers(key: string): Place[] {
    const [meant, ...others] = this.#byKey.get(key) ?? [];
    return others
      .map(({ place }) => place)
      .filter((place) => this.getName(place) !== this.getName(meant!.place) && !isSamePlace(place, meant!.place));
  }

  /** The name for visitors, with a qualifier that distinguishes it from places of the same name. */
  getName(place: Place): string {
    return this.#distinctNames.get(place) ?? place.name;
  }

  /** Names that start with some folded words, one for each place: the most likely first. */
  listByPrefix(prefix: string): NamedPlace[] {
    const found = new Map<Place, RankedPlace>();
    for (const key of this.#keys.listByPrefix(prefix)) {
      for (const named of this.#byKey.get(key)!) {
        const known = found.get(named.place);
        if (!known || getPosition(named) < getPosition(known)) found.set(named.place, named);
      }
    }
    return [...found.values()]
      .sort((a, b) => b.rank - a.rank || a.key.length - b.key.length)
      .map(({ place, name }) => ({ place, name: (name === place.names[0] && this.#distinctNames.get(place)) || name }));
  }

  /** Places with a name within a few typing mistakes of some folded words: the most similar, then the most likely. */
  listSimilar(words: string): RankedPlace[] {
    const limit = getMaxEdits(words);
    const found: { named: RankedPlace; edits: number }[] = [];
    for (const [key, [named]] of this.#byKey) {
      const edits = limit === 0 ? Infinity : editDistance(words, key, 0, key.length, limit);
      if (edits <= limit) found.push({ named: named!, edits });
    }
    found.sort((a, b) => a.edits - b.edits || b.named.rank - a.named.rank);
    return found.slice(0, MAX_SIMILAR).map(({ named }) => named);
  }

  /** The place that is meant by a misspelt name: each of its words is similar too, so that Peak District is not Park District. */
  findMisspelt(words: readonly string[]): NamedPlace | undefined {
    return this.listSimilar(words.join(' ')).find(({ key }) => {
      const meant = key.split(' ');
      return meant.length !== words.length || words.every((word, n) => isSimilar(word, meant[n]!));
    });
  }

  /** A more famous landmark than another one, with almost its name. */
  findMoreFamous({ names }: Place): NamedPlace | undefined {
    const own = toKey(names[0]!);
    for (const [key, [named]] of this.#byKey) {
      if (named!.place.names[0] === names[0]) return undefined;
      const isLandmark = named!.place.kind === 'landmark';
      if (isLandmark && editDistance(own, key, 0, key.length, 1) === 1) return named;
    }
    return undefined;
  }

  #add(name: string, place: Place): void {
    const key = toKey(name);
    this.#addKey(key, name, place);
    // The Mount is not Mt.
    const other = key.includes(' ') ? findOtherSpelling(key) : undefined;
    if (other !== undefined) this.#addKey(other, name, place);
    // "Argyll & Bute".
    if (key.includes(' and ')) this.#addKey(key.replaceAll(' and ', ' '), name, place);
  }

  #addKey(key: string, name: string, place: Place): void {
    const named = { name, place, key, rank: getRank(place, this.#count++) };
    const known = this.#byKey.get(key);
    if (known) known.push(named);
    else this.#byKey.set(key, [named]);
  }

  /** "Stirling" is not less likely than "Stirlingshire". */
  #raiseRanks(): void {
    for (const named of [...this.#byKey.values()].flat()) {
      if (!named.place.common) continue;
      for (const key of this.#keys.listByPrefix(named.key))
        for (const longer of this.#byKey.get(key)!) named.rank = Math.max(named.rank, longer.rank);
    }
  }
}

/** The position of a name among those of its place: the usual one is the first. */
function getPosition({ name, place }: NamedPlace): number {
  const position = place.names.indexOf(name);
  return position < 0 ? place.names.length : position;
}

/** Kilometres that towns of 20,000 people and more reach, see `search-places.ts`. */
const LARGE_TOWN_REACH = 10;
const KIND_RANKS: Readonly<Record<PlaceKind, number>> = {
  village: 0,
  postcode: 1,
  landmark: 1,
  town: 2,
  council: 3,
  area: 3,
  island: 3,
};
const LARGE_TOWN_RANK = 4;
/** Greater than any reach. */
const NEXT_RANK = 1_000;

/** @param order of the places: the first landmarks are the most famous */
function getRank({ kind, common, reach }: Place, order: number): number {
  if (kind === 'landmark') return (common ? (1 + KIND_RANKS.landmark) * NEXT_RANK : 0) + NEXT_RANK / (2 + order);
  const rank = kind === 'town' && reach >= LARGE_TOWN_REACH ? LARGE_TOWN_RANK : KIND_RANKS[kind];
  // Neighbouring postcodes are alike.
  return common ? (1 + rank) * NEXT_RANK + (kind === 'postcode' ? 0 : reach) : reach;
}

/** Whether two places of one name are about the same: a village in the glen of its name. */
export function isSamePlace(a: Place, b: Place): boolean {
  return getKilometresBetween(a, b) <= Math.max(a.reach, b.reach);
}

/** Adds the local authority to names of several places; and if they share that too, the nearest town. */
function distinguish(places: readonly Place[], findCouncil: FindCouncil): ReadonlyMap<Place, string> {
  const names = new Map<Place, string>();
  const towns = places.filter(({ kind }) => kind === 'town');
  for (const sharing of Map.groupBy(places, ({ name }) => name).values()) {
    const distinct = sharing.filter((place, i) => !sharing.slice(0, i).some((other) => isSamePlace(other, place)));
    if (distinct.length < 2) continue;
    for (const [council, inCouncil] of Map.groupBy(distinct, findCouncil)) {
      for (const place of inCouncil) {
        const isOnly = council !== null && inCouncil.length === 1;
        const town = isOnly ? undefined : findNearest(place, towns);
        if (isOnly) names.set(place, `${place.name}, ${council}`);
        else if (town) names.set(place, `${place.name} by ${town.name}`);
      }
    }
  }
  return names;
}

function findNearest(place: Place, towns: readonly Place[]): Place | undefined {
  let [nearest, least]: [Place | undefined, number] = [undefined, Infinity];
  for (const town of towns) {
    const distance = town.name === place.name ? Infinity : getKilometresBetween(place, town);
    if (distance < least) [nearest, least] = [town, distance];
  }
  return nearest;
}

function isSimilar(word: string, meant: string): boolean {
  const limit = getMaxEdits(word);
  return word === meant || (limit > 0 && editDistance(word, meant, 0, meant.length, limit) <= limit);
}
