import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RecordField, getField } from '../../src/features/locations/catalogue/fields/lookup.ts';
import { getTextSchema } from '../../src/features/locations/catalogue/fields/validation.ts';
import { MAP_PRECISIONS } from '../../src/features/geography/schema.ts';
import { FACETS, FACET_FIELDS, RESERVED_URLS } from '../../src/features/locations/catalogue/schema.ts';
import { cropAround } from '../../src/features/media/crop.ts';
import { personName } from '../../src/platform/http/field-schemas.ts';

/** Categories that the samples must cover. */
const REQUIRED_CATEGORIES = [
  'Archaeological site',
  'Battlefield',
  'Beach or coast',
  'Bridge',
  'Canal',
  'Castle or fortification',
  'Cave',
  'Church or abbey',
  'Civic building',
  'Country house or lodge',
  'Estate',
  'Farm or steading',
  'Flat or tenement',
  'Garden or park',
  'Glen or pass',
  'Hill or mountain',
  'Hotel',
  'House',
  'Industrial site',
  'Interior',
  'Island',
  'Lighthouse',
  'Loch or reservoir',
  'Mill or factory',
  'Moor or dune',
  'Museum',
  'Office',
  'Pier or harbour',
  'Railway station',
  'River or burn',
  'Road or car park',
  'Ruin',
  'School or hospital',
  'Shop, pub or café',
  'Street or square',
  'Theatre or hall',
  'Warehouse',
  'Waterfall',
  'Woodland',
];
/** Bounding box of Scotland with its islands, in degrees (WGS 84). */
const SCOTLAND = { west: -8.7, south: 54.6, east: -0.7, north: 60.9 };
const DRAMA_NUMBER = /^(?:0131 496 0\d{3}|0141 496 0\d{3}|01632 960\d{3}|07700 900\d{3})$/;

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const options = z.record(z.enum(FACET_FIELDS), z.array(z.string())).parse(read('../../regions/scotland/options.json'));
const photographs = z
  .array(
    z.object({
      file: z.string(),
      width: z.number(),
      height: z.number(),
      focal: z.object({ x: z.number(), y: z.number() }),
    }),
  )
  .parse(read('../photographs/photographs.json'));
const photographNames = new Set(photographs.map(({ file }) => file));

const format = (name: RecordField) => getTextSchema(getField(name))!;
const filled = (name: RecordField) => format(name).pipe(z.string().min(1));
const option = (field: (typeof FACET_FIELDS)[number]) => z.enum(options[field]);
const day = z.iso.date();
const description = format('description').refine((text) => text.split(/\s+/).length >= 80, 'needs 80 words');
const photographList = z
  .array(z.enum([...photographNames]))
  .min(1)
  .max(4);

const sample = z.strictObject({
  locationidentifier: z.int().positive(),
  sample: z.literal(true),
  featured: z.boolean(),
  title: filled('title'),
  locationurl: filled('locationurl'),
  nearesttown: filled('nearesttown'),
  address1: filled('address1'),
  address2: filled('address2'),
  address3: filled('address3'),
  address4: filled('address4'),
  postcode: filled('postcode'),
  ownername: filled('ownername'),
  visitedby: filled('visitedby'),
  style: filled('style'),
  parking: filled('parking'),
  noise: filled('noise'),
  access: filled('access'),
  previoususe: filled('previoususe'),
  remarks: filled('remarks'),
  internalteamnotes: filled('internalteamnotes'),
  migrationnotes: filled('migrationnotes'),
  email: format('email').pipe(z.string().regex(/\.example$/)),
  telephone1: format('telephone1').pipe(z.string().regex(DRAMA_NUMBER)),
  telephone2: format('telephone2').pipe(z.string().regex(DRAMA_NUMBER)),
  category: z.array(option('category')).min(1),
  setting: z.array(option('setting')).min(1),
  century: z.array(option('century')).min(1),
  condition: option('condition'),
  ownershiptype: option('ownershiptype'),
  localauthority: option('localauthority'),
  filmoffice: option('filmoffice'),
  latitude: z.number().min(SCOTLAND.south).max(SCOTLAND.north),
  longitude: z.number().min(SCOTLAND.west).max(SCOTLAND.east),
  map_precision: z.enum(MAP_PRECISIONS),
  address_public: z.boolean(),
  contact: z.strictObject({ firstname: personName, lastname: personName }),
  photographs: photographList,
  description,
  visited: z.boolean(),
  datevisited: day,
  datefirstcontacted: day,
  datefinalcontact: day,
  exporttowebsite: z.boolean(),
});

const source = read('samples.json');
const samples = source as z.infer<typeof sample>[];

describe('sample locations', () => {
  test('have valid values in every field', () => {
    expect(z.array(sample).safeParse(source).error?.issues).toBeUndefined();
  });

  test('are at least 60, all different', () => {
    expect(samples.length).toBeGreaterThanOrEqual(60);
    for (const field of ['title', 'locationurl', 'locationidentifier', 'telephone1', 'email', 'description'] as const) {
      expect(new Set(samples.map((location) => location[field])).size, field).toBe(samples.length);
    }
  });

  test('use no reserved URLs', () => {
    expect(samples.filter(({ locationurl }) => RESERVED_URLS.has(locationurl))).toEqual([]);
  });

  test('cover all categories and council areas', () => {
    const categories = new Set(samples.flatMap(({ category }) => category));
    expect(REQUIRED_CATEGORIES.filter((category) => !categories.has(category))).toEqual([]);
    const areas = new Set(samples.map(({ localauthority }) => localauthority));
    expect(options.localauthority.filter((area) => !areas.has(area))).toEqual([]);
  });

  test('have no duplicate options or photographs', () => {
    for (const location of samples) {
      for (const list of [location.photographs, location.category, location.setting, location.century]) {
        expect(new Set(list).size, location.title).toBe(list.length);
      }
    }
  });

  test('have dates in order: first contact, visit, last contact', () => {
    for (const { title, datefirstcontacted, datevisited, datefinalcontact } of samples) {
      expect([datefirstcontacted, datevisited, datefinalcontact].toSorted(), title).toEqual([
        datefirstcontacted,
        datevisited,
        datefinalcontact,
      ]);
    }
  });

  test('include six featured locations, and use every map precision', () => {
    expect(samples.filter(({ featured }) => featured)).toHaveLength(6);
    expect(new Set(samples.map(({ map_precision }) => map_precision))).toEqual(new Set(MAP_PRECISIONS));
  });
});

describe('photographs', () => {
  const real = z
    .array(
      z.strictObject({
        // Of a place that is not among the imported ones.
        locationidentifier: z.number().int().optional(),
        title: format('title'),
        photographs: photographList,
        featured: z.boolean(),
        description,
        latitude: z.number().optional(),
        longitude: z.number().optional(),
        nearesttown: format('nearesttown').optional(),
        ...Object.fromEntries(
          FACET_FIELDS.map((field) => [
            field,
            (FACETS[field].isMultiple ? z.array(option(field)) : option(field)).optional(),
          ]),
        ),
      }),
    )
    .parse(read('real.json'));

  test('of real places are not used for samples', () => {
    expect(Object.fromEntries(real.map(({ title, photographs: [file] }) => [title, file]))).toEqual({
      'Eilean Donan Castle': 'stone-castle-loch-01.jpg',
      'Neist Point': 'lighthouse-headland-skye-01.jpg',
      'Loch Coruisk': 'highland-loch-01.jpg',
      'Kilchurn Castle': 'kilchurn-castle-loch-awe-01.jpg',
      'The Quiraing': 'quiraing-trotternish-skye-01.jpg',
      'Glenfinnan Viaduct': 'glenfinnan-viaduct-steam-train-01.jpg',
      'River Clyde at the Broomielaw': 'glasgow-river-clyde-01.jpg',
    });
    const used = new Set(samples.flatMap((location) => location.photographs));
    expect(real.flatMap((place) => place.photographs).filter((file) => used.has(file))).toEqual([]);
  });

  test.each([
    [1440, 389],
    [1920, 420],
    [2560, 420],
  ])('show the tower of Eilean Donan in a banner of %i x %i pixels', (width, height) => {
    const castle = photographs.find(({ file }) => file === 'stone-castle-loch-01.jpg')!;
    const crop = cropAround(castle, width / height, castle.focal);
    const highestChimney = 0.243 * castle.height;
    const shore = 0.48 * castle.height;
    expect(crop.top).toBeLessThan(highestChimney);
    expect(crop.top + crop.height).toBeGreaterThan(shore);
  });

  test('are all used', () => {
    const irish = z
      .array(z.object({ photographs: photographList }))
      .parse(read('../../regions/ireland/demo/real.json'));
    const used = new Set([...samples, ...real, ...irish].flatMap((place) => place.photographs));
    expect([...photographNames].filter((file) => !used.has(file))).toEqual([]);
  });
});
