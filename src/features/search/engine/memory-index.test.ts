import { type SearchDocument, RANGE_FIELDS } from '../../locations/catalogue/schema.ts';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SearchQuery } from '../search-engine.ts';
import { MemoryIndex } from './memory-index.ts';
import { VOCABULARY, createVocabulary } from '../../../../tests/support/vocabulary.ts';

const NO_NUMBERS = Object.fromEntries(RANGE_FIELDS.map((field) => [field, null])) as SearchDocument['numbers'];

function place(id: string, given: Partial<SearchDocument> = {}): SearchDocument {
  const none = {
    category: [],
    setting: [],
    century: [],
    condition: [],
    ownershiptype: [],
    localauthority: [],
    filmoffice: [],
  };
  return {
    id,
    title: id,
    nearesttown: '',
    description: '',
    address: [],
    position: null,
    featured: false,
    pictured: false,
    publishedAt: 0,
    numbers: NO_NUMBERS,
    ...given,
    options: { ...none, ...given.options },
  };
}

const ALL = { offset: 0, limit: 100 };
const toQuery = (given: Partial<SearchQuery>): SearchQuery => ({ words: '', filters: {}, ...given });
const whole = async (index: MemoryIndex, words: string) => {
  const page = await index.search(toQuery({ words }), ALL);
  return { ...page, facets: page.facets() };
};
const idsFor = async (index: MemoryIndex, words: string, typing = false) =>
  (await index.search(toQuery({ words, typing }), ALL)).ids;

describe('searching for words', () => {
  test('ranks the title above town and category, and these above the description', async () => {
    const index = await MemoryIndex.build(
      [
        place('d', { title: 'Hill', description: 'Near the castle.' }),
        place('c', { title: 'Hill', options: { ...place('').options, category: ['Castle'] } }),
        place('a', { title: 'Castle Hill' }),
        place('b', { title: 'Hill', nearesttown: 'Castle' }),
      ],
      1,
    );
    expect(await idsFor(index, 'castle')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('counts a word of the title no more because the town has it too', async () => {
    const index = await MemoryIndex.build(
      [
        place('town', { title: 'Threave Castle', nearesttown: 'Castle Douglas', publishedAt: 1 }),
        place('newer', { title: 'Airth Castle', nearesttown: 'Airth', publishedAt: 2 }),
      ],
      1,
    );
    expect(await idsFor(index, 'castle')).toEqual(['newer', 'town']);
  });

  test('finds a location by an option that its word only suggests', async () => {
    const ruin = place('a', { options: { ...place('').options, condition: ['Ruin'] } });
    const index = await MemoryIndex.build([ruin, place('b')], 1);
    index.setVocabulary(VOCABULARY);
    expect(await idsFor(index, 'fort')).toEqual(['a']);
  });

  test('ranks an option of a term above its words, and both together above the option', async () => {
    const castle = { ...place('').options, category: ['Castle'] };
    const index = await MemoryIndex.build(
      [
        place('word', { title: 'Fort Hill' }),
        place('option', { options: castle, featured: true }),
        place('both', { options: castle, description: 'A fort on a hill above the loch.' }),
      ],
      1,
    );
    index.setVocabulary(VOCABULARY);
    expect(await idsFor(index, 'fort')).toEqual(['both', 'option', 'word']);
  });

  test('ranks the more complete of two locations with an option first, but not because of a filter', async () => {
    const options = { ...place('').options, category: ['Castle'] };
    const index = await MemoryIndex.build(
      [
        place('a', { options, pictured: true }),
        place('b', { options: { ...options, condition: ['Good'] }, pictured: true }),
      ],
      1,
    );
    index.setVocabulary(VOCABULARY);
    expect(await idsFor(index, 'fort')).toEqual(['b', 'a']);
    expect((await index.search(toQuery({ photographs: true }), ALL)).ids).toEqual(['a', 'b']);
  });

  test('finds all of the district of a postcode, and first those with the postcode', async () => {
    const [inside, outside] = [
      { latitude: 1.1, longitude: 7.2 },
      { latitude: 8, longitude: 1 },
    ];
    const index = await MemoryIndex.build(
      [
        place('district', { position: inside, featured: true }),
        place('sector', { position: outside, address: ['1 Mill Lane', 'PA1 9AB'] }),
        place('unit', { position: inside, address: ['PA1 9ZZ'] }),
        place('elsewhere', { position: outside, address: ['PA2 9ZZ'] }),
      ],
      1,
    );
    index.setVocabulary(VOCABULARY);
    expect(await idsFor(index, 'PA1 9ZZ')).toEqual(['unit', 'district']);
    expect(await idsFor(index, 'pa1 9')).toEqual(['sector', 'unit', 'district']);
    expect(await idsFor(index, 'PA1')).toEqual(['unit', 'district']);
  });

  test('ranks exact matches above stems, and stems above prefixes', async () => {
    const index = await MemoryIndex.build(
      [place('1', { title: 'Milling' }), place('2', { title: 'Mill' }), place('3', { title: 'Millport' })],
      1,
    );
    expect(await idsFor(index, 'mill', true)).toEqual(['2', '1', '3']);
    expect(await idsFor(index, 'mill')).toEqual(['2', '1']);
  });

  test('ignores accents and apostrophes and tolerates typos', async () => {
    const index = await MemoryIndex.build([place('1', { title: "Dùn Èideann, O'Neill's lighthouse" })], 1);
    for (const words of [
      'dun eideann',
      'DÙN',
      'o’neills',
      'oneills',
      "o'neills",
      'lihgthouse',
      'lightouse',
      'lighthhouse',
      'lighthause',
      'ligththouse',
      'lihgthuose',
    ]) {
      expect(await idsFor(index, words), words).toEqual(['1']);
    }
  });

  test('does not know a capitalised name of which a location has one word and a similar one', async () => {
    const index = await MemoryIndex.build(
      [
        place('estate', { title: 'Hollin Estate', description: 'Of an empire.' }),
        place('state', { title: 'Hall of state' }),
        place('potter', { title: 'Viaduct', description: 'Harry Potter crossed it.' }),
      ],
      1,
    );
    expect(await idsFor(index, 'Empire State')).toEqual([]);
    expect(await idsFor(index, 'empire state')).toEqual(['estate']);
    expect(await idsFor(index, 'Harry Potter')).toEqual(['potter']);
    // A title with a typing mistake.
    expect(await idsFor(index, 'Hollin State')).toEqual(['estate']);
  });

  test('does not correct a name into something common beside a kind that belongs to it', async () => {
    const titles = ['Black Fort', 'Harwood Farm', 'Hollin Fort'];
    const index = await MemoryIndex.build(
      titles.map((title) => place(title, { title })),
      1,
    );
    index.setVocabulary(VOCABULARY);
    expect(await idsFor(index, 'sherwood')).toEqual(['Harwood Farm']);
    // A typing mistake is hardly in the first letter.
    expect(await idsFor(index, 'Sherwood')).toEqual([]);
    expect(await idsFor(index, 'Harwod')).toEqual(['Harwood Farm']);
    for (const [name, unknown] of [
      ['Sherwood Fort', 'Sherwood'],
      ['Fort of Sherwood', 'Fort of Sherwood'],
    ] as const) {
      const { understood, terms } = await index.search(toQuery({ words: name }), ALL);
      expect(terms, name).not.toContain('harwood');
      expect(understood.parts.find(({ unknown }) => unknown)?.text, name).toBe(unknown);
    }
    expect(await idsFor(index, 'Fort of Sherwood')).toEqual([]);
    expect((await idsFor(index, 'Holin Fort'))[0]).toBe('Hollin Fort');
  });

  test('finds parking where there are spaces, and no parks', async () => {
    const index = await MemoryIndex.build(
      [
        place('a', { title: 'Celtic Park' }),
        place('b', { title: 'Mill', numbers: { parkingspaces: 40 } }),
        place('c', { title: 'Mill', numbers: { parkingspaces: 0 } }),
      ],
      1,
    );
    expect(await idsFor(index, 'parking')).toEqual(['b']);
    expect(await idsFor(index, 'mill with parking')).toEqual(['b']);
  });

  test('returns the terms that the words were expanded to', async () => {
    const index = await MemoryIndex.build([place('1', { title: 'Castles' }), place('2', { title: 'Castle' })], 1);
    expect((await index.search(toQuery({ words: 'castle' }), ALL)).terms).toEqual(['castle', 'castles']);
    expect((await index.search(toQuery({ words: 'cast', typing: true }), ALL)).terms).toEqual(['cast*']);
    expect((await index.search(toQuery({ words: 'catsle' }), ALL)).terms).toEqual(['castle']);
  });
});

describe('browsing', () => {
  test('lists featured locations first, then those with images, then the latest', async () => {
    const index = await MemoryIndex.build(
      [
        place('old', { publishedAt: 1 }),
        place('new', { publishedAt: 2 }),
        place('pictured', { pictured: true }),
        place('featured', { featured: true }),
        place('both', { featured: true, pictured: true }),
      ],
      7,
    );
    const page = await index.search(toQuery({}), { offset: 1, limit: 3 });
    expect(page).toMatchObject({ ids: ['featured', 'pictured', 'new'], total: 5, generation: 7 });
    expect(await index.featured(3)).toEqual(['both', 'featured']);
  });

  test('lists a selected option that no location has', async () => {
    const index = await MemoryIndex.build([place('1', { options: { ...place('').options, category: ['Castle'] } })], 1);
    const page = await index.search(toQuery({ filters: { category: ['Palace'] } }), ALL);
    expect(page.total).toBe(0);
    expect(page.facets()[0]).toEqual({
      field: 'category',
      options: [
        { name: 'Castle', total: 1 },
        { name: 'Palace', total: 0 },
      ],
    });
  });
});

describe('the map', () => {
  const here = (latitude: number, longitude: number) => ({ position: { latitude, longitude } });
  const places = [
    place('a', here(56, -4)),
    place('b', here(56.0001, -4.0001)),
    place('c', here(57.5, -5.5)),
    place('d', here(40, 0)),
    place('e'),
  ];

  test('shows single locations, and clusters of those that would overlap', async () => {
    const index = await MemoryIndex.build(places, 1);
    const { points, clusters } = await index.markers(toQuery({}), { bbox: [-8, 54, 0, 60], zoom: 6 });
    expect(points).toEqual([{ id: 'c', latitude: 57.5, longitude: -5.5 }]);
    expect(clusters).toMatchObject([{ total: 2, bbox: [-4.0001, 56, -4, 56.0001] }]);
    const near = await index.markers(toQuery({}), { bbox: [-4.001, 55.999, -3.999, 56.001], zoom: 20 });
    expect(near.points.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  });

  test('shows all matches in its view at every zoom level', async () => {
    const index = await MemoryIndex.build(
      Array.from({ length: 500 }, (_, i) =>
        place(`p${i}`, here(55 + ((i * 37) % 400) / 100, -7 + ((i * 91) % 500) / 100)),
      ),
      1,
    );
    const bbox = [-6, 55.5, -3, 58] as const;
    const { total } = await index.search(toQuery({ bbox }), ALL);
    for (let zoom = 0; zoom <= 22; zoom++) {
      const { points, clusters } = await index.markers(toQuery({}), { bbox, zoom });
      expect(clusters.reduce((sum, cluster) => sum + cluster.total, points.length)).toBe(total);
    }
  });
});

describe('suggestions', () => {
  const index = MemoryIndex.build(
    [
      ...['1', '2', '3'].map((id) => place(id, { title: `Tower ${id}`, nearesttown: 'Castle Douglas' })),
      place('4', { title: 'Castle of Mey', options: { ...place('').options, category: ['Castle'] } }),
      place('5', { title: 'Castle', options: { ...place('').options, localauthority: ['Newcastle'] } }),
    ],
    1,
  );

  test('contain towns, categories and titles without duplicates, best first', async () => {
    expect(await (await index).suggest('cas', 4)).toEqual([
      { kind: 'town', text: 'Castle Douglas' },
      { kind: 'category', text: 'Castle' },
      { kind: 'title', text: 'Castle of Mey' },
    ]);
    expect(await (await index).suggest('cas', 1)).toEqual([{ kind: 'town', text: 'Castle Douglas' }]);
  });

  test('match every word and tolerate typos', async () => {
    expect(await (await index).suggest('castle dou', 4)).toEqual([{ kind: 'town', text: 'Castle Douglas' }]);
    expect(await (await index).suggest('dougals', 4)).toEqual([{ kind: 'town', text: 'Castle Douglas' }]);
    expect(await (await index).suggest('  ', 4)).toEqual([]);
  });
});

test('similar locations share category, local authority or setting, without the location itself', async () => {
  const having = (options: Partial<SearchDocument['options']>) => ({
    options: { ...place('').options, ...options },
  });
  const index = await MemoryIndex.build(
    [
      place('castle', having({ category: ['Castle'], setting: ['Rural'], localauthority: ['Fife'] })),
      place('rural', having({ setting: ['Rural'] })),
      place('castle in Fife', having({ category: ['Castle'], localauthority: ['Fife'] })),
      place('other castle', having({ category: ['Castle'] })),
      place('mill', having({ category: ['Mill'] })),
    ],
    1,
  );
  expect(await index.similar('castle', 5)).toEqual(['castle in Fife', 'other castle', 'rural']);
  expect(await index.similar('nowhere', 5)).toEqual([]);
});

test('locations of the same kind are more similar than those of the same setting, and kinds take turns', async () => {
  const having = (category: string[], setting: string[]) => ({ options: { ...place('').options, category, setting } });
  const index = await MemoryIndex.build(
    [
      place('island castle', having(['Castle', 'Island'], ['Loch', 'Coastal'])),
      place('other island', having(['Island'], ['Loch', 'Coastal'])),
      place('third island', having(['Island'], ['Coastal'])),
      place('castle', having(['Castle'], ['Urban'])),
      place('castle by a loch', having(['Castle'], ['Loch'])),
      place('shore', having(['Nature'], ['Loch', 'Coastal'])),
      ...Array.from({ length: 20 }, (_, i) => place(`cliff ${i}`, having(['Nature'], ['Coastal']))),
    ],
    1,
  );
  expect(await index.similar('island castle', 5)).toEqual([
    'castle by a loch',
    'other island',
    'castle',
    'third island',
    'shore',
  ]);
});

test('sharing a rare setting counts more than sharing a common one', async () => {
  const having = (setting: string[]) => ({ options: { ...place('').options, setting } });
  const index = await MemoryIndex.build(
    [
      place('broch', having(['Rural', 'Island'])),
      place('hill', having(['Rural'])),
      place('islet', having(['Island'])),
      ...Array.from({ length: 20 }, (_, i) => place(`farm ${i}`, having(['Rural', 'Urban']))),
    ],
    1,
  );
  expect((await index.similar('broch', 2))[0]).toBe('islet');
});

describe('changes', () => {
  const many = (from: number, to: number, title: string) =>
    Array.from({ length: to - from }, (_, i) => place(`p${from + i}`, { title: `${title} ${from + i}` }));

  test('are visible when applied, and replace each other', async () => {
    const index = await MemoryIndex.build(many(0, 3_000, 'Castle'), 1);
    await index.apply({ upserts: many(0, 900, 'Mill'), removals: [] }, 2);
    expect((await index.search(toQuery({ words: 'mill' }), ALL)).total).toBe(900);
    await index.apply({ upserts: [], removals: ['p0', 'p2999', 'unknown'] }, 3);
    await index.apply({ upserts: many(1, 3, 'Pier'), removals: [] }, 4);
    const pages = await Promise.all(['mill', 'castle', 'pier'].map((words) => whole(index, words)));
    expect(pages.map(({ total }) => total)).toEqual([897, 2_099, 2]);
    expect(index.generation).toBe(4);
  });

  test('become visible atomically and in order if they are large', async () => {
    // Slices end by the clock, so a mocked clock makes them equal on every machine.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now++);
    onTestFinished(() => void vi.restoreAllMocks());
    const index = await MemoryIndex.build(many(0, 3_000, 'Castle'), 1);
    const totals = () =>
      Promise.all(['castle', 'mill', 'pier'].map(async (words) => (await index.search(toQuery({ words }), ALL)).total));
    await index.apply({ upserts: many(0, 100, 'Castle'), removals: ['p2999'] }, 2);
    const large = index.apply({ upserts: many(0, 2_500, 'Mill'), removals: ['p2998'] }, 3);
    const small = index.apply({ upserts: many(0, 1, 'Pier'), removals: [] }, 4);
    let waited = 0;
    for (; index.generation === 2; waited++) {
      expect(await totals()).toEqual([2_999, 0, 0]);
      await setImmediate();
    }
    expect(waited).toBeGreaterThan(10);
    await large;
    await small;
    expect(index.generation).toBe(4);
    expect(await totals()).toEqual([498, 2_499, 1]);
  });

  test('are left out if a later generation is there already', async () => {
    const index = await MemoryIndex.build(many(0, 2, 'Castle'), 1);
    const later = index.apply({ upserts: many(0, 1, 'Mill'), removals: [] }, 3);
    await index.apply({ upserts: many(0, 1, 'Pier'), removals: ['p1'] }, 2);
    await later;
    expect(index.generation).toBe(3);
    expect(await idsFor(index, 'mill')).toEqual(['p0']);
    expect(await idsFor(index, 'castle')).toEqual(['p1']);
  });
});

test.each([
  ['keep or fort', 1],
  ['fort or keep', 1],
  ['fort', 0],
])('counts what fits "%s" by the titles of narrower terms only', async (words, fitting) => {
  const rule = { kind: 'EQUAL', terms: ['mill house', 'keep'], targets: [] } as const;
  const ruined = { category: [], condition: ['Ruin'] } as unknown as SearchDocument['options'];
  const titles = ['Old keep', 'Old fort'];
  const index = await MemoryIndex.build(
    titles.map((title) => place(title, { title, options: ruined })),
    0,
  );
  index.setVocabulary(createVocabulary([rule]));
  const page = await index.search(toQuery({ words }), ALL);
  expect(page).toMatchObject({ total: 2, fitting });
});
