import { toKey } from '../../search/text/analysis.ts';
import type { IntExt, Scene, Script } from '../reading/script.ts';
import { type Constraint, joinConstraints } from './constraints.ts';
import { type MergeReason, type PlaceUse, type StoryLocation, getScenePlace, listScenes } from './story-locations.ts';

/** What the scenes of a story location come to. Lengths are in eighths of a page. */
export interface Summary {
  readonly location: StoryLocation;
  /** Indexes of the scenes. */
  readonly scenes: readonly number[];
  readonly eighths: number;
  readonly byTime: Readonly<Record<'DAY' | 'NIGHT' | 'NOT_GIVEN', number>>;
  readonly bySetting: Readonly<Record<IntExt | 'NOT_GIVEN', number>>;
  readonly constraints: readonly Constraint[];
  /** Those that hold for its headings. */
  readonly reasons: readonly MergeReason[];
}

/**
 * Summarises each story location, those with the most pages first. A scene that plays at two of them counts in both with its whole length:
 * each has to be filmed.
 * @param constraints those of each scene; missing until they are found
 */
export function summarize(
  script: Script,
  locations: readonly StoryLocation[],
  constraints: readonly (readonly Constraint[])[] = [],
): Summary[] {
  const summaries = locations.map((location): Summary => {
    const scenes = listScenes(location);
    const byTime = { DAY: 0, NIGHT: 0, NOT_GIVEN: 0 };
    const bySetting = { INT: 0, EXT: 0, 'INT/EXT': 0, NOT_GIVEN: 0 };
    for (const scene of scenes) {
      const { eighths, dayOrNight } = script.scenes[scene]!;
      byTime[dayOrNight ?? 'NOT_GIVEN'] += eighths;
      bySetting[getIntExt(script, location, scene) ?? 'NOT_GIVEN'] += eighths;
    }
    return {
      location,
      scenes,
      eighths: scenes.reduce((sum, scene) => sum + script.scenes[scene]!.eighths, 0),
      byTime,
      bySetting,
      constraints: joinConstraints(scenes.map((scene) => constraints[scene] ?? [])),
      reasons: listValidReasons(script, location),
    };
  });
  return summaries.toSorted((one, other) => other.eighths - one.eighths || one.scenes[0]! - other.scenes[0]!);
}

/** Returns whether a scene plays inside or outside a story location: both, if its places there differ. */
function getIntExt(script: Script, { uses }: StoryLocation, scene: number): IntExt | null {
  const settings = uses.flatMap((use) => (use.scene === scene ? [getScenePlace(script, use).intExt] : []));
  const given = new Set(settings.filter((setting) => setting !== null));
  return given.size > 1 ? 'INT/EXT' : ([...given][0] ?? null);
}

/** After a split, a reason can be about headings that are elsewhere. */
function listValidReasons(script: Script, { uses, reasons }: StoryLocation): MergeReason[] {
  if (reasons.length === 0) return [];
  const keys = new Set(uses.flatMap((use) => listNames(script, use)).map(toKey));
  // "KITCHEN, HOTEL" is a name of two.
  const isNamed = (name: string) => name.split(', ').every((part) => keys.has(toKey(part)));
  return reasons
    .map((reason) => (reason.rule === 'BY_HAND' ? reason : { ...reason, names: reason.names.filter(isNamed) }))
    .filter(({ names }) => names.length > 1);
}

function listNames(script: Script, use: PlaceUse): string[] {
  const { name, subPlaces } = getScenePlace(script, use);
  return [name, ...subPlaces];
}

/** Returns how a scene is called: by its number, or in brackets by its position in the script. */
export function getSceneLabel(scenes: readonly Scene[], index: number): string {
  return scenes[index]!.number ?? `(${index + 1})`;
}
