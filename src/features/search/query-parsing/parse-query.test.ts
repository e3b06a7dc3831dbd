import { describe, expect, test } from 'vitest';
import type { Place } from '../vocabulary/schema.ts';
import { PlaceNames } from '../vocabulary/place-names.ts';
import { Vocabulary } from '../vocabulary/vocabulary.ts';
import { listNames } from './names.ts';
import { parseQuery } from './parse-query.ts';

const place = (name: string, { names = [name], common = true, reach = 8 } = {}): Place => {
  const area = { councils: [], circles: [[56, -4, reach] as [number, number, number]], outlines: [] };
  return { kind: 'town', name, names, common, latitude: 56, longitude: -4, reach, area };
};

const vocabulary = new Vocabulary({
  options: [
    { field: 'category', name: 'Shop, pub or café' },
    { field: 'condition', name: 'Derelict' },
    { field: 'condition', name: 'Good' },
  ],
  thesaurus: [
    { term: 'mansion', field: 'category', value: 'Country house or lodge', related: false },
    { term: 'mansion', field: 'category', value: 'Estate', related: true },
    { term: 'stately home', field: 'category', value: 'Country house or lodge', related: false },
    { term: 'by the sea', field: 'setting', value: 'Coastal', related: false },
    { term: 'shore', field: 'category', value: 'Beach or coast', related: false },
    { term: 'shore', field: 'setting', value: 'Beach', related: false },
    { term: 'shore', field: 'setting', value: 'National Park', related: false },
    { term: 'norman', field: 'century', value: '11th', related: false },
    { term: 'norman', field: 'century', value: '12th', related: false },
    { term: 'windmill', field: 'word', value: 'mill', related: false },
    { term: 'looking for', field: 'ignored', value: '', related: false },
    { term: 'big', field: 'ignored', value: '', related: false },
    { term: 'good', field: 'ignored', value: '', related: false },
    { term: 'not for profit', field: 'ownershiptype', value: 'Charity', related: false },
  ],
  places: new PlaceNames(
    [
      place('Glasgow', { names: ['Glasgow', 'Glaschu'], reach: 12 }),
      place('Dùn Èideann'),
      place('the Trossachs', { names: ['Trossachs'], reach: 20 }),
      place('Ford', { common: false }),
      place('Fort William'),
      place('PA1'),
      { ...place('Tarbert', { names: ['Tarbert', 'An Tairbeart'] }), latitude: 55.86 },
      { ...place('Tarbert', { names: ['Tarbert', 'An Tairbeart'], common: false }), latitude: 57.9 },
      // The glen of the village.
      place('Glencoe', { reach: 15 }),
      place('Glencoe'),
      { ...place('Harris'), kind: 'area', area: { councils: ['Na h-Eileanan Siar'], circles: [], outlines: [] } },
    ],
    ({ latitude }) => (latitude > 57 ? 'Na h-Eileanan Siar' : 'Argyll and Bute'),
  ),
});

/** Each part as typed, and what it means. */
const read = (query: string) =>
  parseQuery(query, vocabulary).map(({ text, label }) => (label ? `${text} = ${label}` : text));

test.each([
  ['pub within 20 miles of Carlisle', 'Carlisle'],
  ['pub within 5 miles of the Old Trafford', 'Old Trafford'],
  ['pub 5 km from carlisle', 'carlisle'],
  ['pub near Hogwarts', 'Hogwarts'],
])('knows of %s that the place is not known, and that nothing is within a distance of it', (query, name) => {
  const parts = parseQuery(query, vocabulary, (word) => word === 'pub');
  expect(parts.filter(({ isUnknown }) => isUnknown)).toMatchObject([{ text: name, isRequired: true }]);
});

test.each(['pub near Drumlanrig', 'pub within 5 miles of a castle', 'pub by Adam'])(
  'does not take the words of %s for an unknown place',
  (query) => {
    const parts = parseQuery(query, vocabulary, (word) => word !== 'adam');
    expect(parts.filter(({ isUnknown }) => isUnknown)).toEqual([]);
  },
);

describe('reading a query', () => {
  test.each([
    [
      'derelict pub near Glasgow',
      ['derelict = Derelict', 'pub = Shop, pub or café', 'near Glasgow = near Glasgow, 40 km'],
    ],
    ['Stately homes', ['Stately homes = Country house or lodge']],
    ['mansion in Glaschu', ['mansion = Country house or lodge', 'in Glaschu = Glasgow']],
    ['dun eideann', ['dun eideann = Dùn Èideann']],
    [
      'mansion 1.5 miles from Glasgow',
      ['mansion = Country house or lodge', '1.5 miles from Glasgow = near Glasgow, 2 km'],
    ],
    ['less than 2,5km from Glasgow', ['less than 2,5km from Glasgow = near Glasgow, 3 km']],
    ['no more than 1000 km from Glasgow', ['no more than 1000 km from Glasgow = near Glasgow, 500 km']],
    ['room 1.5', ['room', '1', '5']],
    [
      'pub or mansion in Glasgow',
      ['pub or mansion = Shop, pub or café or Country house or lodge', 'in Glasgow = Glasgow'],
    ],
    ['Glasgow and Dun Eideann pubs', ['Glasgow and Dun Eideann = Glasgow or Dùn Èideann', 'pubs = Shop, pub or café']],
    ['Glasgow, Fort William', ['Glasgow, Fort William = Glasgow or Fort William']],
    ['pub and mansion', ['pub = Shop, pub or café', 'mansion = Country house or lodge']],
    [
      'pub near Glasgow or Fort William',
      ['pub = Shop, pub or café', 'near Glasgow = near Glasgow, 40 km', 'Fort William = Fort William'],
    ],
    ['17th to 19th century pub', ['17th to 19th century = 17th to 19th century', 'pub = Shop, pub or café']],
    ['1780-1850', ['1780-1850 = 18th to 19th century']],
    ['18thC pub c19', ['18thC = 18th century', 'pub = Shop, pub or café', 'c19 = 19th century']],
    ['+by the sea +barn', ['+by the sea = Coastal', '+barn']],
    ['within 20 miles of the Trossachs', ['within 20 miles of the Trossachs = near the Trossachs, 32 km']],
    ['30km from Fort William', ['30km from Fort William = near Fort William, 30 km']],
    ['barn PA1 9ZZ', ['barn', 'PA1 9ZZ = PA1, first PA1 9ZZ']],
    ['in pa19zz', ['in pa19zz = PA1, first PA1 9ZZ']],
    ['PA1 9 barn', ['PA1 9 = PA1, first PA1 9', 'barn']],
    ['near PA1 9ZZ', ['near PA1 9ZZ = near PA1, 40 km']],
    ['SW1A 1AA', ['SW1A', '1AA']],
    [
      'pub within ten miles of Glasgow',
      ['pub = Shop, pub or café', 'within ten miles of Glasgow = near Glasgow, 16 km'],
    ],
    ['within a few miles of Glasgow', ['within a few miles of Glasgow = near Glasgow, 8 km']],
    ['within a mile of Glasgow', ['within a mile of Glasgow = near Glasgow, 2 km']],
    ['half an hour from Glasgow', ['half an hour from Glasgow = near Glasgow, 30 km']],
    ["an hour's drive from Glasgow", ["an hour's drive from Glasgow = near Glasgow, 60 km"]],
    ['hour glass', ['hour', 'glass']],
    ['pub 20mi Glasgow', ['pub = Shop, pub or café', '20mi Glasgow = near Glasgow, 32 km']],
    ['pub, no barns', ['pub = Shop, pub or café', 'no barns = not barns']],
    ['pub except mansions', ['pub = Shop, pub or café', 'except mansions = not Country house or lodge']],
    ['pier no 3', ['pier', '3']],
    ['pub by the shore', ['pub = Shop, pub or café', 'shore = Beach or National Park']],
    ['xix century pub', ['xix century = 19th century', 'pub = Shop, pub or café']],
    ['near the Trossachs', ['near the Trossachs = near the Trossachs, 40 km']],
    ['ruin by the sea', ['ruin', 'by the sea = Coastal']],
    ['norman shore', ['norman = 11th or 12th century', 'shore = Beach, coast or National Park']],
    ['19th century windmill', ['19th century = 19th century', 'windmill']],
    ['1960s flats', ['1960s = 20th century', 'flats']],
    ['built in 1887', ['built', '1887 = 19th century']],
    ['looking for big barns', ['barns']],
    ['big', ['big']],
    ['good', ['good = Good']],
    ['good big', ['good = Good']],
    ['good pub', ['pub = Shop, pub or café']],
    ['pub near me', ['pub = Shop, pub or café']],
    ['within 10 miles of my position', []],
    ['near here in Glasgow', ['in Glasgow = Glasgow']],
    ['pub -mansion', ['pub = Shop, pub or café', '-mansion = not Country house or lodge']],
    ['pub not a barn', ['pub = Shop, pub or café', 'not a barn = not barn']],
    ['pub without  big barns', ['pub = Shop, pub or café', 'without  big barns = not barns']],
    ['-in Glasgow x-ray', ['-in Glasgow = not Glasgow', 'x', 'ray']],
    ['not near Glasgow', ['not near Glasgow = not near Glasgow, 40 km']],
    ['not far from Glasgow', ['not far from Glasgow = near Glasgow, 40 km']],
    ['not for profit', ['not for profit = Charity']],
    ['pub - barn', ['pub = Shop, pub or café', 'barn']],
    ['-"white house" not “pub”', ['-"white house" = not white house', 'not “pub” = not pub']],
    ['barn not pub or mansion', ['barn', 'not pub or mansion = not Shop, pub or café or Country house or lodge']],
    ['pub not', ['pub = Shop, pub or café']],
    ['barn -barn', ['barn', '-barn = not barn']],
    ['Tarbert', ['Tarbert = Tarbert, Argyll and Bute']],
    ['near An Tairbeart', ['near An Tairbeart = near Tarbert, Argyll and Bute, 40 km']],
    [
      'tarbert na h-eileanan siar pub',
      ['tarbert na h-eileanan siar = Tarbert, Na h-Eileanan Siar', 'pub = Shop, pub or café'],
    ],
    ['Tarbert, Harris', ['Tarbert, Harris = Tarbert, Na h-Eileanan Siar']],
    ['Tarbert, Glasgow', ['Tarbert, Glasgow = Tarbert, Argyll and Bute or Glasgow']],
    ['the of', ['the', 'of']],
    ['mill mill loch', ['mill', 'loch']],
    ['', []],
  ])('%s', (query, parts) => {
    expect(read(query)).toEqual(parts);
  });

  test.each([
    ['pub near Glaschu', [{ category: ['Shop, pub or café'] }, { place: 'Glasgow', within: 40 }]],
    ['near the Trossachs in Dun Eideann', [{ place: 'the Trossachs', within: 40 }, { place: 'Dùn Èideann' }]],
    ['within 20 miles of Fort William', [{ place: 'Fort William', within: 32 }]],
    ['mansion by the sea', [{ category: ['Country house or lodge'] }, { setting: ['Coastal'] }]],
    ['19th century', [{ century: ['19th'] }]],
    ['windmill loch "pub"', [undefined, undefined, undefined]],
  ])('%s: as filters', (query, expected) => {
    expect(parseQuery(query, vocabulary).map(({ filter }) => filter)).toEqual(expected);
  });

  test('has no filter for a term whose meanings are options of several fields', () => {
    const harbour = { term: 'harbour', value: 'Pier or harbour', related: false };
    const [part] = parseQuery(
      'harbour',
      new Vocabulary({
        thesaurus: [
          { ...harbour, field: 'category' },
          { ...harbour, field: 'setting', value: 'Coastal' },
        ],
        options: [],
        places: [],
      }),
    );
    expect(part).toMatchObject({ label: 'Pier, harbour or coastal' });
    expect(part).not.toHaveProperty('filter');
  });

  test('offers the other places of a name, in the same words', () => {
    const getOthers = (query: string) => parseQuery(query, vocabulary).map(({ otherPlaces = [] }) => otherPlaces);
    const name = 'Tarbert, Na h-Eileanan Siar';
    expect(getOthers('Tarbert')).toEqual([[{ name, text: name }]]);
    expect(getOthers('pub near An Tairbeart')).toEqual([[], [{ name, text: `near ${name}` }]]);
    expect(getOthers('Tarbert, Harris')).toEqual([[]]);
    expect(getOthers('-Tarbert')).toEqual([[]]);
    expect(getOthers('Glencoe')).toEqual([[]]);
  });

  test('has filters that mean the place that is shown', () => {
    const filters = ['Tarbert', 'tarbert, na h-eileanan siar'].map((query) => parseQuery(query, vocabulary)[0]!.filter);
    expect(filters).toEqual([{ place: 'Tarbert, Argyll and Bute' }, { place: 'Tarbert, Na h-Eileanan Siar' }]);
    for (const { place: name } of filters.map((filter) => filter!))
      expect(vocabulary.getPlaceName(vocabulary.getPlace(name!)!)).toBe(name);
  });

  test('excludes neither what is only related nor locations elsewhere that are named after a place', () => {
    const [part] = parseQuery('-mansion', vocabulary);
    expect(part).toMatchObject({ isExcluded: true, options: [{ name: 'Country house or lodge' }] });
    expect(part).not.toHaveProperty('filter');
    expect(parseQuery('-Glasgow', vocabulary)[0]!.place).toMatchObject({ name: [] });
  });

  test('understands the name of a small place only after a word such as near', () => {
    expect(read('ford')).toEqual(['ford']);
    expect(read('near Ford')).toEqual(['near Ford = near Ford, 40 km']);
  });

  test('keeps words in quotes as they are', () => {
    expect(parseQuery('mansion "near Glasgow"', vocabulary)).toMatchObject([
      { text: 'mansion', isLiteral: false, isRequired: false },
      { text: '"near Glasgow"', words: ['near', 'glasgow'], isLiteral: true, isRequired: true },
    ]);
  });

  test('keeps the title words of a place, so that a location named after it is found elsewhere too', () => {
    expect(parseQuery('Fort William', vocabulary)[0]!.place).toMatchObject({ name: ['fort', 'william'] });
    expect(parseQuery('near Fort William', vocabulary)[0]!.place).toMatchObject({ name: [] });
  });

  test('requires what follows a plus sign, in its meaning, and what stands in quotes, literally', () => {
    const parts = parseQuery('+by the sea barn "pub" c+d', vocabulary);
    expect(parts.map(({ text, isRequired, isLiteral }) => [text, isRequired, isLiteral])).toEqual([
      ['+by the sea', true, false],
      ['barn', false, false],
      ['"pub"', true, true],
      ['c', false, false],
      ['d', false, false],
    ]);
  });

  test('knows where each part is, also when it is repeated', () => {
    const query = 'mill “red  brick” windmill +mill near  Glaschu';
    const spans = parseQuery(query, vocabulary).map((part) =>
      part.spans.map(([start, end]) => query.slice(start, end)),
    );
    expect(spans).toEqual([['“red  brick”'], ['windmill'], ['mill', '+mill'], ['near  Glaschu']]);
  });
});

describe('names', () => {
  const landmarks = [
    { ...place('Old Man of Storr', { reach: 0.5 }), kind: 'landmark' as const },
    { ...place('Glenfinnan Viaduct', { reach: 0.3 }), kind: 'landmark' as const },
  ];
  const known = new Vocabulary({
    thesaurus: [],
    options: [],
    places: [...landmarks, place('Fort William'), place('Park District')],
  });
  const isKnown = (word: string) => ['viaduct', 'old', 'man', 'of', 'castle'].includes(word);
  const readNames = (query: string) => parseQuery(query, known, isKnown).map(({ text, label }) => `${text} = ${label}`);

  test.each([
    ['Old Man of Storr', ['Old Man of Storr = near Old Man of Storr, 11 km']],
    ['on the Old Man of Storr', ['on the Old Man of Storr = near Old Man of Storr, 11 km']],
    ['old man of storrr', ['old man of storrr = near Old Man of Storr, 11 km']],
    ['Glenfinan Viaduct', ['Glenfinan Viaduct = near Glenfinnan Viaduct, 11 km']],
    ['Fortwilliam castle', ['Fortwilliam = Fort William', 'castle = undefined']],
    ['old castle', ['old = undefined', 'castle = undefined']],
    ['Park Distrct', ['Park Distrct = Park District']],
    ['Peak District', ['Peak = undefined', 'District = undefined']],
  ])('%s', (query, parts) => {
    expect(readNames(query)).toEqual(parts);
  });

  test('a distance is required, and an area is not', () => {
    const [near] = parseQuery('near Glasgow', vocabulary);
    const [inside] = parseQuery('in Glasgow', vocabulary);
    expect([near!.isRequired, inside!.isRequired]).toEqual([true, false]);
  });

  test.each([
    ['NN166712', ['near NN166712, 40 km'], [56.796]],
    ['castle near NN 166 712', [undefined, 'near NN 166 712, 40 km'], [56.796]],
    ['pub within 5 km of 56.1, -4.5', ['Shop, pub or café', 'near 56.1, -4.5, 5 km'], [56.1]],
    ['56.1, -4.5 pub', ['near 56.1, -4.5, 40 km', 'Shop, pub or café'], [56.1]],
    [`56° 6' 0" N, 4° 30' 0" W`, [`near 56° 6' 0" N, 4° 30' 0" W, 40 km`], [56.1]],
    ['mill 1880 1920', [undefined, '19th century', '20th century'], []],
  ])('a position is a place: %s', (query, labels, latitudes) => {
    const parts = parseQuery(query, vocabulary);
    expect(parts.map(({ label }) => label)).toEqual(labels);
    const places = parts.flatMap(({ place: condition }) => condition?.searched ?? []);
    expect(places.map(({ latitude }) => Number(latitude.toFixed(3)))).toEqual(latitudes);
  });

  test.each([
    ['Hogwarts Express castle', [{ from: 0, to: 3, capitals: 2, startsWithTerm: false, title: [0, 3] }]],
    ['Pub of Storr', [{ from: 0, to: 2, capitals: 1, startsWithTerm: true, title: [0, 2] }]],
    ['Man of Storr', [{ from: 0, to: 2, capitals: 2, startsWithTerm: false, title: [0, 2] }]],
    ['HOGWARTS', [{ from: 0, to: 1, capitals: 0, startsWithTerm: false, title: [0, 1] }]],
    [
      'Hogwarts, Narnia',
      [
        { from: 0, to: 1, capitals: 1, startsWithTerm: false, title: [0, 1] },
        { from: 1, to: 2, capitals: 1, startsWithTerm: false, title: [1, 2] },
      ],
    ],
    ['"Hogwarts" -Narnia', []],
  ])('lists the names in %s', (query, names) => {
    expect(
      listNames(
        query,
        parseQuery(query, vocabulary, () => true),
      ),
    ).toEqual(names);
  });
});
