import type { SearchDocument } from '../../src/features/locations/catalogue/schema.ts';
import { getKilometresBetween, isInside } from '../../src/features/geography/measure.ts';
import type {
  Area,
  PinnedResults,
  Place,
  SynonymRule,
  ThesaurusEntry,
} from '../../src/features/search/vocabulary/schema.ts';
import { Vocabulary } from '../../src/features/search/vocabulary/vocabulary.ts';

/** Positions of the tests are whole degrees from 0 to 8, so that none is at an edge of these. */
export const PLACES: readonly Place[] = [
  place('Newtonmore', { circles: [[2.1, 3.1, 250]] }),
  place('PA1', { circles: [[1.1, 7.2, 150]] }),
  // Known only after a word such as "in"; and the name of another place begins with it.
  { ...place('Mill', { circles: [[4.2, 4.1, 120]] }), common: false },
  place('Mill of Loch', { councils: ['Fife'] }),
  place('Highlands', { councils: ['Highland'], circles: [[6.3, 6.2, 170]] }),
  place('Isle of Lochan', {
    outlines: [
      [
        [0.5, 0.5],
        [4.5, 1.3],
        [5.6, 4.4],
        [1.2, 3.7],
      ],
    ],
  }),
  // Two far from each other, told apart by their nearest towns.
  { ...place('Kirkmill', { circles: [[1.2, 1.3, 120]] }), latitude: 1.2, longitude: 1.3 },
  { ...place('Kirkmill', { circles: [[6.2, 6.3, 120]] }), latitude: 6.2, longitude: 6.3 },
  { ...place('Lochcastle', { circles: [[6.4, 7.1, 90]] }), common: false, latitude: 6.4, longitude: 7.1 },
];

function place(name: string, parts: Partial<Area>): Place {
  const area = { councils: [], circles: [], outlines: [], ...parts };
  return { kind: 'town', name, names: [name], common: true, latitude: 3.2, longitude: 3.4, reach: 120, area };
}

const THESAURUS: readonly ThesaurusEntry[] = [
  { term: 'fort', field: 'category', value: 'Castle', related: false },
  { term: 'fort', field: 'condition', value: 'Ruin', related: true },
  { term: 'fort', field: 'word', value: 'cast', related: true },
  { term: 'beacon', field: 'word', value: 'lighthouse', related: false },
  { term: 'mill house', field: 'category', value: 'House', related: false },
  { term: 'somewhere', field: 'ignored', value: '', related: false },
];

const ENTRIES = {
  thesaurus: THESAURUS,
  options: [
    { field: 'setting', name: 'Coastal' },
    { field: 'century', name: '18th' },
  ],
  places: PLACES,
} as const;

/** Terms, options and places for generated catalogues, and what the Locations Team adds to them. */
export function createVocabulary(synonyms: readonly SynonymRule[] = [], pins: readonly PinnedResults[] = []) {
  return new Vocabulary({ ...ENTRIES, synonyms, pins });
}

/** Terms, options and places for generated catalogues. */
export const VOCABULARY = createVocabulary();

/** Words of queries that the vocabulary understands. */
export const KNOWN_WORDS = [
  'fort',
  'forts',
  'beacon',
  'mill house',
  'somewhere',
  'coastal',
  '18th century',
  'newtonmore',
  'in the Highlands',
  'near Newtonmore',
  'in Mill',
  'fort or mill house',
  'Newtonmore and Mill of Loch',
  'mill of loch',
  '+fort',
  '+newtonmore',
  'PA1 9ZZ',
  'pa19',
  'in PA1 9',
  'within 200 km of the Isle of Lochan',
  'isle of lochan',
  '"castle"',
  'Kirkmill',
  'near Kirkmill by Lochcastle',
  'kirkmill, highlands',
  '-castle',
  '-lihgthouse',
  '-cas',
  'not fort',
  'without mill house',
  '-"mill"',
  '-newtonmore',
  'not near Newtonmore or fort',
  'not PA1 9ZZ',
];

/** Whether a location is in an area, by the definition. */
export function isInArea({ position, options }: SearchDocument, { councils, circles, outlines }: Area): boolean {
  if (options.localauthority.some((name) => councils.includes(name))) return true;
  if (!position) return false;
  return (
    outlines.some((outline) => isInside(position, outline)) ||
    circles.some(([latitude, longitude, km]) => getKilometresBetween(position, { latitude, longitude }) <= km)
  );
}
