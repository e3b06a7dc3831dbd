import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
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

async function deleteBatch(db: Db, kind: Kind, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  const isUsed = await getUseCondition(db, kind, sql`e.id`);
  const hasPeople = kind === 'companies' ? sql`exists (select from people p where p.company_id = e.id)` : sql`false`;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; name: string }>`
      delete from ${sql.table(kind)} where id in (
        select e.id from ${sql.table(kind)} e where e.updated_at < ${before} and not ${isUsed} and not ${hasPeople}
        order by e.updated_at limit ${BATCH_SIZE} for update skip locked)
      returning id, name`.execute(trx);
    const type = KINDS[kind].audit.deleted;
    if (rows.length > 0)
      await recordAudit(trx, ...rows.map((row) => ({ type, ...toAuditEntry(kind, row, null, now) })));
    return rows.length;
  });
}
