import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, inject } from 'vitest';
import { connect } from '../../src/platform/db/pool.ts';
import type { Db } from '../../src/platform/db/pool.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { administer, siblingDatabase } from './test-server.ts';

export interface TestDatabase extends Db {
  readonly url: string;
}

/**
 * A database for the calling test file or suite alone, gone when that ends: migrated and without rows, or as `template`
 * is. Call it where hooks may be declared: `const { kysely } = await testDatabase();`
 */
export async function testDatabase(template = inject('database').template): Promise<TestDatabase> {
  const url = await newDatabase(`template ${template}`);
  const db = connect(url, console);
  afterAll(() => db.pool.end());
  return { url, ...db };
}

/** URL of a database without even a table, gone when the calling test file or suite ends. */
export function emptyDatabase(): Promise<string> {
  return newDatabase('');
}

/** Waits until a transaction of this database waits for another one. */
export async function untilOneWaits(watching: Kysely<Database>): Promise<void> {
  const isWaiting = sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
  await expect.poll(async () => (await isWaiting.execute(watching)).rows.length).toBeGreaterThan(0);
}

async function newDatabase(options: string): Promise<string> {
  const { serverUrl } = inject('database');
  const name = `recce_test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} ${options}`);
  afterAll(() => administer(serverUrl, `drop database ${name} with (force)`));
  return siblingDatabase(serverUrl, name);
}
