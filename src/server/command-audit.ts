import { recordAudit } from '../features/audit-log/commands.server.ts';
import type { Db } from '../platform/db/transaction.ts';

/** Commands whose changes have no entries of their own in the audit log: how many of their words the entry has. Others are files and people. */
const RECORDED_WORDS: Readonly<Record<string, number>> = {
  setup: 1,
  export: 1,
  admin: 2,
  demo: 2,
  basemap: 2,
  consents: 2,
};

/** Records that a command was executed on the command line, if nothing else records it. */
export async function recordCommand(db: Db, [name = '', ...args]: readonly string[], at: Date): Promise<void> {
  // Without arguments, `outbox` only lists.
  const words = name === 'outbox' && args.length > 0 ? 2 : RECORDED_WORDS[name];
  if (words === undefined) return;
  const details = { name: [name, ...args].slice(0, words).join(' ') };
  await db.transaction().execute((trx) => recordAudit(trx, { type: 'COMMAND_EXECUTED', actorId: null, details, at }));
}
