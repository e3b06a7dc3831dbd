import type { SavedBreakdown } from '../../src/features/scripts/saved/schema.ts';

/** Returns the breakdown of a script of one scene. @param name of its place */
export function createSavedBreakdown(name = 'MILL'): SavedBreakdown {
  const use = { scene: 0, place: 0 };
  return {
    language: 'en',
    pages: 1,
    scenes: [
      {
        number: '12',
        heading: `INT. ${name} - DAY`,
        places: [{ intExt: 'INT', name, subPlaces: [] }],
        timeOfDay: 'DAY',
        dayOrNight: 'DAY',
        eighths: 3,
        isOmitted: false,
        constraints: [{ kind: 'RAIN', words: ['rain'] }],
      },
    ],
    characters: [],
    locations: [{ name, uses: [use], reasons: [] }],
    decided: [],
    sections: [],
    gone: [],
  };
}
