import { type Kysely, type Transaction, sql } from 'kysely';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import { PRODUCT_ID } from './product.ts';
import { listen } from './db/listen.ts';
import { type Connections, openClient, openPool } from './db/pool.ts';
import type { Database } from './db/tables.ts';
import type { Log } from './log.ts';

/** A kind of background work, as data: who asks for it and who does it both read this. */
export interface Queue<Data extends object = object> {
  readonly name: string;
  /** What one job carries: ids rather than content, since jobs are kept for a while. */
  readonly data: z.ZodType<Data>;
  /** How often a failed job is tried again; the delay in seconds doubles each time, up to the longest. */
  readonly retries: { readonly limit: number; readonly firstDelay: number; readonly longestDelay: number };
  /** Seconds after which a job that is still running counts as failed. */
  readonly expiresAfter: number;
}

export function defineQueue<Data extends object>(queue: Queue<Data>): Queue<Data> {
  return queue;
}

/** What is done with the jobs of a queue. Each job fails or succeeds by itself. */
export interface JobHandler<Data extends object> {
  /** Does one job; a rejection is tried again later. May run again after it was done: a crash can lose the receipt. */
  readonly run: (data: Data, signal: AbortSignal) => Promise<void>;
  /** Records that a job has failed for the last time, also when its worker was killed. Tried again like a job. */
  readonly giveUp: (data: Data) => Promise<void>;
}

export interface JobSender {
  /**
   * Adds a job that comes into being when the transaction commits.
   * @param priority higher ones are done first; 0 when not given
   * @param dailyKey of all jobs of the queue that carry the same key, one a day is added
   */
  enqueue<Data extends object>(
    trx: Transaction<Database>,
    queue: Queue<Data>,
    data: Data,
    priority?: number,
    dailyKey?: string,
  ): Promise<void>;
  /** Lets running jobs finish, for at most {@link STOP_TIMEOUT_MS}; those that are cut off go back to their queue, as if never begun. */
  stop(): Promise<void>;
}

/** Asks for work, also for what has failed. */
export interface JobRetrier extends JobSender {
  /** Has a job that failed for the last time done once more when the transaction commits; false when there is none. */
  retry(trx: Transaction<Database>, queue: string, id: string): Promise<boolean>;
}

export interface JobWorker extends JobSender {
  /** Begins to do the jobs of a queue, at most `concurrency` at a time in this process. */
  work<Data extends object>(queue: Queue<Data>, work: JobHandler<Data>, concurrency?: number): Promise<void>;
}

/** Short: whoever stops a node waits for it, and a job that was cut off does only what is missing. */
const STOP_TIMEOUT_MS = 1_500;
/** What the queue notes of jobs that it cuts off. */
const INTERRUPTED_MESSAGE = 'pg-boss shut down while active';
/** A job whose worker has died is noticed after this long, rather than when it would have expired. */
const HEARTBEAT_SECONDS = 30;
const SUPERVISION_SECONDS = 15;
/** How often workers look, unless told otherwise. */
const POLL_INTERVAL_SECONDS = 2;
const DAY_SECONDS = 86_400;
const FINISHED_RETENTION_SECONDS = DAY_SECONDS;
/** Jobs that depend on each other are not used here, so they need no watching (seconds). */
const FLOW_CHECK_INTERVAL_SECONDS = 3600;

interface Options {
  /** The database, which holds the jobs in a schema of their own. */
  readonly url: string;
  readonly queues: readonly Pick<Queue, 'name' | 'retries' | 'expiresAfter'>[];
  readonly log: Pick<Log, 'error' | 'warn'>;
  /**
   * Seconds between looks for jobs whose retry is due, and for any after a lost connection; new jobs announce themselves.
   */
  readonly pollInterval?: number;
}

/** Opens the queues for asking for work. */
export async function openJobs(options: Options): Promise<JobRetrier> {
  return createSender(await start(options, { max: 1, supervise: false }));
}

/** Opens the queues for doing work: listens for new jobs and returns those of dead workers to their queue. */
export async function startJobs(options: Options): Promise<JobWorker> {
  const opened = await start(options, { max: 4, useListenNotify: true });
  const { boss } = opened;
  return {
    ...createSender(opened),
    work: async (queue, { run, giveUp }, concurrency = 1) => {
      for (let n = 0; n < concurrency; n++) await processJobs(boss, queue.name, queue.data, run, options);
      await processJobs(boss, deadLetterQueue(queue.name), queue.data, giveUp, options);
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
    retry: async (trx, queue, id) => {
      const failed = await sql`
        select from pgboss.job where name = ${queue} and id = ${id} and state = 'failed' for update`.execute(trx);
      if (failed.rows.length > 0) await boss.retry(queue, id, { db: fromKysely(trx) });
      return failed.rows.length > 0;
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
      await executeSql(connections, REQUEUE_INTERRUPTED, [INTERRUPTED_MESSAGE]);
      await connections.end();
    },
  };
}

/** pg-boss marks jobs that a stop interrupts as failed: requeues them at once, without using up a retry. */
const REQUEUE_INTERRUPTED = `
  update pgboss.job set started_on = null, start_after = now(), output = null
  where state = 'retry' and output->>'value' = $1`;

async function start(
  { url, queues, log }: Options,
  { max, ...tuning }: { max: number; supervise?: boolean; useListenNotify?: boolean },
): Promise<OpenBoss> {
  // The queue reads what the database answers in its own way.
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

/** Runs statements of the queue. A connection on which one failed may be in the middle of a transaction, and is not used again. */
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
    retryDelay: retries.firstDelay,
    retryDelayMax: retries.longestDelay,
    retryBackoff: true,
    expireInSeconds: expiresAfter,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: FINISHED_RETENTION_SECONDS,
  };
  await boss.createQueue(deadLetterQueue(name), settings);
  await boss.createQueue(name, { ...settings, deadLetter: deadLetterQueue(name) });
  await boss.updateQueue(name, settings);
}

/** A job that failed for the last time, without what it carries. */
export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly created_at: Date;
  readonly failed_at: Date;
  readonly attempts: number;
  /** What was thrown, in one line; null where that is not known. */
  readonly error: string | null;
}

/**
 * The latest jobs that failed for the last time, and how many there are. They are kept for a day.
 * @param excludedQueue a queue that keeps account of its own failures
 */
export async function failedJobs(
  db: Kysely<Database>,
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

/** The ids of all of them, the last first. @param excludedQueue as above */
export async function failedJobIds(db: Kysely<Database>, excludedQueue: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where ${failedJobsExcept(excludedQueue)} order by ${LATEST_FAILURE_FIRST}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of some jobs that are still failed, the last first. */
export async function failedJobsWith(db: Kysely<Database>, ids: readonly string[]): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select ${FAILED_COLUMNS} from pgboss.job
    where state = 'failed' and id = any(${ids}::uuid[]) order by ${LATEST_FAILURE_FIRST}`.execute(db);
  return rows.map(toFailedJob);
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

/** The first line of an error, without the paths of this machine. */
function truncateError(error: string | null): string | null {
  const [first = ''] = (error ?? '').split('\n', 1);
  return first.replace(/(?<![\w:/])\/[^\s'"]+/g, '…').slice(0, MAX_ERROR_LENGTH) || null;
}

function deadLetterQueue(name: string): string {
  return `${name}-given-up`;
}

/** One job at a time: of a batch, the failure of one would fail all. */
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
          await run(schema.parse(job.data), job.signal);
        } catch (error) {
          log.warn({ err: error, queue: name, job: job.id, attempt: job.retryCount + 1 }, 'a job failed');
          throw error;
        } finally {
          // There may be more where this came from: look at once instead of after the pause between polls.
          boss.notifyWorker(worker);
        }
      }
    },
  );
}
