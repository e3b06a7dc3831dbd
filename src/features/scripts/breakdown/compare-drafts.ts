import type { Scene } from '../reading/script.ts';
import { type BrokenDown, createUseFinder } from './carry-over.ts';
import type { SceneMatches } from './match-scenes.ts';
import { type StoryLocation, listScenes, toUseId } from './story-locations.ts';
import type { LanguageWords } from './words.ts';

/** What a draft has changed about a scene. */
type SceneChange = 'HEADING' | 'LENGTH' | 'TEXT' | 'ORDER' | 'NUMBER';

/** A scene that is in both drafts, by its indexes. */
export interface ComparedScene {
  readonly scene: number;
  readonly former: number;
  /** Empty for none. */
  readonly changes: readonly SceneChange[];
}

/** What a draft has changed. Scenes are indexes: those that are gone of the former draft, others of the new one. */
export interface DraftComparison {
  readonly scenes: readonly ComparedScene[];
  readonly newScenes: readonly number[];
  readonly goneScenes: readonly number[];
  /** Story locations by their ids; the same ones are left out. */
  readonly places: ReadonlyMap<string, 'NEW' | 'CHANGED'>;
  readonly gonePlaces: readonly GonePlace[];
}

interface GonePlace {
  readonly name: string;
  /** Id of a new story location where most of its scenes play now: perhaps it has another name. */
  readonly successor: string | undefined;
}

/** Whether a scene is the same; its number may be another one. */
export function isSame({ changes }: ComparedScene): boolean {
  return changes.every((change) => change === 'NUMBER');
}

/** Compares a draft with the former one, whose arrangement it has. */
export function compareDrafts(
  former: BrokenDown,
  draft: BrokenDown,
  matches: SceneMatches,
  language: LanguageWords,
): DraftComparison {
  const scenes = [...draft.script.scenes.keys()].flatMap((scene): ComparedScene[] => {
    const before = matches.former.get(scene);
    if (before === undefined) return [];
    const changes = listChanges(former.script.scenes[before]!, draft.script.scenes[scene]!);
    return [{ scene, former: before, changes: matches.moved.has(scene) ? [...changes, 'ORDER'] : changes }];
  });
  const same = new Map(scenes.filter(isSame).map(({ scene, former: before }) => [before, scene]));
  const places = new Map<string, 'NEW' | 'CHANGED'>();
  const left = new Set<StoryLocation>();
  const findFormerUse = createUseFinder(former.script, draft.script, matches, language);
  const locationOf = new Map(
    former.breakdown.locations.flatMap((location) => location.uses.map((use) => [toUseId(use), location] as const)),
  );
  for (const { id, uses } of draft.breakdown.locations) {
    const origins = new Set(uses.flatMap((use) => locationOf.get(toUseId(findFormerUse(use) ?? NO_USE)) ?? []));
    for (const origin of origins) left.add(origin);
    const before = [...origins].flatMap((origin) => origin.uses);
    const expected = new Set(before.map((use) => toUseId({ ...use, scene: same.get(use.scene) ?? -1 })));
    if (before.length === 0) places.set(id, 'NEW');
    else if (uses.length !== before.length || uses.some((use) => !expected.has(toUseId(use))))
      places.set(id, 'CHANGED');
  }
  const matched = new Set(matches.former.values());
  return {
    scenes,
    newScenes: [...draft.script.scenes.keys()].filter((scene) => !matches.former.has(scene)),
    goneScenes: [...former.script.scenes.keys()].filter((scene) => !matched.has(scene)),
    places,
    gonePlaces: former.breakdown.locations
      .filter((location) => !left.has(location))
      .map((location) => ({ name: location.name, successor: findSuccessor(location, draft, matches, places) })),
  };
}

const NO_USE = { scene: -1, place: -1 };

function listChanges(before: Scene, after: Scene): SceneChange[] {
  const isText = before.action !== '' && after.action !== '';
  return [
    ...(before.heading === after.heading && before.isOmitted === after.isOmitted ? [] : ['HEADING' as const]),
    ...(before.eighths === after.eighths ? [] : ['LENGTH' as const]),
    // Of a saved script only the headings are known.
    ...(isText && before.action !== after.action ? ['TEXT' as const] : []),
    ...(before.number === after.number ? [] : ['NUMBER' as const]),
  ];
}

/** Returns the new place where at least half of the scenes of a place play now. */
function findSuccessor(
  location: StoryLocation,
  { breakdown }: BrokenDown,
  { former }: SceneMatches,
  places: DraftComparison['places'],
): string | undefined {
  const scenes = new Set(listScenes(location));
  const counts = new Map<string, number>();
  for (const [scene, before] of former) {
    if (!scenes.has(before)) continue;
    const here = breakdown.locations.filter(({ uses }) => uses.some((use) => use.scene === scene));
    for (const { id } of here) if (places.get(id) === 'NEW') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted((one, other) => other[1] - one[1]);
  return best && best[1] * 2 >= scenes.size ? best[0] : undefined;
}
