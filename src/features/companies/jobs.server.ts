import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { toAuditEntry } from './commands.server.ts';
import { KINDS, type Kind } from './kinds.ts';
import { getUseCondition } from './uses.queries.server.ts';

/** How long people and companies that are not in use stay after their last change: three years. */
const RETENTION_DAYS = 3 * 365;

/** Rows that are deleted in one transaction. */
const BATCH_SIZE = 500;

/** Deletes people who are not in use and have not been changed for three years, and such companies without people. */
export async function deleteUnused(db: Db, now: Date): Promise<void> {
  for (const kind of ['people', 'companies'] as const)
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE;) deleted = await deleteBatch(db, kind, now);
}

function deleteBatch(db: Db, kind: Kind, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  const hasPeople = kind === 'companies' ? sql`exists (select from people p where p.company_id = e.id)` : sql`false`;
  const isOld = sql<boolean>`e.updated_at < ${before} and not ${hasPeople}`;
  return db.transaction().execute((trx) => deleteUnusedEntries(trx, kind, isOld, now));
}

/**
 * Deletes companies or people that are not in use, on behalf of no account: at most a batch, the longest unchanged first, without those that
 * are locked.
 * @param condition SQL about `e`
 * @returns how many
 */
export async function deleteUnusedEntries(
  trx: Trx,
  kind: Kind,
  condition: RawBuilder<boolean>,
  at: Date,
): Promise<number> {
  const isUsed = await getUseCondition(trx, kind, sql`e.id`);
  const { rows } = await sql<{ id: string; name: string }>`
    delete from ${sql.table(kind)} where id in (
      select e.id from ${sql.table(kind)} e where ${condition} and not ${isUsed}
      order by e.updated_at limit ${BATCH_SIZE} for update skip locked)
    returning id, name`.execute(trx);
  const type = KINDS[kind].audit.deleted;
  if (rows.length > 0) await recordAudit(trx, ...rows.map((row) => ({ type, ...toAuditEntry(kind, row, null, at) })));
  return rows.length;
}
