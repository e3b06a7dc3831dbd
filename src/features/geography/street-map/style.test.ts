import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { type FilterSpecification, featureFilter, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { PbfReader } from 'pbf';
import { describe, expect, test } from 'vitest';
import { STREET_MAP } from '../../../../tests/support/map-files.ts';
import { openArchive } from '../map-files/archive.server.ts';
import type { MapFile } from '../map-files/schema.ts';
import { MAP_COLOURS } from '../basemap/style.ts';
import { STREET_COLOURS } from './colours.ts';
import { STREETS_ATTRIBUTION, createInstalledStyle } from './style.ts';

const file: MapFile = {
  id: '5b1f2f9e-1111-4222-8333-444455556666',
  installedAt: new Date(),
  format: 'mvt',
  isGzip: true,
  minZoom: 0,
  maxZoom: 15,
  bounds: [-8.7, 54.6, -0.7, 60.9],
  bytes: 1,
  attribution: null,
};
const relief: MapFile = { ...file, format: 'webp', isGzip: false, tileSize: 512, attribution: '© Land surveyors' };
const THEMES = ['light', 'dark'] as const;
const INSTALLED = [{}, { streets: file }, { relief }, { streets: file, relief }];
const styles = THEMES.flatMap((theme) => INSTALLED.map((maps) => createInstalledStyle(theme, maps)));
const style = createInstalledStyle('light', { streets: file, relief });
const ids = style.layers.map(({ id }) => id);
const at = (id: string) => {
  expect(ids).toContain(id);
  return ids.indexOf(id);
};

describe('the style of the installed maps', () => {
  test('is valid in both themes, with and without each file', () => {
    for (const each of styles) expect(validateStyleMin(each)).toEqual([]);
  });

  test('contacts no other host, and names its tiles by the id of their file', () => {
    for (const each of styles) {
      expect(each.glyphs ?? each.sprite).toBeUndefined();
      const urls = Object.values(each.sources).flatMap((source) => ('tiles' in source ? (source.tiles ?? []) : []));
      for (const url of urls) expect(url).toMatch(/^\/basemap\//);
    }
    expect(style.sources).toMatchObject({
      streets: { tiles: [`/basemap/streets/${file.id}/{z}/{x}/{y}.mvt`], maxzoom: 15, bounds: file.bounds },
      relief: { tiles: [`/basemap/relief/${file.id}/{z}/{x}/{y}.webp`], encoding: 'terrarium', tileSize: 512 },
    });
  });

  test('names OpenStreetMap as its licence requires, and the source of the relief', () => {
    expect(STREETS_ATTRIBUTION).toContain('©\u00a0OpenStreetMap\u00a0contributors');
    expect(style.sources).toMatchObject({
      streets: { attribution: STREETS_ATTRIBUTION },
      relief: { attribution: '© Land surveyors' },
    });
  });

  test('draws the base map below the streets, relief below water, and labels above all', () => {
    expect(at('base-land')).toBeLessThan(at('earth'));
    expect(at('land-use')).toBeLessThan(at('hillshade'));
    expect(at('hillshade')).toBeLessThan(at('water'));
    expect(at('buildings')).toBeLessThan(at('roads'));
    expect(at('road-casings')).toBeLessThan(at('roads'));
    expect(at('roads')).toBeLessThan(at('street-names'));
    expect(at('house-numbers')).toBeLessThan(at('cities'));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is the base map without files', () => {
    const { sources, layers } = createInstalledStyle('dark', {});
    expect(Object.keys(sources)).toEqual(['base']);
    expect(layers.some(({ id }) => id === 'towns')).toBe(true);
  });

  test('shades the base map where there is no street map', () => {
    const order = createInstalledStyle('light', { relief }).layers.map(({ id }) => id);
    expect(order.indexOf('land')).toBeLessThan(order.indexOf('hillshade'));
    expect(order.indexOf('hillshade')).toBeLessThan(order.indexOf('lakes'));
  });

  test('has the colours of the base map, and all others in both themes', () => {
    for (const theme of THEMES) expect(STREET_COLOURS[theme]).toMatchObject(MAP_COLOURS[theme]);
    expect(Object.keys(STREET_COLOURS.dark)).toEqual(Object.keys(STREET_COLOURS.light));
  });

  test('draws roads, paths, tracks, rails, buildings, land use and all kinds of labels of a real tile', async () => {
    const content = await readFile(STREET_MAP.file);
    const archive = openArchive(async (offset, length) => content.subarray(offset, offset + length));
    const drawn = new Set<string>();
    for (const { z, x, y } of [STREET_MAP.tile, ...STREET_MAP.farther]) {
      const { data } = (await archive.getZxy(z, x, y))!;
      const { layers } = new VectorTile(new PbfReader(gunzipSync(Buffer.from(data))));
      for (const layer of style.layers) {
        if (!('source-layer' in layer) || layer.source !== 'streets') continue;
        const features = layers[layer['source-layer'] as string];
        const { filter } = featureFilter((layer.filter ?? true) as FilterSpecification, layer.id);
        for (let index = 0; index < (features?.length ?? 0); index += 1) {
          const { type, properties } = features!.feature(index);
          if (filter({ zoom: Math.max(z, layer.minzoom ?? 0) }, { type, properties })) drawn.add(layer.id);
        }
      }
    }
    expect([...drawn]).toEqual(
      expect.arrayContaining([
        'earth',
        'landcover',
        'land-use',
        'water',
        'buildings',
        'rivers',
        'road-casings',
        'roads',
        'tunnels',
        'paths',
        'tracks',
        'rails',
        'faint-rails',
        'county-boundaries',
        'house-numbers',
        'green-spaces',
        'stations',
        'peaks',
        'path-names',
        'street-names',
        'main-road-names',
        'road-numbers',
        'neighbourhoods',
        'villages',
        'towns',
        'cities',
      ]),
    );
  });
});
