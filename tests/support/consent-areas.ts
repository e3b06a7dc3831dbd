import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { runConsents } from '../../src/features/consents/command-line.server.ts';
import type { Position } from '../../src/features/geography/schema.ts';
import type { Db } from '../../src/platform/db/transaction.ts';

/** A scheduled monument of 200 metres across, as a feature of a file. */
export const CASTLE_GROUNDS = {
  name: 'Castle grounds',
  kind: 'scheduled monument',
  authority: 'Heritage Service',
  notice: 28,
  consent: 'Anything that touches the ground needs consent.',
  fees: 'From £500 a day',
  contact: 'Filming desk',
  email: 'filming@heritage.example',
  link: 'https://heritage.example/filming',
  radius: 100,
};

/** Installs a layer by the command line, as an operator does: areas around a position. */
export async function installConsentAreas(
  db: Db,
  { latitude, longitude }: Position,
  areas: readonly object[],
): Promise<void> {
  const geometry = { type: 'Point', coordinates: [longitude, latitude] };
  const features = areas.map((properties) => ({ type: 'Feature', properties, geometry }));
  const attribution = '© Heritage Service, OGL v3.0';
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-layer-'));
  const file = path.join(folder, 'layer.geojson');
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', name: 'Monuments', attribution, features }));
  expect(await runConsents(db, ['install', file])).toMatchObject({ exitCode: 0 });
  await rm(folder, { recursive: true });
}
