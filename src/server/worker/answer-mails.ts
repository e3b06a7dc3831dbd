import { queueAnswerMails } from '../../features/boards/guests/answer-mails.jobs.server.ts';
import { queueCallOutAnswerMails } from '../../features/call-outs/answer-mails.jobs.server.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

const INTERVAL_MS = 300_000;

/** Emails the owners of boards about answers of guests, and the office about those to call-outs. Safe to run in several workers at the same time. */
export function startAnswerMails(deps: Parameters<typeof queueAnswerMails>[0], log: Pick<Log, 'warn'>): PeriodicTask {
  const warn = (error: unknown) => log.warn({ err: error }, 'emails about answers failed');
  return startPeriodicTask(INTERVAL_MS, async () => {
    const now = new Date();
    await queueAnswerMails(deps, now).catch(warn);
    await queueCallOutAnswerMails(deps, now).catch(warn);
  });
}
