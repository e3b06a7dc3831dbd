import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_REGION } from '../../../platform/config.ts';
import { selectRegion } from './queries.server.ts';

test('rejects an invalid region with the names of its keys', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-region-'));
  const valid = JSON.parse(await readFile(path.join(DEFAULT_REGION, 'region.json'), 'utf8')) as object;
  const invalid = { ...valid, name: '', view: [-1, 60, -8, 54] };
  await writeFile(path.join(folder, 'region.json'), JSON.stringify(invalid));
  expect(() => selectRegion(folder)).toThrow(
    /region\.json is invalid:[^]*at name[^]*must be west, south, east, north[^]*at view/,
  );
  expect(() => selectRegion(DEFAULT_REGION)).toThrow('The region cannot change while the site runs.');
  await rm(folder, { recursive: true });
});
