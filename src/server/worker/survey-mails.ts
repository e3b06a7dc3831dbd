import { sendSurveys } from '../../features/impact/survey/jobs.server.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

const INTERVAL_MS = 900_000;

/** Emails the surveys of productions after their wrap, and reminders. Safe to run in several workers at the same time. */
export function startSurveyMails(deps: Parameters<typeof sendSurveys>[0], log: Pick<Log, 'warn'>): PeriodicTask {
  return startPeriodicTask(INTERVAL_MS, () =>
    sendSurveys(deps, new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'emails with surveys after the wrap failed'),
    ),
  );
}
