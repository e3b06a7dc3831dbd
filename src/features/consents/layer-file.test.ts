import { expect, test } from 'vitest';
import { parseLayer } from './layer-file.server.ts';

/** Corners of a square in Edinburgh. */
const SQUARE = [
  [-3.2, 55.9],
  [-3.1, 55.9],
  [-3.1, 56],
  [-3.2, 56],
  [-3.2, 55.9],
];
const HOLE = [
  [-3.16, 55.94],
  [-3.14, 55.94],
  [-3.14, 55.96],
  [-3.16, 55.94],
];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const feature = (properties: object | null = {}, geometry: unknown = polygon(SQUARE)) => ({
  type: 'Feature',
  properties: properties && { name: 'Holyrood Park', ...properties },
  geometry,
});
const file = (members: object = {}, ...features: unknown[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    name: 'Parks',
    authority: 'The park rangers',
    features: features.length > 0 ? features : [feature()],
    ...members,
  });
const parse = (content: string) => parseLayer(content, 'parks.geojson');
const parseArea = (properties: object, geometry?: unknown) => parse(file({}, feature(properties, geometry))).areas[0]!;

test('reads a layer: null for what it does not say, and no closing positions', () => {
  expect(parse(file())).toEqual({
    name: 'Parks',
    attribution: null,
    outside: 0,
    withoutGeometry: 0,
    areas: [
      {
        number: 1,
        texts: {
          name: 'Holyrood Park',
          kind: null,
          authority: 'The park rangers',
          contact: null,
          email: null,
          telephone: null,
          notice: null,
          consent: null,
          fees: null,
          link: null,
        },
        localauthority: null,
        outlines: [{ outline: SQUARE.slice(0, 4), holes: [] }],
      },
    ],
  });
});

test.each([
  ['a member of the file, for all areas', { kind: 'park' }, {}, { kind: 'park' }],
  ['a property before a member', { kind: 'park' }, { kind: 'royal park' }, { kind: 'royal park' }],
  ['a member instead of a property that is null', { kind: 'park' }, { kind: null }, { kind: 'park' }],
  ['a number of days', {}, { notice: 28 }, { notice: '28 days' }],
  ['one day', {}, { notice: '1' }, { notice: '1 day' }],
  ['another notice', {}, { notice: ' 10 working days ' }, { notice: '10 working days' }],
  ['a number as text', {}, { name: 4711 }, { name: '4711' }],
  ['text on several lines', {}, { fees: 'From £50\nper hour' }, { fees: 'From £50 per hour' }],
  ['an empty link', {}, { link: '' }, { link: null }],
  ['a link', {}, { link: 'https://parks.example/filming' }, { link: 'https://parks.example/filming' }],
  ['no more than it knows', {}, { OBJECTID: 7, radius: null }, { name: 'Holyrood Park' }],
])('reads %s', (_what, members, properties, expected) => {
  expect(parse(file(members, feature(properties))).areas[0]!.texts).toMatchObject(expected);
});

test.each([
  ['holes', polygon(SQUARE, HOLE), [{ outline: SQUARE.slice(0, 4), holes: [HOLE.slice(0, 3)] }]],
  ['heights', polygon(SQUARE.map((position) => [...position, 120])), [{ outline: SQUARE.slice(0, 4), holes: [] }]],
  ['rings that are not closed', polygon(SQUARE.slice(0, 4)), [{ outline: SQUARE.slice(0, 4), holes: [] }]],
  ['holes without an extent', polygon(SQUARE, [SQUARE[0], SQUARE[0]]), [{ outline: SQUARE.slice(0, 4), holes: [] }]],
  [
    'several polygons',
    { type: 'MultiPolygon', coordinates: [[SQUARE], [HOLE]] },
    [
      { outline: SQUARE.slice(0, 4), holes: [] },
      { outline: HOLE.slice(0, 3), holes: [] },
    ],
  ],
])('reads %s', (_what, geometry, expected) => {
  expect(parseArea({}, geometry).outlines).toEqual(expected);
});

test('makes a circle of a point with a radius in metres', () => {
  const [circle] = parseArea({ radius: 500 }, { type: 'Point', coordinates: [-3.2, 55.95, 80] }).outlines;
  const latitudes = circle!.outline.map(([, latitude]) => latitude);
  expect((Math.max(...latitudes) - Math.min(...latitudes)) * 111.2).toBeCloseTo(1, 1);
});

test('takes the area of a local authority instead of a geometry', () => {
  expect(parseArea({ localauthority: 'Stirling' }, null)).toMatchObject({ localauthority: 'Stirling', outlines: [] });
});

test('leaves out what is outside the region, and what has no geometry', () => {
  const paris = [
    [2, 48],
    [3, 48],
    [3, 49],
    [2, 48],
  ];
  const layer = parse(file({}, feature({}, polygon(paris)), feature({}, null), feature({}, polygon([])), feature()));
  expect(layer).toMatchObject({ outside: 1, withoutGeometry: 2, areas: [{ number: 4 }] });
});

test.each(['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:EPSG::4326', 'EPSG:4326'])('accepts %s', (name) => {
  expect(parse(file({ crs: { type: 'name', properties: { name } } })).areas).toHaveLength(1);
});

test('ignores a byte order mark', () => {
  expect(parse(`\uFEFF${file()}`).areas).toHaveLength(1);
});

test.each([
  ['no JSON', 'name,latitude', /^parks\.geojson is not a GeoJSON file\. Unexpected token/],
  ['a list', '[]', /^parks\.geojson is not a GeoJSON file\.$/],
  ['TopoJSON', file({ type: 'Topology' }), /^parks\.geojson is not a FeatureCollection of GeoJSON/],
  ['no name', file({ name: '' }), /^parks\.geojson: name: Give the layer a name/],
  ['metres', file({ crs: { properties: { name: 'EPSG:27700' } } }), /are in EPSG:27700\. .* ogr2ogr -t_srs EPSG:4326/],
  [
    'no authority',
    file({ authority: null }),
    /^Feature 1 \(Holyrood Park\), authority: Say whose consent is needed\.$/m,
  ],
  ['a feature without a name', file({}, feature({ name: '' })), /^Feature 1, name: An area needs a name\.$/m],
  ['a script as link', file({}, feature({ link: 'javascript:alert(1)' })), /^Feature 1 .*, link: Enter a web address/m],
  ['an invalid email', file({}, feature({ email: 'rangers' })), /^Feature 1 .*, email: Enter an email address/m],
  ['a long text', file({}, feature({ fees: 'x'.repeat(501) })), /^Feature 1 .*, fees: .*500/m],
  [
    'a line',
    file({}, feature({}, { type: 'LineString', coordinates: SQUARE })),
    /is a LineString\. Areas are polygons/,
  ],
  ['a point', file({}, feature({}, { type: 'Point', coordinates: [-3.2, 56] })), /Points need a radius in metres\.$/m],
  ['eastings', file({}, feature({}, polygon([[325000, 673000]]))), /325000, 673000 is not in degrees/],
  ['text as a position', file({}, feature({}, polygon([['-3', '56']]))), /a position that is not two numbers/],
  ['latitudes first', file({}, feature({}, polygon(SQUARE.map(([x, y]) => [y, x])))), /has no area in Scotland/],
  ['no features', file({ features: [] }), /has no area in Scotland/],
  ['a feature that is none', file({ features: [7] }), /^Feature 1 is not a feature of GeoJSON\.$/m],
])('rejects %s, and says what to do', (_what, content, message) => {
  expect(() => parse(content)).toThrow(message);
});

test('names the first ten problems', () => {
  const wrong = Array.from({ length: 12 }, () => feature({ email: 'rangers' }));
  expect(() => parse(file({}, ...wrong))).toThrow(/Feature 10 [^]*$/);
  expect(() => parse(file({}, ...wrong))).not.toThrow(/Feature 11/);
});
