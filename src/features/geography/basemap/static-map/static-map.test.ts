import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { getGazetteer } from '../../gazetteer/queries.server.ts';
import { getWaterLabels } from '../water-labels.server.ts';
import { typeset } from './typesetting.server.ts';
import { renderOverview, renderStaticMap } from './static-map.server.ts';

const EILEAN_DONAN = { latitude: 57.27389, longitude: -5.51605 };

const namesOn = (svg: string) => [...svg.matchAll(/<title>([^<]+)</g)].map(([, name]) => name);

describe('renderStaticMap', () => {
  test('labels the surroundings', () => {
    expect(namesOn(renderStaticMap(EILEAN_DONAN))).toContain('Kyle of Lochalsh');
  });

  test('labels a town below the marker next to the marker', () => {
    expect(namesOn(renderStaticMap({ latitude: 55.952, longitude: -3.1965 }))).toContain('Edinburgh');
  });

  test('widens the view until the region is recognisable', () => {
    expect(namesOn(renderStaticMap({ latitude: 57.0704, longitude: -3.6691 })).length).toBeGreaterThanOrEqual(3); // Ben Macdui
  });

  test('draws land, water and the marker at 960 by 640', async () => {
    const { data, info } = await sharp(Buffer.from(renderStaticMap(EILEAN_DONAN)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([960, 640]);
    const colourAt = (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels;
      return `#${data.subarray(at, at + 3).toString('hex')}`.toUpperCase();
    };
    const shades = new Set(Array.from({ length: 480 }, (_, i) => colourAt(i * 2, 200)));
    expect(colourAt(480, 320)).toBe('#FAD51A');
    expect(shades).toContain('#C8D8DE');
    expect(shades).toContain('#EDF0E3');
  });

  test('supports the dark colour scheme', () => {
    expect(renderStaticMap(EILEAN_DONAN)).toMatch(/@media\(prefers-color-scheme:dark\)\{.*\.ground\{fill:#0B161B\}/);
  });

  test('defines each glyph once and needs no font', () => {
    const svg = renderStaticMap(EILEAN_DONAN);
    expect(svg).not.toMatch(/<text|font/);
    const drawn = [...svg.matchAll(/<path id="(\w+)" d="m/g)].map(([, id]) => id);
    const referred = new Set([...svg.matchAll(/href="#(l\w+)"/g)].map(([, id]) => id));
    expect(new Set(drawn)).toEqual(referred);
    expect(drawn.length).toBe(referred.size);
  });

  test('has glyphs for every label', () => {
    const { towns, abroad, islands } = getGazetteer();
    const { seas, lakes } = getWaterLabels();
    const names = [...towns, ...abroad, ...islands, ...lakes].map(({ name }) => name);
    const all = [...names, ...seas.map(({ name }) => name.toUpperCase())];
    const incomplete = all.filter((name) => {
      const letters = new Set(name.replaceAll(' ', ''));
      return typeset(name, { size: 24 }).characters.size !== letters.size;
    });
    expect(incomplete).toEqual([]);
  });

  test('stays small, with labels inside the image and without overlaps', () => {
    const latitude = fc.double({ min: 54.6, max: 60.9, noNaN: true });
    const longitude = fc.double({ min: -8.7, max: -0.7, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (y, x) => {
        const svg = renderStaticMap({ latitude: y, longitude: x });
        // Maximum at the coasts of Skye and Islay: 28 KB, 11 KB compressed.
        expect(svg.length).toBeLessThan(32_000);
        const spots = [...svg.matchAll(/transform="translate\((\d+) (\d+)\)scale/g)].map(([, a, b]) => [
          Number(a),
          Number(b),
        ]);
        expect(spots.every(([a, b]) => a! > 0 && a! < 960 && b! > 0 && b! < 640)).toBe(true);
        expect(new Set(spots.map(String)).size).toBe(spots.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('renderOverview', () => {
  test('draws the region with its largest towns and seas, and no marker', async () => {
    const svg = renderOverview({ center: [-4.2, 57.5], zoom: 6 });
    expect(namesOn(svg)).toEqual(expect.arrayContaining(['Edinburgh', 'Inverness', 'Stornoway', 'North Sea']));
    expect(svg).not.toContain('<circle');
    const { width, height } = await sharp(Buffer.from(svg)).metadata();
    expect([width, height]).toEqual([2_400, 2_400]);
  });
});
