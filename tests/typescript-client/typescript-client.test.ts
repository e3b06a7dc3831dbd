import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { boardById } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { writeClientTypes } from '../../tools/client.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'program');
const COMPILER = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc');

const site = await startSite();
const scout = await addSignedInPerson(site, 'SCOUT');

beforeAll(() => writeClientTypes(site.url, PROGRAM));

test('a program in the generated types compiles, and its mistakes do not', async () => {
  const { stdout } = await run(COMPILER, ['--project', PROGRAM]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('a program in the generated types reads pages, errors, entity tags and created addresses', async () => {
  const env = { ...process.env, RECCE_URL: site.url, RECCE_TOKEN: scout.token };
  const { stdout } = await run(process.execPath, [path.join(PROGRAM, 'main.ts')], { env });
  const { search, missing, statuses, board, invalid } = JSON.parse(stdout) as Record<string, any>;
  const { meta } = await scout.api(searchLocations, { query: 'castle', setting: ['Coastal'] });
  expect(search.total).toBe(meta.page.total_results);
  expect(search.total).toBeGreaterThan(meta.page.size);
  expect(search.titles).toHaveLength(search.total);
  expect(missing).toMatch(/^not found: ./);
  expect(statuses).toEqual([200, 304]);
  expect(board.location).toBe(`/api/boards/${board.id}`);
  expect((await scout.api(boardById, { id: board.id })).title).toBe('Night exteriors');
  expect(invalid).toEqual({ title: expect.stringMatching(/./) });
});
