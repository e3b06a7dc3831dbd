import type { ScenePlace, Script } from '../reading/script.ts';

/** A place of a scene: the indexes of both. Story locations are made of these, each of exactly one. */
export interface PlaceUse {
  readonly scene: number;
  readonly place: number;
}

/** Why places are one story location, or may be. */
export const MERGE_RULES = [
  /** The headings themselves name a room inside a place. */
  'SUB_PLACE',
  /** A place is a room of another one elsewhere. */
  'INSIDE',
  /** One name is the other with a word that describes it. */
  'DESCRIBED',
  /** The names are spelt differently. */
  'SPELLING',
  /** One name ends with the other. */
  'ENDING',
  /** The names differ in one letter. */
  'SIMILAR',
  /** A room and what follows it, of which one is also in the other name: "KITCHEN, HOTEL" and "KITCHEN". */
  'COMMON_WORDS',
  /** The user has merged them. */
  'BY_HAND',
] as const;
type MergeRule = (typeof MERGE_RULES)[number];

export interface MergeReason {
  readonly rule: MergeRule;
  /** As written. The last one contains the others, or is the shorter one, where there is such. */
  readonly names: readonly string[];
}

/** A place of the story: headings that may be filmed at one location. */
export interface StoryLocation {
  /** That of its first use, so that it is unique in a breakdown. */
  readonly id: string;
  /** As written in the script, or as the user has named it. Empty if the headings name no place. */
  readonly name: string;
  /** In the order of the script; never empty. */
  readonly uses: readonly PlaceUse[];
  readonly reasons: readonly MergeReason[];
}

/** Two places that may be one. The user decides. */
export interface MergeSuggestion {
  readonly id: string;
  readonly reason: MergeReason;
  /** A use of each. */
  readonly uses: readonly [PlaceUse, PlaceUse];
}

/** Creates a story location of uses in any order. */
export function createStoryLocation({ uses, ...rest }: Omit<StoryLocation, 'id'>): StoryLocation {
  const sorted = uses.toSorted((one, other) => one.scene - other.scene || one.place - other.place);
  return { ...rest, id: toUseId(sorted[0]!), uses: sorted };
}

/** Returns an id of the use of a place, such as "12.0". */
export function toUseId({ scene, place }: PlaceUse): string {
  return `${scene}.${place}`;
}

/** Lists the places of all scenes that are not omitted. */
export function listUses({ scenes }: Pick<Script, 'scenes'>): PlaceUse[] {
  return scenes.flatMap(({ places, isOmitted }, scene) =>
    isOmitted ? [] : places.map((_, place) => ({ scene, place })),
  );
}

/** Returns the place of a scene as the heading names it. */
export function getScenePlace({ scenes }: Pick<Script, 'scenes'>, { scene, place }: PlaceUse): ScenePlace {
  return scenes[scene]!.places[place]!;
}

/** Lists the scenes of a story location, each once. */
export function listScenes({ uses }: Pick<StoryLocation, 'uses'>): number[] {
  return [...new Set(uses.map(({ scene }) => scene))];
}

/** A section of a board that has locations for a story location: the one that the use belongs to. */
export interface PlaceSection {
  readonly id: string;
  readonly use: PlaceUse;
}

/** Lists the sections of a board that are for a story location, in the order in which they were made. */
export function listSectionsOf({ uses }: Pick<StoryLocation, 'uses'>, sections: readonly PlaceSection[]): string[] {
  const ids = new Set(uses.map(toUseId));
  return sections.flatMap(({ id, use }) => (ids.has(toUseId(use)) ? [id] : []));
}

/** Returns the story location that a use belongs to. */
export function findByUse(locations: readonly StoryLocation[], useId: string): StoryLocation | undefined {
  return locations.find(({ uses }) => uses.some((use) => toUseId(use) === useId));
}
