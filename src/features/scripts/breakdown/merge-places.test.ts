import { expect, test } from 'vitest';
import { createScene, createScript } from '../../../../tests/support/breakdown-scripts.ts';
import { mergePlaces } from './merge-places.ts';
import { formatReason } from './messages.ts';
import { detectLanguage } from './words.ts';

interface Case {
  readonly behaviour: string;
  /** Of each scene; of a double heading several. */
  readonly headings: readonly (string | readonly string[])[];
  /** The scenes of each place by its name, from 0. */
  readonly places: Readonly<Record<string, readonly number[]>>;
  readonly reasons?: readonly string[];
  readonly suggestions?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    behaviour: 'merges a place with its described name and its sub-place',
    headings: ['INT. MILL', 'INT. OLD MILL, FLOOR 2', 'INT. OLD MILL'],
    places: { 'OLD MILL': [0, 1, 2] },
    reasons: [
      '‘OLD MILL’ and ‘MILL’ differ only in how the place is described.',
      'The headings name ‘FLOOR 2’ as an area of ‘OLD MILL’.',
    ],
  },
  {
    behaviour: 'takes a double heading as two places of one scene',
    headings: [['INT. CAR', 'EXT. ROAD'], 'EXT. ROAD'],
    places: { ROAD: [0, 1], CAR: [0] },
  },
  {
    behaviour: 'ignores case, accents, punctuation and articles',
    headings: ['INT. THE MILL', 'EXT. Mill.', 'INT. CAFÉ', 'INT. CAFE'],
    places: { 'THE MILL': [0, 1], CAFÉ: [2, 3] },
    reasons: ['‘THE MILL’ and ‘Mill.’ are the same name, written differently.'],
  },
  {
    behaviour: 'merges a name in one word and in two',
    headings: ['EXT. LIGHT HOUSE', 'EXT. LIGHTHOUSE', 'INT. LIGHTHOUSE'],
    places: { LIGHTHOUSE: [0, 1, 2] },
    reasons: ['‘LIGHTHOUSE’ and ‘LIGHT HOUSE’ are the same name, written differently.'],
  },
  {
    behaviour: 'merges a room into the only place that has it',
    headings: ["INT. MORAG'S FLAT, KITCHEN", 'INT. KITCHEN', 'INT. KITCHEN', "EXT. MORAG'S FLAT"],
    places: { "MORAG'S FLAT": [0, 1, 2, 3] },
    reasons: [
      "The headings name ‘KITCHEN’ as an area of ‘MORAG'S FLAT’.",
      "Some headings name only ‘KITCHEN’. In others it is an area of ‘MORAG'S FLAT’.",
    ],
  },
  {
    behaviour: 'asks about a room that several places have',
    headings: ["INT. MORAG'S FLAT, KITCHEN", 'INT. HOTEL, KITCHEN', 'INT. KITCHEN'],
    places: { "MORAG'S FLAT": [0], HOTEL: [1], KITCHEN: [2] },
    suggestions: [
      "Some headings name only ‘KITCHEN’. In others it is an area of ‘MORAG'S FLAT’.",
      'Some headings name only ‘KITCHEN’. In others it is an area of ‘HOTEL’.',
    ],
  },
  {
    behaviour: 'understands a room before its place',
    headings: ["INT. KITCHEN, MORAG'S FLAT", 'INT. KITCHEN, HOTEL', "INT. FLOOR 2, MORAG'S FLAT", 'EXT. THE HOTEL'],
    places: { "MORAG'S FLAT": [0, 2], HOTEL: [1, 3] },
  },
  {
    behaviour: 'asks about a room before what may be a place',
    headings: ['INT. KITCHEN, HOTEL', 'INT. KITCHEN, CASTLE', 'INT. LOBBY, HOTEL', 'INT. HALL', 'INT. HALL, STAGE'],
    places: { 'KITCHEN, HOTEL': [0], 'KITCHEN, CASTLE': [1], 'LOBBY, HOTEL': [2], HALL: [3], 'HALL, STAGE': [4] },
    suggestions: [
      '‘LOBBY, HOTEL’ and ‘KITCHEN, HOTEL’ have words in common.',
      '‘HALL, STAGE’ and ‘HALL’ have words in common.',
    ],
  },
  {
    behaviour: 'takes no flashback, year, time or weather for a place that rooms are in',
    headings: [
      'INT. KITCHEN, FLASHBACK',
      'INT. BEDROOM, FLASHBACK',
      'INT. KITCHEN',
      'INT. CLASSROOM, 1893',
      'INT. CELL, 1893',
      'INT. CELL, RAIN',
      'INT. HALL, 3 AM',
      'INT. HALL, 3:15',
      "INT. HALL, MORAG'S DREAM",
      'INT. FLASHBACK 1893, CELL',
    ],
    places: { KITCHEN: [0, 2], BEDROOM: [1], CLASSROOM: [3], CELL: [4, 5, 9], HALL: [6, 7, 8] },
  },
  {
    behaviour: 'asks about a place that stands inside another one elsewhere and is no room',
    headings: ['INT. CAR, MOTORWAY', 'EXT. MOTORWAY', 'INT. COTTAGE, SKYE', 'EXT. SKYE'],
    places: { CAR: [0], MOTORWAY: [1], COTTAGE: [2], SKYE: [3] },
    suggestions: [
      'Some headings name only ‘MOTORWAY’. In others it is an area of ‘CAR’.',
      'Some headings name only ‘SKYE’. In others it is an area of ‘COTTAGE’.',
    ],
  },
  {
    behaviour: 'asks about a room after a scene elsewhere',
    headings: ["EXT. CALUM'S FARM", 'INT. KITCHEN', "INT. MORAG'S FLAT, KITCHEN", 'INT. KITCHEN'],
    places: { "CALUM'S FARM": [0], KITCHEN: [1, 3], "MORAG'S FLAT": [2] },
    suggestions: ["Some headings name only ‘KITCHEN’. In others it is an area of ‘MORAG'S FLAT’."],
  },
  {
    behaviour: 'tells numbers with a space from one number, but not from letters',
    headings: ['INT. FLAT 1/2', 'INT. FLAT 12', 'INT. ROOM 1-2', 'INT. ROOM 12', 'INT. ROOM12'],
    places: { 'FLAT 1/2': [0], 'FLAT 12': [1], 'ROOM 1-2': [2], 'ROOM 12': [3, 4] },
  },
  {
    behaviour: 'does not guess which of two mills is meant',
    headings: ['INT. MILL', 'INT. OLD MILL', 'INT. PAPER MILL'],
    places: { MILL: [0], 'OLD MILL': [1], 'PAPER MILL': [2] },
    suggestions: ['‘OLD MILL’ and ‘MILL’ differ only in how the place is described.', '‘PAPER MILL’ ends with ‘MILL’.'],
  },
  {
    behaviour: 'merges the same place in another year',
    headings: ['EXT. FARM', 'EXT. FARM 1943'],
    places: { FARM: [0, 1] },
    reasons: ['‘FARM 1943’ and ‘FARM’ differ only in how the place is described.'],
  },
  {
    behaviour: 'asks about names that end alike or differ in a letter, but not about numbers',
    headings: ['EXT. HARBOR', 'EXT. HARBOUR', "INT. MORAG'S HOUSE", 'INT. HOUSE', 'INT. ROOM 12', 'INT. ROOM 13'],
    places: { HARBOR: [0], HARBOUR: [1], "MORAG'S HOUSE": [2], HOUSE: [3], 'ROOM 12': [4], 'ROOM 13': [5] },
    suggestions: ["‘MORAG'S HOUSE’ ends with ‘HOUSE’.", '‘HARBOR’ and ‘HARBOUR’ differ in one letter.'],
  },
  {
    behaviour: 'does not ask about an ending of many places',
    headings: ['EXT. ROAD', 'EXT. COAST ROAD', 'EXT. MAIN ROAD', 'EXT. FARM ROAD'],
    places: { ROAD: [0], 'COAST ROAD': [1], 'MAIN ROAD': [2], 'FARM ROAD': [3] },
  },
  {
    behaviour: 'counts headings without a place as one',
    headings: ['INT. ', 'EXT. ', 'INT. MILL'],
    places: { '': [0, 1], MILL: [2] },
  },
];

test.each(CASES)('$behaviour', ({ headings, places, reasons = [], suggestions = [] }) => {
  const script = createScript(headings.map((heading) => createScene(heading)));
  const merged = mergePlaces(script, detectLanguage(script.scenes));
  const scenes = merged.locations.map(({ name, uses }) => [name, uses.map(({ scene }) => scene)] as const);
  expect(Object.fromEntries(scenes)).toEqual(places);
  expect(scenes).toHaveLength(Object.keys(places).length);
  const given = merged.locations.flatMap((location) => location.reasons.map(formatReason));
  expect(given).toEqual(expect.arrayContaining([...reasons]));
  expect(merged.suggestions.map(({ reason }) => formatReason(reason))).toEqual(suggestions);
});

test.each([
  ['fr', 'La porte est ouverte et il entre dans la pièce avec le chien.', ['EXT. MOULIN', 'EXT. VIEUX MOULIN']],
  ['de', 'Die Tür ist offen und er geht mit dem Hund auf den Hof.', ['EXT. MÜHLE', 'EXT. VERFALLENE MÜHLE']],
  ['es', 'La puerta está abierta y el perro se queda en la calle con los niños.', ['EXT. MOLINO', 'EXT. MOLINO VIEJO']],
  [
    'gd',
    'Tha an doras fosgailte agus tha iad air an rathad leis a’ chù.',
    ['A-MUIGH. MUILEANN', 'A-MUIGH. SEANN MUILEANN'],
  ],
])('merges described places of a script in %s', (language, action, headings) => {
  const script = createScript(headings.map((heading) => createScene(heading.replace('A-MUIGH', 'EXT'), { action })));
  const words = detectLanguage(script.scenes);
  expect(words.language).toBe(language);
  expect(mergePlaces(script, words).locations).toHaveLength(1);
});
