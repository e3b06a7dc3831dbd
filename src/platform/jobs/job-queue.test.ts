import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../tests/support/database.ts';
import { type JobRetrier, type JobWorker, type Queue, defineQueue, openJobs, startJobs } from './job-queue.ts';

const queue = (name: string, limit = 1) =>
  defineQueue({
    name,
    data: z.object({ n: z.number() }),
    retries: { limit, initialDelay: 1, maxDelay: 1 },
    expiresAfter: 60,
  });
const QUEUES = {
  committed: queue('committed'),
  ordered: queue('ordered'),
  failing: queue('failing'),
  concurrent: queue('concurrent'),
  slow: queue('slow'),
  waiting: defineQueue({ ...queue('waiting'), retries: { limit: 1, initialDelay: 600, maxDelay: 600 } }),
  interrupted: defineQueue({ ...queue('interrupted'), retries: { limit: 1, initialDelay: 600, maxDelay: 600 } }),
};
const log = { warn: () => {}, error: () => {} };
const neverExhausted = async () => expect.unreachable('no job of this queue exhausts its retries');

describe('background jobs', async () => {
  const { kysely: db, url } = await testDatabase();
  let sender: JobRetrier;
  let worker: JobWorker;

  beforeAll(async () => {
    // Rare enough that a job is found by its notification only.
    const options = { url, queues: Object.values(QUEUES), log, pollInterval: 3_600 };
    [sender, worker] = await Promise.all([openJobs(options), startJobs(options)]);
  });
  afterAll(async () => {
    await sender.stop();
    await worker.stop();
  });

  const enqueue = (queue: Queue<{ n: number }>, n: number, priority?: number) =>
    db.transaction().execute((trx) => sender.enqueue(trx, queue, { n }, priority));

  it('start as soon as their transaction commits', async () => {
    const done: number[] = [];
    await worker.work(QUEUES.committed, {
      run: async ({ n }) => void done.push(n),
      onRetriesExhausted: neverExhausted,
    });
    const rolledBack = db.transaction().execute(async (trx) => {
      await sender.enqueue(trx, QUEUES.committed, { n: 1 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await enqueue(QUEUES.committed, 2);
    await expect.poll(() => done).toEqual([2]);
  });

  it('run by priority, without a pause between them', async () => {
    const done: number[] = [];
    for (const [n, priority] of [
      [1, 0],
      [2, 5],
      [3, 1],
      [4, 5],
    ] as const)
      await enqueue(QUEUES.ordered, n, priority);
    await worker.work(QUEUES.ordered, { run: async ({ n }) => void done.push(n), onRetriesExhausted: neverExhausted });
    await expect.poll(() => done).toEqual([2, 4, 3, 1]);
  });

  it('fail one by one, are retried, and become dead letters after the last retry', async () => {
    const done: string[] = [];
    for (const n of [1, 2, 3]) await enqueue(QUEUES.failing, n);
    const retrying = await startJobs({ url, queues: [QUEUES.failing], log });
    onTestFinished(() => retrying.stop());
    await retrying.work(QUEUES.failing, {
      run: async ({ n }) => {
        done.push(`tried ${n}`);
        if (n === 2) throw new Error('cannot be done');
      },
      onRetriesExhausted: async ({ n }) => void done.push(`exhausted ${n}`),
    });
    await expect
      .poll(() => done, { timeout: 30_000 })
      .toEqual(['tried 1', 'tried 2', 'tried 3', 'tried 2', 'exhausted 2']);
  });

  it('that wait for a retry can be made to run at once', async () => {
    await enqueue(QUEUES.waiting, 1);
    const retrying = await startJobs({ url, queues: [QUEUES.waiting], log });
    onTestFinished(() => retrying.stop());
    let attempts = 0;
    const run = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not yet');
    };
    await retrying.work(QUEUES.waiting, { run, onRetriesExhausted: neverExhausted });
    const runNow = () => db.transaction().execute((trx) => sender.runRetriesNow(trx, QUEUES.waiting));
    await expect.poll(runNow).toBe(1);
    await expect.poll(() => attempts, { timeout: 30_000 }).toBe(2);
    expect(await runNow()).toBe(0);
  });

  it('run concurrently if configured', async () => {
    let running = 0;
    const bothRunning = Promise.withResolvers<void>();
    const run = async () => {
      running += 1;
      if (running === 2) bothRunning.resolve();
      await bothRunning.promise;
    };
    await worker.work(QUEUES.concurrent, { run, onRetriesExhausted: neverExhausted }, 2);
    await enqueue(QUEUES.concurrent, 1);
    await enqueue(QUEUES.concurrent, 2);
    await bothRunning.promise;
    expect(running).toBe(2);
  });

  it('finish before the worker stops', async () => {
    const stopping = await startJobs({ url, queues: [QUEUES.slow], log });
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    let finished = false;
    const run = async () => {
      started.resolve();
      await finish.promise;
      finished = true;
    };
    await stopping.work(QUEUES.slow, { run, onRetriesExhausted: neverExhausted });
    await enqueue(QUEUES.slow, 1);
    await started.promise;
    const stopped = stopping.stop().then(() => finished);
    finish.resolve();
    expect(await stopped).toBe(true);
  });

  it('go back to their queue when a stop interrupts them, and run in the next worker with all retries left', async () => {
    const stopping = await startJobs({ url, queues: [QUEUES.interrupted], log });
    const started = Promise.withResolvers<void>();
    const run = async (_: unknown, signal: AbortSignal) => {
      started.resolve();
      await once(signal, 'abort');
      signal.throwIfAborted();
    };
    await stopping.work(QUEUES.interrupted, { run, onRetriesExhausted: neverExhausted });
    await enqueue(QUEUES.interrupted, 1);
    await started.promise;
    await stopping.stop();

    const fetchRetryCount = async () => {
      const { rows } = await sql`select retry_count from pgboss.job where name = ${QUEUES.interrupted.name}`.execute(
        db,
      );
      return rows;
    };
    const retryCount = Promise.withResolvers<unknown>();
    await worker.work(QUEUES.interrupted, {
      run: async () => retryCount.resolve(await fetchRetryCount()),
      onRetriesExhausted: neverExhausted,
    });
    expect(await retryCount.promise).toEqual([{ retry_count: 0 }]);
  });
});
