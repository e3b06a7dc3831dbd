import fc from 'fast-check';
import type { IntExt, Scene, ScenePlace, Script } from '../../src/features/scripts/reading/script.ts';

/** Creates a scene of places such as "INT. MILL, FLOOR 2". A double heading has several. */
export function createScene(headings: string | readonly string[], details: Partial<Scene> = {}): Scene {
  const [first, ...more] = [headings].flat().map(toScenePlace);
  return {
    number: null,
    heading: [headings].flat().join(' / '),
    places: [first!, ...more],
    timeOfDay: null,
    dayOrNight: null,
    eighths: 8,
    action: '',
    characters: [],
    isOmitted: false,
    line: 1,
    ...details,
  };
}

/** Creates a script. Scenes without a line begin ten lines after each other. */
export function createScript(scenes: readonly Scene[]): Script {
  return {
    format: 'text',
    title: 'The Weir',
    scenes: scenes.map((scene, index) => ({ ...scene, line: scene.line === 1 ? 1 + 10 * index : scene.line })),
    possibleHeadings: [],
    pages: Math.ceil(scenes.reduce((sum, { eighths }) => sum + eighths, 0) / 8),
  };
}

function toScenePlace(heading: string): ScenePlace {
  const [, intExt = null, place = ''] = /^(?:(INT\/EXT|INT|EXT)\. )?(.*)$/.exec(heading) ?? [];
  const [name = '', ...subPlaces] = place.split(', ');
  return { intExt: intExt as IntExt | null, name, subPlaces };
}

/** Names that are alike, so that rules apply. */
const NAMES = [
  'MILL',
  'OLD MILL',
  'The Mill',
  'PAPER MILL',
  'KITCHEN',
  'HOUSE',
  "MORAG'S HOUSE",
  'LIGHT HOUSE',
  'LIGHTHOUSE',
  '',
];
const heading = fc
  .tuple(
    fc.constantFrom('INT. ', 'EXT. ', 'INT/EXT. ', ''),
    fc.constantFrom(...NAMES),
    fc.option(fc.constantFrom('KITCHEN', 'FLOOR 2', 'MILL'), { nil: undefined }),
  )
  .map(([intExt, name, subPlace]) => `${intExt}${name}${subPlace === undefined ? '' : `, ${subPlace}`}`);

const scene = fc
  .record({
    headings: fc.array(heading, { minLength: 1, maxLength: 3 }),
    eighths: fc.integer({ min: 1, max: 40 }),
    isOmitted: fc.constantFrom(false, false, false, true),
    dayOrNight: fc.constantFrom('DAY' as const, 'NIGHT' as const, null),
  })
  .map(({ headings, ...details }) =>
    createScene(headings, { ...details, eighths: details.isOmitted ? 0 : details.eighths }),
  );

/** Scripts with alike places, double headings and omitted scenes. */
export const anyScript: fc.Arbitrary<Script> = fc.array(scene, { maxLength: 12 }).map(createScript);
