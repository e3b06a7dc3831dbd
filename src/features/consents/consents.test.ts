import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addOption } from '../../../tests/support/locations.ts';
import { getTopology } from '../geography/boundaries/topology.server.ts';
import { isInside } from '../geography/measure.ts';
import type { MapPrecision, Position } from '../geography/schema.ts';
import { toPublicPosition } from '../locations/catalogue/published/public-position.ts';
import { runConsents } from './command-line.server.ts';
import { installLayer } from './commands.server.ts';
import { describeConsentArea } from './messages.ts';
import { listPublicConsentAreas } from './queries.server.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-consents-'));
afterAll(() => rm(dataDir, { recursive: true }));
beforeEach(async () => void (await db.deleteFrom('consent_layers').execute()));

const COUNCILS = 'regions/scotland/councils.geojson';
const councils = (
  JSON.parse(await readFile(COUNCILS, 'utf8')) as {
    features: { properties: { name: string; localauthority: string } }[];
  }
).features.map(({ properties }) => properties);

type Corner = readonly [longitude: number, latitude: number];
const box = (west: number, south: number, east: number, north: number): Corner[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];
const polygon = (...rings: Corner[][]) => ({ type: 'Polygon', coordinates: rings });
const area = (name: string, geometry: unknown, properties: object = {}) => ({
  type: 'Feature',
  properties: { name, ...properties },
  geometry,
});

/** Installs a layer by the command line. Returns what it says, with FILE as the name of the file. */
async function install(name: string, ...features: unknown[]) {
  const file = path.join(dataDir, 'given.geojson');
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', name, authority: 'The rangers', features }));
  const outcome = await runConsents(db, ['install', file]);
  return { ...outcome, text: outcome!.text.replaceAll('given.geojson', 'FILE') };
}

const NO_TEXTS = {
  kind: null,
  contact: null,
  email: null,
  telephone: null,
  notice: null,
  consent: null,
  fees: null,
  link: null,
};
const ID = '00000000-0000-4000-8000-000000000000';
/** The names of the areas that the public knows a location to be in. */
async function listNames(exact: Position, precision: MapPrecision = 'exact', localauthority: string | null = null) {
  const place = { id: ID, ...toPublicPosition(exact, precision), map_precision: precision, localauthority };
  const found = await listPublicConsentAreas(db, [place]);
  return (found.get(ID) ?? []).map(({ name }) => name);
}
/** Whether three points are not on one line. */
const isBesideLine = ([x1, y1]: [number, number], [x2, y2]: [number, number], [x, y]: [number, number]) =>
  (x2 - x1) * (y - y1) !== (y2 - y1) * (x - x1);
const at = (longitude: number, latitude: number): Position => ({ longitude, latitude });

describe('the command', () => {
  test('installs, replaces, lists and removes layers', async () => {
    expect(await runConsents(db, ['list'])).toEqual({ exitCode: 0, text: 'No layer is installed.' });
    expect(
      await install('Parks', area('Old', polygon(box(-4, 56, -3, 57))), area('Gone', polygon(box(2, 48, 3, 49)))),
    ).toEqual({
      exitCode: 0,
      text: 'Layer installed: Parks, 1 area. Pages show it within 5 seconds.\nLeft out: 1 area outside Scotland.',
    });
    await install('Monuments', area('Fort', polygon(box(-4, 56, -3, 57))));
    expect(await listNames(at(-3.5, 56.5))).toEqual(['Fort', 'Old']);

    await install('Parks', area('New', polygon(box(-4, 56, -3, 57))));
    expect(await listNames(at(-3.5, 56.5))).toEqual(['Fort', 'New']);
    expect((await runConsents(db, ['list']))!.text).toMatch(/^Monuments: 1 area, installed 20.*Z\nParks: 1 area, /);

    expect(await runConsents(db, ['remove', 'Parks'])).toEqual({ exitCode: 0, text: 'Layer removed: Parks.' });
    expect(await runConsents(db, ['remove', 'Parks'])).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/^There is no layer Parks\.\nMonuments: /),
    });
    expect(await listNames(at(-3.5, 56.5))).toEqual(['Fort']);
  });

  test('leaves the installed layer as it was if the file cannot be installed', async () => {
    await install('Parks', area('Old', polygon(box(-4, 56, -3, 57))));
    expect(await install('Parks', area('New', polygon(box(-4, 56, -3, 57))), area('', null))).toEqual({
      exitCode: 1,
      text: 'FILE cannot be installed.\nFeature 2, name: An area needs a name.',
    });
    expect(await install('Parks', area('City', null, { localauthority: 'Atlantis' }))).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/^The site has no local authority Atlantis\. It has/),
    });
    expect(await listNames(at(-3.5, 56.5))).toEqual(['Old']);
  });

  test.each([[[]], [['install']], [['list', 'Parks']], [['remove', 'a', 'b']], [['clear', 'Parks']]])(
    'rejects the arguments %j',
    async (args) => expect(await runConsents(db, args)).toBeUndefined(),
  );

  test('says why a file cannot be read', async () => {
    expect(await runConsents(db, ['install', path.join(dataDir, 'missing.geojson')])).toEqual({
      exitCode: 1,
      text: `${path.join(dataDir, 'missing.geojson')} cannot be read: no such file or folder.`,
    });
  });

  test('installs one of two layers with the same name at a time', async () => {
    const layer = (name: string) => ({
      name: 'Parks',
      attribution: null,
      outside: 0,
      withoutGeometry: 0,
      areas: Array.from({ length: 700 }, (_, index) => ({
        number: index + 1,
        localauthority: null,
        texts: { ...NO_TEXTS, name, authority: 'The rangers' },
        outlines: [{ outline: box(-4, 56, -3, 57), holes: [] }],
      })),
    });
    await Promise.all([installLayer(db, layer('One')), installLayer(db, layer('Other'))]);
    const names = await db.selectFrom('consent_areas').select('name').distinct().execute();
    expect(names).toHaveLength(1);
    // Areas that say the same are listed once.
    expect(await listNames(at(-3.5, 56.5))).toHaveLength(1);
  });
});

describe('a location', () => {
  test('is in no hole of an area, and in each part of several', async () => {
    const [west, east] = [polygon(box(-4, 56, -3.6, 57), box(-3.9, 56.2, -3.7, 56.8)), polygon(box(-3.4, 56, -3, 57))];
    const coordinates = [west.coordinates, east.coordinates];
    await install('Parks', area('Park', { type: 'MultiPolygon', coordinates }));
    expect(await listNames(at(-3.95, 56.5))).toEqual(['Park']);
    expect(await listNames(at(-3.2, 56.5))).toEqual(['Park']);
    expect(await listNames(at(-3.8, 56.5))).toEqual([]);
    expect(await listNames(at(-3.5, 56.5))).toEqual([]);
  });

  test('is in the area of its local authority, which comes last', async () => {
    await addOption(db, 'localauthority', 'Stirling');
    await install('Councils', area('Stirling', null, { localauthority: 'Stirling' }));
    await install('Parks', area('Park', polygon(box(-4, 56, -3, 57))));
    expect(await listNames(at(-3.5, 56.5), 'area', 'Stirling')).toEqual(['Park', 'Stirling']);
    expect(await listNames(at(-3.5, 56.5), 'area', 'Fife')).toEqual(['Park']);
  });

  test('is in the area of its council, whose layer comes with the region', async () => {
    for (const { name, localauthority } of councils) {
      expect(name).toBe(localauthority);
      await addOption(db, 'localauthority', name);
    }
    const outcome = await runConsents(db, ['install', COUNCILS]);
    expect(outcome!.text).toBe('Layer installed: Councils, 32 areas. Pages show it within 5 seconds.');
    expect(await listNames(at(-3.5, 56.5), 'near', 'Perth and Kinross')).toEqual(['Perth and Kinross']);
    const names = getTopology().councils;
    expect(councils.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  });

  test('is in the areas that a test against each edge finds', async () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
    const toCorner = ([x, y]: readonly [number, number]) => [-4 + x / 60, 56 + y / 60] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(corner, { minLength: 3, maxLength: 3 }), corner, async (ring, point) => {
        // On an edge, either answer is right.
        fc.pre(ring.every((from, index) => isBesideLine(from, ring[(index + 1) % 3]!, point)));
        const corners = ring.map(toCorner);
        await install('Parks', area('Park', polygon(corners)));
        const turned = corners.map(([x, y]) => [y, x] as const);
        const [x, y] = toCorner(point);
        expect(await listNames(at(x, y))).toEqual(isInside(at(x, y), turned) ? ['Park'] : []);
      }),
      { numRuns: 60 },
    );
  });

  test('does not tell its position by its areas: all places with one public position have the same', async () => {
    const outlines = [box(-3.52, 56.48, -3.5, 56.51), box(-3.51, 56.4, -3.2, 56.6), box(-3.9, 56.1, -3.1, 56.9)];
    await install('Parks', ...outlines.map((outline, index) => area(`Park ${index}`, polygon(outline))));
    const offset = fc.double({ min: -0.05, max: 0.05, noNaN: true });
    const seen = new Map<string, readonly string[]>();
    await fc.assert(
      fc.asyncProperty(offset, offset, fc.constantFrom('near', 'area'), async (dx, dy, precision) => {
        const exact = at(-3.5 + dx, 56.5 + dy);
        const names = await listNames(exact, precision);
        const shown = JSON.stringify(toPublicPosition(exact, precision));
        expect(seen.get(shown) ?? names).toEqual(names);
        seen.set(shown, names);
        const inside = outlines.filter((outline) =>
          isInside(
            exact,
            outline.map(([x, y]) => [y, x]),
          ),
        );
        expect(inside.length).toBeGreaterThanOrEqual(names.length);
      }),
      { numRuns: 200 },
    );
    expect(new Set([...seen.values()].map(String))).toContain('Park 2');
  });
});

test.each([
  [
    'kind and notice',
    { kind: 'scheduled monument', notice: '28 days' },
    'Fort (scheduled monument): consent by The rangers, notice 28 days',
  ],
  ['neither', { kind: null, notice: null }, 'Fort: consent by The rangers'],
])('describes an area with %s', (_what, texts, expected) => {
  const described = { ...NO_TEXTS, attribution: null, name: 'Fort', authority: 'The rangers', ...texts };
  expect(describeConsentArea(described)).toBe(`Inside ${expected}`);
});
