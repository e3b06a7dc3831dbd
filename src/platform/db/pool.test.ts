import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase, waitForBlockedTransaction } from '../../../tests/support/database.ts';
import { administer } from '../../../tests/support/test-server.ts';
import { startFlakyDatabase } from '../../../tests/support/flaky-database.ts';
import { connectAsOwner, openClient, openPool } from './pool.ts';
import { isUnavailable } from './connection-errors.ts';

const { kysely, url } = await testDatabase();
const quiet = { error() {} };

test('parses bigint and numeric as numbers, date as text, timestamptz as Date', async () => {
  const { rows } = await sql`
    select count(*) as counted, 12.5::numeric as amount, date '2026-11-12' as day,
      timestamptz '2026-11-12 09:00+01' as moment
  `.execute(kysely);
  expect(rows).toEqual([
    {
      counted: 1,
      amount: 12.5,
      day: '2026-11-12',
      moment: new Date('2026-11-12T08:00:00Z'),
    },
  ]);
});

test('has closed all connections when it has ended', async () => {
  const named = new URL(url);
  named.searchParams.set('application_name', 'closing');
  const { kysely: db, pool } = connectAsOwner(named.href, quiet);
  const count = sql<{ open: number }>`select count(*) as open from pg_stat_activity where application_name = 'closing'`;
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(db)));
  expect((await count.execute(kysely)).rows).toEqual([{ open: 10 }]);
  await pool.end();
  // A server that is stopped now would otherwise terminate them, and each would be logged as lost.
  expect((await count.execute(kysely)).rows).toEqual([{ open: 0 }]);
});

test('rejects a number that cannot be represented exactly', async () => {
  await expect(sql`select ${'9007199254740993'}::int8 as n`.execute(kysely)).rejects.toThrow(/9007199254740993/);
});

test('changes the case of non-ASCII letters', async () => {
  const { rows } = await sql`select upper('dùn èideann') as upper`.execute(kysely);
  expect(rows).toEqual([{ upper: 'DÙN ÈIDEANN' }]);
});

test('has a statement timeout', async () => {
  const { rows } = await sql`show statement_timeout`.execute(kysely);
  expect(rows).toEqual([{ statement_timeout: '15s' }]);
});

test('does not treat a statement timeout as an outage', async () => {
  const error = await kysely
    .transaction()
    .execute(async (trx) => {
      await sql`set local statement_timeout = 10`.execute(trx);
      await sql`select pg_sleep(10)`.execute(trx);
    })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '57014' });
  expect(isUnavailable(error)).toBe(false);
});

test('waits for a statement without a timeout on a connection with one', async () => {
  const pool = openPool(url, quiet, { statement_timeout: 100 });
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await expect(client.query('select pg_sleep(3)')).resolves.toMatchObject({ rowCount: 1 });
  client.release();
  await pool.end();
});

test('waits for a long statement and for one that waits for a lock', async () => {
  const lock = sql`select pg_advisory_xact_lock(1), 'locked' as state`;
  const second = await kysely.transaction().execute(async (trx) => {
    await lock.execute(trx);
    const waiting = lock.execute(kysely);
    await sql`select pg_sleep(3)`.execute(trx);
    return { waiting };
  });
  expect((await second.waiting).rows).toMatchObject([{ state: 'locked' }]);
});

test('waits for a running statement while new connections are slow', async () => {
  const proxy = await startFlakyDatabase(url);
  const { pool, kysely: limited } = connectAsOwner(proxy.url, quiet);
  const unlimited = await openClient(proxy.url);
  await sql`select 1`.execute(limited);
  proxy.slowConnecting(800);
  await Promise.all([sql`select pg_sleep(3)`.execute(limited), unlimited.query('select pg_sleep(3)')]);
  proxy.slowConnecting(60_000);
  await unlimited.query('select pg_sleep(3)');
  await Promise.all([unlimited.end(), pool.end()]);
});

test('waits for a result that is on its way while a probe finds its connection idle', async () => {
  const proxy = await startFlakyDatabase(url);
  const client = await openClient(proxy.url);
  proxy.slowResponses(400);
  await expect(client.query('select pg_sleep(1.2)')).resolves.toMatchObject({ rowCount: 1 });
  await client.end();
});

test('shares one probe between long statements', async () => {
  const proxy = await startFlakyDatabase(url);
  const { pool, kysely: many } = connectAsOwner(proxy.url, quiet);
  const statements = Array.from({ length: 10 }, (_, n) => sql`select pg_sleep(${2 + n / 7})`.execute(many));
  await Promise.all(statements);
  // The connections of the pool, and one probe every 0.7 seconds.
  expect(proxy.connections()).toBeLessThanOrEqual(10 + 5);
  await pool.end();
});

test('does not fail waiting clients when one connection ends', async () => {
  const pool = openPool(url, quiet, { max: 2 });
  const run = async (statement: string) => {
    const client = await pool.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      client.release();
    }
  };
  const lock = 'select pg_advisory_xact_lock(2)';
  const { answers } = await kysely.transaction().execute(async (trx) => {
    await sql.raw(lock).execute(trx);
    // Both connections are in use: one waits for the lock until the end, the other is terminated.
    const locked = run(lock);
    await waitForBlockedTransaction(kysely);
    const ended = expect(run('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P01' });
    const answers = Promise.all([ended, locked, ...Array.from({ length: 9 }, () => run('select 1 as answer'))]);
    return { answers };
  });
  expect((await answers).slice(2)).toEqual(Array.from({ length: 9 }, () => [{ answer: 1 }]));
  await pool.end();
});

test('shares the available connections when the login may have fewer than the pool size', async () => {
  const role = `few_${randomBytes(6).toString('hex')}`;
  await administer(url, `create role ${role} login password 'few' connection limit 4`);
  const asFew = new URL(url);
  asFew.username = role;
  asFew.password = 'few';
  const pool = openPool(asFew.href, quiet);
  try {
    (await pool.connect()).release();
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const client = await pool.connect();
        const { rows } = await client.query<{ answer: number }>('select 1 as answer');
        client.release();
        return rows[0]?.answer;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, () => 1));
  } finally {
    await pool.end();
    await administer(url, `drop role ${role}`);
  }
});
