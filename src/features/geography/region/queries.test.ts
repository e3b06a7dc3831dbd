import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_REGION } from '../../../platform/settings/config.ts';
import { getRegion, readRegion, selectRegion } from './queries.server.ts';

test('rejects an invalid region with the names of its keys', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-region-'));
  const file = path.join(folder, 'region.json');
  const valid = JSON.parse(await readFile(path.join(DEFAULT_REGION, 'region.json'), 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...valid, name: '', view: [-1, 60, -8, 54] }));
  expect(() => readRegion(file)).toThrow(
    /region\.json is invalid:[^]*at name[^]*must be west, south, east, north[^]*at view/,
  );
  for (const timeZone of ['Europe/Atlantis', '+02:00', '', undefined]) {
    await writeFile(file, JSON.stringify({ ...valid, timeZone }));
    expect(() => readRegion(file)).toThrow(/region\.json is invalid:[^]*at timeZone/);
  }
  await writeFile(file, JSON.stringify({ ...valid, timeZone: 'Europe/Atlantis', language: 'et' }));
  expect(() => readRegion(file)).toThrow(
    /a variety of English, such as en-GB[^]*at language[^]*an IANA time zone, such as Europe\/London[^]*at timeZone/,
  );
  await rm(folder, { recursive: true });
});

test('keeps to the region that was read', () => {
  expect(getRegion().name).toBe('Scotland');
  selectRegion(DEFAULT_REGION);
  expect(() => selectRegion(path.dirname(DEFAULT_REGION))).toThrow('The region cannot change while the site runs.');
});
