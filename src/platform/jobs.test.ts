import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../tests/support/database.ts';
import { type JobSender, type JobWorker, type Queue, defineQueue, openJobs, startJobs } from './jobs.ts';

const queue = (name: string, limit = 1) =>
  defineQueue({
    name,
    data: z.object({ n: z.number() }),
    retries: { limit, firstDelay: 1, longestDelay: 1 },
    expiresAfter: 60,
  });
const QUEUES = {
  committed: queue('committed'),
  ordered: queue('ordered'),
  failing: queue('failing'),
  side: queue('side-by-side'),
  slow: queue('slow'),
  cut: defineQueue({ ...queue('cut'), retries: { limit: 1, firstDelay: 600, longestDelay: 600 } }),
};
const log = { warn: () => {}, error: () => {} };
const givenUpNowhere = async () => expect.unreachable('no job of this queue is given up');

describe('background jobs', async () => {
  const { kysely: db, url } = await testDatabase();
  let sender: JobSender;
  let worker: JobWorker;

  beforeAll(async () => {
    // So seldom that a job which does not announce itself is not done here.
    const options = { url, queues: Object.values(QUEUES), log, lookEvery: 3_600 };
    [sender, worker] = await Promise.all([openJobs(options), startJobs(options)]);
  });
  afterAll(async () => {
    await sender.stop();
    await worker.stop();
  });

  const ask = (queue: Queue<{ n: number }>, n: number, priority?: number) =>
    db.transaction().execute((trx) => sender.enqueue(trx, queue, { n }, priority));

  it('come into being with the transaction that asks for them, and are picked up at once', async () => {
    const done: number[] = [];
    await worker.work(QUEUES.committed, { run: async ({ n }) => void done.push(n), giveUp: givenUpNowhere });
    const rolledBack = db.transaction().execute(async (trx) => {
      await sender.enqueue(trx, QUEUES.committed, { n: 1 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await ask(QUEUES.committed, 2);
    await expect.poll(() => done).toEqual([2]);
  });

  it('are done by priority, without a pause between them', async () => {
    const done: number[] = [];
    for (const [n, priority] of [
      [1, 0],
      [2, 5],
      [3, 1],
      [4, 5],
    ] as const)
      await ask(QUEUES.ordered, n, priority);
    await worker.work(QUEUES.ordered, { run: async ({ n }) => void done.push(n), giveUp: givenUpNowhere });
    await expect.poll(() => done).toEqual([2, 4, 3, 1]);
  });

  it('fail alone, are tried again, and are given up at last', async () => {
    const done: string[] = [];
    for (const n of [1, 2, 3]) await ask(QUEUES.failing, n);
    const patient = await startJobs({ url, queues: [QUEUES.failing], log });
    onTestFinished(() => patient.stop());
    await patient.work(QUEUES.failing, {
      run: async ({ n }) => {
        done.push(`tried ${n}`);
        if (n === 2) throw new Error('cannot be done');
      },
      giveUp: async ({ n }) => void done.push(`gave up ${n}`),
    });
    await expect
      .poll(() => done, { timeout: 30_000 })
      .toEqual(['tried 1', 'tried 2', 'tried 3', 'tried 2', 'gave up 2']);
  });

  it('run side by side when asked to', async () => {
    let running = 0;
    const together = Promise.withResolvers<void>();
    const run = async () => {
      running += 1;
      if (running === 2) together.resolve();
      await together.promise;
    };
    await worker.work(QUEUES.side, { run, giveUp: givenUpNowhere }, 2);
    await ask(QUEUES.side, 1);
    await ask(QUEUES.side, 2);
    await together.promise;
    expect(running).toBe(2);
  });

  it('are finished before the worker stops', async () => {
    const leaving = await startJobs({ url, queues: [QUEUES.slow], log });
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    let finished = false;
    const run = async () => {
      begun.resolve();
      await finish.promise;
      finished = true;
    };
    await leaving.work(QUEUES.slow, { run, giveUp: givenUpNowhere });
    await ask(QUEUES.slow, 1);
    await begun.promise;
    const stopped = leaving.stop().then(() => finished);
    finish.resolve();
    expect(await stopped).toBe(true);
  });

  it('go back to their queue when a stop cuts them off: the next worker has them at once, with as many tries', async () => {
    const leaving = await startJobs({ url, queues: [QUEUES.cut], log });
    const begun = Promise.withResolvers<void>();
    const run = async (_: unknown, signal: AbortSignal) => {
      begun.resolve();
      await once(signal, 'abort');
      signal.throwIfAborted();
    };
    await leaving.work(QUEUES.cut, { run, giveUp: givenUpNowhere });
    await ask(QUEUES.cut, 1);
    await begun.promise;
    await leaving.stop();

    const tries = async () => {
      const { rows } = await sql`select retry_count from pgboss.job where name = ${QUEUES.cut.name}`.execute(db);
      return rows;
    };
    const triesOfNext = Promise.withResolvers<unknown>();
    await worker.work(QUEUES.cut, { run: async () => triesOfNext.resolve(await tries()), giveUp: givenUpNowhere });
    expect(await triesOfNext.promise).toEqual([{ retry_count: 0 }]);
  });
});
