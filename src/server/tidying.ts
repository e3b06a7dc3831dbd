import type { Kysely } from 'kysely';
import { forgetEnded } from '../features/accounts/jobs.server.ts';
import { forgetCountedMails } from '../features/boards/sharing/jobs.server.ts';
import { forgetOldChanges } from '../features/locations/jobs.server.ts';
import type { Database } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import { forgetOldMails } from '../platform/mail/outbox.ts';

const EVERY_MS = 3_600_000;
const TASKS: Readonly<Record<string, (db: Kysely<Database>) => Promise<void>>> = {
  changes: forgetOldChanges,
  mails: forgetOldMails,
  sessions: (db) => forgetEnded(db),
  'counts of mails': (db) => forgetCountedMails(db),
};

/** Removes what was kept for long enough, at once and then every hour. That several workers do so at the same time is no harm. */
export function startTidying(db: Kysely<Database>, log: Pick<Log, 'warn'>): { stop(): Promise<void> } {
  const tidy = async () => {
    for (const [what, remove] of Object.entries(TASKS)) {
      // What fails now is removed an hour later.
      await remove(db).catch((error: unknown) => log.warn({ err: error, what }, 'could not remove what is old'));
    }
  };
  let running = tidy();
  const timer = setInterval(() => (running = running.then(tidy)), EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
