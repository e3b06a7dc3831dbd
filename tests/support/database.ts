import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, inject } from 'vitest';
import { connect } from '../../src/platform/db/pool.ts';
import type { DatabasePool } from '../../src/platform/db/pool.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { administer, siblingDatabase } from './test-server.ts';

export interface TestDatabase extends DatabasePool {
  readonly url: string;
}

/**
 * Creates a database for the calling test file or suite and drops it at the end. It is a copy of `template`, by default migrated and
 * empty. Call it where hooks may be declared: `const { kysely } = await testDatabase();`
 */
export async function testDatabase(template = inject('database').template): Promise<TestDatabase> {
  const url = await newDatabase(copyOf(template));
  const db = connect(url, console);
  afterAll(() => db.pool.end());
  return { url, ...db };
}

/** Creates a database without tables and drops it when the calling test file or suite ends. Returns its URL. */
export function emptyDatabase(): Promise<string> {
  return newDatabase('');
}

/** Copies a database without connections, and drops the copy when the calling test file or suite ends. Returns its URL. */
export function copyDatabase(url: string): Promise<string> {
  return newDatabase(copyOf(new URL(url).pathname.slice(1)));
}

/** Copies the demo for the site of a worker. The teardown of the demo drops the copy. Returns its URL. */
export async function copyDemo(): Promise<string> {
  const { serverUrl } = inject('database');
  const { template } = inject('demo');
  const name = `${template}_${process.pid}`;
  await administer(serverUrl, `create database ${name} ${copyOf(template)}`);
  return siblingDatabase(serverUrl, name);
}

/** Copying files takes half the time of the default, which writes all pages to the log. */
const copyOf = (template: string) => `template ${template} strategy file_copy`;

/** Waits until a transaction of this database is blocked by a lock of another one. */
export async function waitForBlockedTransaction(db: Kysely<Database>): Promise<void> {
  const isWaiting = sql`
    select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
  await expect.poll(async () => (await isWaiting.execute(db)).rows.length).toBeGreaterThan(0);
}

async function newDatabase(options: string): Promise<string> {
  const { serverUrl } = inject('database');
  const name = `recce_test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} ${options}`);
  afterAll(() => administer(serverUrl, `drop database ${name} with (force)`));
  return siblingDatabase(serverUrl, name);
}
