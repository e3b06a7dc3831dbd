import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { getGroundLayers } from '../../src/features/geography/basemap/layers.server.ts';
import { getWaterLabels } from '../../src/features/geography/basemap/water-labels.server.ts';
import { renderStaticMap } from '../../src/features/geography/basemap/static-map/static-map.server.ts';
import { typeset } from '../../src/features/geography/basemap/static-map/typesetting.server.ts';
import { createTile } from '../../src/features/geography/basemap/tiles.server.ts';
import { findLocalAuthority, isOnLand } from '../../src/features/geography/boundaries/queries.server.ts';
import { getTopology } from '../../src/features/geography/boundaries/topology.server.ts';
import { findTown } from '../../src/features/geography/gazetteer/nearest-town.queries.server.ts';
import { getGazetteer } from '../../src/features/geography/gazetteer/queries.server.ts';
import { findPostcodeDistrict } from '../../src/features/geography/postcode-districts/queries.server.ts';
import { parsePosition } from '../../src/features/geography/positions/parse-position.server.ts';
import { readRegionJson, selectRegion } from '../../src/features/geography/region/queries.server.ts';
import { postcode } from '../../src/features/locations/catalogue/fields/postcode.ts';
import { enterDegrees } from '../../src/features/locations/messages.ts';
import { readDefaults } from '../../src/features/search/vocabulary/commands.server.ts';

selectRegion(import.meta.dirname);

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const options = readRegionJson('options.json') as Record<string, string[]>;

test('has all local authorities as options and as areas', () => {
  expect(getTopology().councils.toSorted()).toEqual(options['localauthority']!.toSorted());
  expect(getTopology().councils).toHaveLength(31);
});

test.each([
  ['Dunguaire Castle', 53.14222, -8.92611, 'Galway County', 'Gort'],
  ['Eyre Square', 53.2745, -9.049, 'Galway City', 'Galway'],
  ['Cahir Castle, in a merged county', 52.37455, -7.92719, 'Tipperary', 'Cahir'],
  ['Malahide Castle', 53.44472, -6.165, 'Fingal', 'Malahide'],
  ['the Fastnet Rock, at sea', 51.3892, -9.6029, 'Cork County', 'Skibbereen'],
])('finds the authority and the nearest town of %s', (_place, latitude, longitude, authority, town) => {
  expect(findLocalAuthority(at(latitude, longitude))).toBe(authority);
  expect(findTown(at(latitude, longitude))).toBe(town);
});

test('has no authority in Northern Ireland, which is land', () => {
  const belfast = at(54.597, -5.95);
  expect([findLocalAuthority(belfast), isOnLand(belfast)]).toEqual([null, true]);
});

test('accepts Eircodes, and knows the towns of their routing keys', () => {
  expect(postcode.parse('d02af30')).toBe('D02 AF30');
  expect(postcode.parse('D6W XY00')).toBe('D6W XY00');
  expect(findLocalAuthority(findPostcodeDistrict('V94 T28R')!)).toBe('Limerick');
  for (const wrong of ['EH1 1RE', 'D02', 'B02 AF30', 'D02 AF3']) {
    expect(postcode.safeParse(wrong).error?.issues[0]?.message).toBe('Enter an Eircode such as A65 F4E2.');
  }
  const districts = readRegionJson('postcode-districts.json') as [string, number, number][];
  const abroad = districts.filter(([, latitude, longitude]) => findLocalAuthority(at(latitude, longitude)) === null);
  // Lifford is on the river that is the border, and the boundaries are exact to about a kilometre.
  expect(abroad.map(([key]) => key)).toEqual(['F93']);
});

test('has an example of its own for degrees', () => {
  expect(enterDegrees('latitude')).toBe('Enter degrees between -90 and 90, such as 53.40.');
  expect(enterDegrees('longitude')).toBe('Enter degrees between -180 and 180, such as -8.30.');
});

test('has places with Irish names and terms for its own options', async () => {
  const { places, thesaurus } = await readDefaults();
  const namesOf = (name: string) => places.find((place) => place.name === name)?.names;
  expect(namesOf('Dublin')).toContain('Baile Átha Cliath');
  expect(namesOf('County Cork')).toContain('Contae Chorcaí');
  const fields = Object.keys(options);
  const unknown = thesaurus.filter(({ field, value }) => fields.includes(field) && !options[field]!.includes(value));
  expect(unknown).toEqual([]);
  const names = new Set(getTopology().councils);
  expect(places.flatMap(({ area }) => area.councils).filter((name) => !names.has(name))).toEqual([]);
});

test('labels salt water at sea and lakes within lakes, with glyphs for every name', () => {
  const { seas, lakes } = getWaterLabels();
  expect(seas.filter(isOnLand)).toEqual([]);
  expect(lakes.length).toBeLessThanOrEqual(getGroundLayers().lakes.lines.length);
  const { towns, abroad } = getGazetteer();
  const names = [
    ...[...towns, ...abroad, ...lakes].map(({ name }) => name),
    ...seas.map(({ name }) => name.toUpperCase()),
  ];
  const incomplete = names.filter((name) => {
    return typeset(name, { size: 24 }).characters.size !== new Set(name.replaceAll(' ', '')).size;
  });
  expect(incomplete).toEqual([]);
});

test('draws tiles and static maps', () => {
  expect(createTile(5, 15, 10)!.byteLength).toBeGreaterThan(1_000);
  expect(renderStaticMap(at(53.14222, -8.92611))).toContain('<title>Gort</title>');
});

test('has the pages that depend on the region', () => {
  const pages = [
    'home',
    'how-filming-works',
    'film-offices',
    'credits',
    'privacy',
    'accessibility',
    'terms',
    'cookies',
  ];
  for (const page of pages) {
    const text = readFileSync(path.join(import.meta.dirname, `content/pages/${page}.json`), 'utf8');
    expect(text).not.toMatch(/scot/i);
  }
});

test.each([
  ['O 15904 34671', 53.3498, -6.26025],
  ['315904, 234671', 53.3498, -6.26025],
  ['715830, 734697', 53.3498, -6.26025],
  ['J 337 741', 54.59745, -5.93208],
])('reads %s as a position of the Irish grids', (text, latitude, longitude) => {
  const found = parsePosition(text)!;
  expect(found.latitude).toBeCloseTo(latitude, 4);
  expect(found.longitude).toBeCloseTo(longitude, 4);
});
