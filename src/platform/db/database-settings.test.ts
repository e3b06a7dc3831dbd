import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startPooler } from '../../../tests/support/pooler.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { administer, siblingDatabase } from '../../../tests/support/test-server.ts';
import { assertDatabaseSettings, assertPassedOn } from './database-settings.ts';
import { connect } from './pool.ts';

const { url } = await testDatabase();

async function createDatabase(options: string): Promise<string> {
  const { serverUrl } = inject('database');
  const name = `recce_test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} ${options}`);
  afterAll(() => administer(serverUrl, `drop database ${name} with (force)`));
  return siblingDatabase(serverUrl, name);
}

describe('a database', () => {
  test('of the site is usable', async () => {
    await expect(assertDatabaseSettings(url)).resolves.toBeUndefined();
  });

  test.each(['SQL_ASCII', 'LATIN1'])('in %s is not', async (encoding) => {
    const options = `template template0 encoding '${encoding}' locale 'C' locale_provider libc`;
    await expect(assertDatabaseSettings(await createDatabase(options))).rejects.toThrow(
      new RegExp(`^The encoding of the database \\w+ is ${encoding}: create one`),
    );
  });

  test('with other dates is not', async () => {
    const other = await createDatabase('');
    const name = new URL(other).pathname.slice(1);
    await administer(inject('database').serverUrl, `alter database ${name} set datestyle = 'German'`);
    await expect(assertDatabaseSettings(other)).rejects.toThrow(/^DateStyle of the database \w+ is German, DMY: run/);
  });

  test('with Turkish letters is not', async () => {
    const other = await createDatabase(`template template0 locale_provider icu icu_locale 'tr' locale 'C'`);
    await expect(assertDatabaseSettings(other)).rejects.toThrow(/lower\('I'\) is ı/);
  });
});

describe('connections', () => {
  const check = async (poolUrl: string) => {
    const { pool } = connect(poolUrl, { error: () => {} });
    onTestFinished(() => pool.end());
    await assertPassedOn(pool, poolUrl);
  };
  const SETTINGS = 'set role recce_application; set statement_timeout = 15000';

  test('to the server are what the site asks for', async () => {
    await expect(check(url)).resolves.toBeUndefined();
  });

  test('through a pooler that knows no startup parameters are refused with its reason', async () => {
    await expect(check(await startPooler(url, {}))).rejects.toThrow(
      /^The connection pooler refuses.*startup parameter/,
    );
  });

  test.each(['session', 'transaction'])('through a pooler in %s mode that drops them are refused', async (mode) => {
    await expect(check(await startPooler(url, { mode, drops: true }))).rejects.toThrow(
      /^The connection pooler drops the startup parameter options: the role is \w+ instead of recce_application/,
    );
  });

  test('without the timeout are refused', async () => {
    const pooler = await startPooler(url, { drops: true, onConnect: 'set role recce_application' });
    await expect(check(pooler)).rejects.toThrow(/statement_timeout, which is 0 ms instead of 15000/);
  });

  test('that hear no notification are refused', async () => {
    const pooler = await startPooler(url, { mode: 'transaction', drops: true, onConnect: SETTINGS });
    await expect(check(pooler)).rejects.toThrow(/^LISTEN receives no notification/);
  });

  test('through a pooler in session mode with the settings are usable', async () => {
    await expect(check(await startPooler(url, { drops: true, onConnect: SETTINGS }))).resolves.toBeUndefined();
  });
});
