import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { readByCursor } from './cursor.ts';

const { kysely: db } = await testDatabase();
const numbers = sql<{ n: number }>`select n from generate_series(1, 2500) n`;

test('reads every row once, in batches of 1,000', async () => {
  const batches: (readonly { n: number }[])[] = [];
  for await (const batch of readByCursor(
    db,
    () => numbers,
    async (_snapshot, rows) => rows,
  ))
    batches.push(batch);
  expect(batches.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  expect(batches.flat().map(({ n }) => n)).toEqual(Array.from({ length: 2_500 }, (_, index) => index + 1));
});

test('reads from one snapshot', async () => {
  const rows = () => sql<{ n: number }>`select n from generate_series(1, 1500) n`;
  const countOptions = async (snapshot: typeof db) =>
    (
      await snapshot
        .selectFrom('options')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const counts: number[] = [];
  for await (const count of readByCursor(db, rows, countOptions)) {
    counts.push(count);
    await db
      .insertInto('options')
      .values({ field: 'century', name: `added after ${counts.length}`, position: 1 })
      .execute();
  }
  expect(counts).toEqual([0, 0]);
});

test('releases its connection when the reader stops early', async () => {
  for (let n = 0; n < 40; n++) {
    const reading = readByCursor(
      db,
      () => numbers,
      async (_snapshot, rows) => rows,
    );
    await reading.next();
    await reading.return();
  }
  expect((await numbers.execute(db)).rows.length).toBe(2_500);
});
