import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../../platform/db/transaction.ts';
import type { Queue } from '../../platform/jobs/job-queue.ts';

/** For how long the figures are reused: several servers may scrape the same node. */
const MAX_AGE_MS = 10_000;
/** Less than the timeout of a scrape, so that the figures of the node itself arrive even if the database hangs. */
const TIMEOUT_MS = 3_000;

/** By column. A job waits from the time when it is due; a retry is due after its delay. */
const JOB_STATES = { waiting: 'waiting', delayed: 'delayed', active: 'active', failed: 'failed' } as const;

interface JobCounts extends Readonly<Record<keyof typeof JOB_STATES, number>> {
  readonly queue: string;
  readonly oldest: number;
}

interface SiteCounts {
  readonly catalogue: number;
  readonly sessions: number;
  readonly mails_waiting: number;
  readonly mails_failed: number;
  readonly oldest_mail: number;
  readonly backup_at: number;
  readonly backup_problems: number;
  readonly mailbox_age: number;
}

/**
 * Registers figures that are counted in the database, which all nodes share. Returns a function that reads them.
 * @param mailbox the name of the mailbox that is read; undefined if none is
 */
export function measureDatabase(
  registry: Registry,
  { db, queues, mailbox }: { db: Db; queues: readonly Pick<Queue, 'name'>[]; mailbox: string | undefined },
): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers: [registry] });
  const up = gauge('recce_database_up', 'Whether the figures of the database could be read');
  const jobs = gauge('recce_jobs', 'Jobs by queue and state, of all nodes', ['queue', 'state']);
  const oldestJob = gauge('recce_job_oldest_waiting_seconds', 'For how long the oldest job has been due', ['queue']);
  const mails = gauge('recce_outbox_mails', 'Emails that are not sent: waiting, or failed for the last time', [
    'state',
  ]);
  const oldestMail = gauge('recce_outbox_oldest_waiting_seconds', 'Age of the oldest email that waits');
  const sessions = gauge('recce_sessions', 'Sessions of signed-in users, of all nodes');
  const catalogue = gauge('recce_catalogue_generation', 'Generation of the published catalogue in the database');
  const backupAt = gauge('recce_last_backup_timestamp_seconds', 'Time of the last complete backup; 0 if there is none');
  const backupProblems = gauge('recce_last_backup_problems', 'Files that were missing or damaged in the last backup');
  const mailboxAge = gauge('recce_inbound_mail_age_seconds', 'Time since the mailbox was last read; 0 if none is');
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const site = await readSiteCounts(db, mailbox ?? null);
    const byQueue = new Map((await readJobCounts(db)).map((counts) => [counts.queue, counts]));
    catalogue.set(site.catalogue);
    sessions.set(site.sessions);
    mails.set({ state: 'waiting' }, site.mails_waiting);
    mails.set({ state: 'failed' }, site.mails_failed);
    oldestMail.set(site.oldest_mail);
    backupAt.set(site.backup_at);
    backupProblems.set(site.backup_problems);
    mailboxAge.set(site.mailbox_age);
    for (const { name: queue } of queues) {
      const counts = byQueue.get(queue);
      for (const state of Object.values(JOB_STATES)) jobs.set({ queue, state }, counts?.[state] ?? 0);
      oldestJob.set({ queue }, counts?.oldest ?? 0);
    }
  }

  async function refresh(): Promise<void> {
    if (performance.now() - readAt < MAX_AGE_MS) return;
    // A read that hangs is not repeated; its figures are used when they arrive.
    reading ??= read().finally(() => (reading = undefined));
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(() => timer.reject(new Error('the database did not respond')), TIMEOUT_MS);
    try {
      await Promise.race([reading, timer.promise]);
      readAt = performance.now();
      up.set(1);
    } catch {
      up.set(0);
    } finally {
      clearTimeout(timeout);
    }
  }
  return refresh;
}

async function readSiteCounts(db: Db, mailbox: string | null): Promise<SiteCounts> {
  const { rows } = await sql<SiteCounts>`
    select
      (select version::integer from change_versions where name = 'catalogue') as catalogue,
      (select count(*)::integer from sessions) as sessions,
      coalesce((select extract(epoch from taken_at) from last_backup), 0)::float8 as backup_at,
      coalesce((select problems from last_backup), 0) as backup_problems,
      coalesce((
        select extract(epoch from now() - coalesce(polled_at, added_at)) from inbound_mailboxes where name = ${mailbox}
      ), 0)::float8 as mailbox_age,
      count(*) filter (where failed_at is null)::integer as mails_waiting,
      count(*) filter (where failed_at is not null)::integer as mails_failed,
      coalesce(extract(epoch from now() - min(created_at) filter (where failed_at is null)), 0)::float8 as oldest_mail
    from outbox where sent_at is null`.execute(db);
  return rows[0]!;
}

async function readJobCounts(db: Db): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select name as queue,
      count(*) filter (where state in ('created', 'retry') and start_after <= now())::integer as waiting,
      count(*) filter (where state in ('created', 'retry') and start_after > now())::integer as delayed,
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'failed')::integer as failed,
      greatest(0, coalesce(extract(epoch from now() -
        min(start_after) filter (where state in ('created', 'retry'))), 0))::float8 as oldest
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name`.execute(db);
  return rows;
}
