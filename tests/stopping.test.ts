import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { start, startOrJoin } from '../src/platform/db/embedded.ts';
import { serversOf } from '../src/platform/db/embedded/processes.ts';
import { connect } from '../src/platform/db/pool.ts';
import { freePort } from './support/site.ts';

const MAIN = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
const quiet = { warn() {}, error() {} };

/** Runs a query on the embedded database of a folder, beside whoever holds it. */
async function ask(dataDir: string, query: string, open = startOrJoin): Promise<number> {
  const server = await open(dataDir, quiet);
  const { kysely, pool } = connect(server.url, quiet);
  try {
    const { rows } = await sql.raw<{ answer: number }>(`select (${query})::integer as answer`).execute(kysely);
    return rows[0]!.answer;
  } finally {
    await pool.end();
    await server.stop();
  }
}

test('a node that is told to stop while it starts leaves at once, without its database and without half a catalogue', async () => {
  const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'recce-stopping-')));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const node = spawn(process.execPath, [MAIN], {
    env: { ...process.env, NODE_ENV: 'test', PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: 'on' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void node.kill('SIGKILL'));
  const exit = once(node, 'exit');
  const complained = text(node.stderr);
  let said = '';
  node.stdout.setEncoding('utf8').on('data', (words: string) => (said += words));
  // Before that, the folder would be ours.
  await expect.poll(() => said).toContain('database migrated');
  // Its pages are there; the catalogue takes some seconds more.
  await expect.poll(() => ask(dataDir, 'select count(*) from pages').catch(() => 0)).toBeGreaterThan(0);

  node.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  // Had it waited for the catalogue, it would be there, and the site too.
  expect(said).not.toContain('is ready');
  expect(await complained).toBe('');
  expect(await serversOf(path.join(dataDir, 'postgres'))).toEqual([]);
  expect(await ask(dataDir, 'select count(*) from locations', start)).toBe(0);
});
