import { sql } from 'kysely';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { ClientBase } from 'pg';
import type { z } from 'zod';
import { publishOperation } from '../diagnostics/channels.ts';
import { PRODUCT_ID } from '../settings/product-name.ts';
import { readByCursor } from '../db/cursor.ts';
import { listen } from '../db/listen.ts';
import { type Connections, openClient, openPool } from '../db/pool.ts';
import type { Db, Trx } from '../db/transaction.ts';
import type { Log } from '../diagnostics/log.ts';

/** The definition of a job queue. */
export interface Queue<Data extends object = object> {
  readonly name: string;
  /** The payload of a job: ids rather than content, since finished jobs are stored for a day. */
  readonly data: z.ZodType<Data>;
  /** Retries of a failed job. Delays are in seconds and double each time, up to the maximum. */
  readonly retries: { readonly limit: number; readonly initialDelay: number; readonly maxDelay: number };
  /** Seconds after which a job that is still running counts as failed. */
  readonly expiresAfter: number;
}

export function defineQueue<Data extends object>(queue: Queue<Data>): Queue<Data> {
  return queue;
}

/** The handler of the jobs of a queue. */
export interface JobHandler<Data extends object> {
  /** Runs one job; a rejection leads to a retry. Must be idempotent: after a crash a finished job may run again. */
  readonly run: (data: Data, signal: AbortSignal) => Promise<void>;
  /** Called when a job has failed for the last time, also if its worker was killed. Retried like a job. */
  readonly onRetriesExhausted: (data: Data) => Promise<void>;
}

export interface JobSender {
  /**
   * Adds a job that becomes visible when the transaction commits.
   * @param priority higher ones run first; 0 by default
   * @param dailyKey at most one job per key and day is added to the queue
   */
  enqueue<Data extends object>(
    trx: Trx,
    queue: Queue<Data>,
    data: Data,
    priority?: number,
    dailyKey?: string,
  ): Promise<void>;
  /** Waits for running jobs for at most {@link STOP_TIMEOUT_MS}; interrupted jobs go back to their queue and use no retry. */
  stop(): Promise<void>;
}

/** A job without its state. */
export interface PlainJob {
  readonly data: object;
  readonly priority: number;
}

/** A sender that can also retry failed jobs. */
export interface JobRetrier extends JobSender {
  /** Adds jobs, which become visible when the transaction of the client commits. @param queue may be a dead-letter queue */
  addJobs(client: Pick<ClientBase, 'query'>, queue: string, jobs: readonly PlainJob[]): Promise<void>;
  /** Queues a job whose retries are exhausted again when the transaction commits; false if there is none. */
  retry(trx: Trx, queue: string, id: string): Promise<boolean>;
  /** Makes the jobs of a queue that wait for a retry run at once. Returns their number. */
  runRetriesNow(trx: Trx, queue: Pick<Queue, 'name'>): Promise<number>;
}

export interface JobWorker extends JobSender {
  /** Starts to process the jobs of a queue, at most `concurrency` at a time in this process. */
  work<Data extends object>(queue: Queue<Data>, work: JobHandler<Data>, concurrency?: number): Promise<void>;
}

/** Short, since shutdown waits for it; an interrupted job resumes where it stopped. */
const STOP_TIMEOUT_MS = 1_500;
/** The error that pg-boss records for jobs interrupted by a stop. */
const INTERRUPTED_MESSAGE = 'pg-boss shut down while active';
/** A job whose worker has died counts as failed after this time instead of after `expiresAfter`. */
const HEARTBEAT_SECONDS = 30;
const SUPERVISION_SECONDS = 15;
/** The default polling interval of workers. */
const POLL_INTERVAL_SECONDS = 2;
const DAY_SECONDS = 86_400;
const FINISHED_RETENTION_SECONDS = DAY_SECONDS;
/** Dependencies between jobs are not used, so pg-boss need not check them often. */
const FLOW_CHECK_INTERVAL_SECONDS = 3600;

interface Options {
  /** The database; jobs are stored in its schema `pgboss`. */
  readonly url: string;
  readonly queues: readonly Pick<Queue, 'name' | 'retries' | 'expiresAfter'>[];
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** Seconds between polls. They find due retries, and jobs added while the connection was lost; new jobs send notifications. */
  readonly pollInterval?: number;
}

/** Opens the queues for adding jobs. */
export async function openJobs(options: Options): Promise<JobRetrier> {
  return createSender(await start(options, { max: 1, supervise: false }));
}

/** Opens the queues for processing jobs: listens for new jobs and requeues those of dead workers. */
export async function startJobs(options: Options): Promise<JobWorker> {
  const opened = await start(options, { max: 4, useListenNotify: true });
  const { boss } = opened;
  return {
    ...createSender(opened),
    work: async (queue, { run, onRetriesExhausted }, concurrency = 1) => {
      for (let n = 0; n < concurrency; n++) await processJobs(boss, queue.name, queue.data, run, options);
      await processJobs(boss, deadLetterQueue(queue.name), queue.data, onRetriesExhausted, options);
    },
  };
}

interface OpenBoss {
  readonly boss: PgBoss;
  readonly connections: Connections;
}

function createSender({ boss, connections }: OpenBoss): JobRetrier {
  return {
    enqueue: async (trx, queue, data, priority = 0, dailyKey) => {
      const once = dailyKey === undefined ? {} : { singletonKey: dailyKey, singletonSeconds: DAY_SECONDS };
      await boss.send(queue.name, data, { db: fromKysely(trx), priority, ...once });
    },
    runRetriesNow: async (trx, queue) => {
      const updated = await sql`
        update pgboss.job set start_after = now() where name = ${queue.name} and state = 'retry'`.execute(trx);
      return Number(updated.numAffectedRows);
    },
    retry: async (trx, queue, id) => {
      const failed = await sql`
        select from pgboss.job where name = ${queue} and id = ${id} and state = 'failed' for update`.execute(trx);
      if (failed.rows.length > 0) await boss.retry(queue, id, { db: fromKysely(trx) });
      return failed.rows.length > 0;
    },
    addJobs: async (client, queue, jobs) => {
      await boss.insert(queue, [...jobs], { db: { executeSql: (text, values) => client.query(text, values) } });
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
      await executeSql(connections, REQUEUE_INTERRUPTED, [INTERRUPTED_MESSAGE]);
      await connections.end();
    },
  };
}

/** Requeues the jobs that a stop interrupted, which pg-boss has marked as failed, without using a retry. */
const REQUEUE_INTERRUPTED = `
  update pgboss.job set started_on = null, start_after = now(), output = null
  where state = 'retry' and output->>'value' = $1`;

async function start(
  { url, queues, log }: Options,
  { max, ...tuning }: { max: number; supervise?: boolean; useListenNotify?: boolean },
): Promise<OpenBoss> {
  // pg-boss needs the default type parsers of pg.
  const connections = openPool(url, log, { application_name: `${PRODUCT_ID}-jobs`, max, types: undefined });
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => executeSql(connections, text, values),
      listen: async (channel, onNotification, onReconnect) =>
        listen({
          connect: () => openClient(url),
          channel,
          onNotification: (text) => (text === undefined ? onReconnect() : onNotification(text)),
          log,
        }),
    },
    schedule: false,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
    flowIntervalSeconds: FLOW_CHECK_INTERVAL_SECONDS,
    ...tuning,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));
  boss.on('warning', ({ message }) => log.warn(message));
  try {
    await boss.start();
    for (const queue of queues) await createQueue(boss, queue);
    return { boss, connections };
  } catch (error) {
    await connections.end();
    throw error;
  }
}

/** Runs SQL of pg-boss. After an error the connection may be inside a transaction, so it is closed instead of reused. */
async function executeSql(connections: Connections, text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
  const client = await connections.connect();
  try {
    const result = await client.query(text, values);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function createQueue(boss: PgBoss, { name, retries, expiresAfter }: Options['queues'][number]): Promise<void> {
  const settings = {
    notify: true,
    retryLimit: retries.limit,
    retryDelay: retries.initialDelay,
    retryDelayMax: retries.maxDelay,
    retryBackoff: true,
    expireInSeconds: expiresAfter,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: FINISHED_RETENTION_SECONDS,
  };
  await boss.createQueue(deadLetterQueue(name), settings);
  await boss.createQueue(name, { ...settings, deadLetter: deadLetterQueue(name) });
  await boss.updateQueue(name, settings);
}

/** A job that has failed for the last time, without its payload. */
export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly created_at: Date;
  readonly failed_at: Date;
  readonly attempts: number;
  /** The error message in one line; null if unknown. */
  readonly error: string | null;
}

/**
 * Lists the latest jobs whose retries are exhausted, and counts all. They are stored for a day.
 * @param excludedQueue a queue that records its failures itself
 */
export async function listFailedJobs(
  db: Db,
  excludedQueue: string,
  limit: number,
): Promise<{ total: number; jobs: FailedJob[] }> {
  const { rows } = await sql<FailedJob & { total: number }>`
    select ${FAILED_COLUMNS}, count(*) over ()::integer as total
    from pgboss.job where ${failedJobsExcept(excludedQueue)} order by ${LATEST_FAILURE_FIRST} limit ${limit}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, jobs: rows.map(toFailedJob) };
}

/** Reads all jobs whose retries are exhausted in batches, latest first, and converts each. @param excludedQueue as in {@link listFailedJobs} */
export function readFailedJobs<Result>(
  db: Db,
  excludedQueue: string,
  convert: (job: FailedJob) => Result,
): AsyncGenerator<Result[]> {
  return readByCursor(
    db,
    () => sql<FailedJob>`
      select ${FAILED_COLUMNS} from pgboss.job where ${failedJobsExcept(excludedQueue)} order by ${LATEST_FAILURE_FIRST}`,
    async (_snapshot, jobs) => jobs.map((job) => convert(toFailedJob(job))),
  );
}

const FAILED_COLUMNS = sql`
  id, name as queue, created_on as created_at, completed_on as failed_at, retry_count + 1 as attempts,
  coalesce(output->>'message', output->>'value') as error`;
const LATEST_FAILURE_FIRST = sql`completed_on desc, id`;

function failedJobsExcept(queue: string) {
  return sql`state = 'failed' and name <> all(${[queue, deadLetterQueue(queue)]})`;
}

function toFailedJob(job: FailedJob): FailedJob {
  return { ...job, error: truncateError(job.error) };
}

const MAX_ERROR_LENGTH = 200;

/** Returns the first line of an error message without local file paths. */
function truncateError(error: string | null): string | null {
  const [first = ''] = (error ?? '').split('\n', 1);
  return first.replace(/(?<![\w:/])\/[^\s'"]+/g, '…').slice(0, MAX_ERROR_LENGTH) || null;
}

function deadLetterQueue(name: string): string {
  return `${name}-dead-letter`;
}

/** Processes the jobs of a queue one at a time: in a pg-boss batch, one failure fails all. */
async function processJobs<Data extends object>(
  boss: PgBoss,
  name: string,
  schema: z.ZodType<Data>,
  run: (data: Data, signal: AbortSignal) => Promise<void>,
  { log, pollInterval = POLL_INTERVAL_SECONDS }: Options,
): Promise<void> {
  const worker = await boss.work(
    name,
    {
      pollingIntervalSeconds: pollInterval,
      notifyPollingIntervalSeconds: pollInterval,
      batchSize: 1,
      includeMetadata: true,
    },
    async (jobs: JobWithMetadata[]) => {
      for (const job of jobs) {
        try {
          await publishOperation('job', name, () => run(schema.parse(job.data), job.signal));
        } catch (error) {
          log.warn({ err: error, queue: name, job: job.id, attempt: job.retryCount + 1 }, 'a job failed');
          throw error;
        } finally {
          // Poll for the next job at once instead of after the polling interval.
          boss.notifyWorker(worker);
        }
      }
    },
  );
}
