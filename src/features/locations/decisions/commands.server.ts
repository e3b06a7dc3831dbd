import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { Decision, ReturnReasons } from './schema.ts';

/**
 * Records a decision about those of the locked locations that await approval. Call it before their state changes. Nobody reviews them
 * any more, and what an earlier decision has asked of the owner is done.
 * @param decision.actorId null for the command line
 */
export async function recordDecisions(
  trx: Trx,
  decision: {
    readonly ids: readonly string[];
    readonly decision: Decision;
    readonly actorId: string | null;
    readonly at: Date;
  } & Partial<ReturnReasons>,
): Promise<void> {
  const { ids, actorId, at, note = '', reasons = [] } = decision;
  await closeReasons(trx, ids);
  await sql`
    insert into location_reviews (location_id, submitted_at, decided_at, decision, decided_by, note, reasons, is_open)
    select id, coalesce(submitted_at, ${at}), ${at}, ${decision.decision}, ${actorId}, ${note === '' ? null : note},
      ${JSON.stringify(reasons)}::jsonb, ${note !== '' || reasons.length > 0}
    from locations
    where id = any(${ids}::uuid[]) and location_status = 'AWAITING_APPROVAL'`.execute(trx);
  await deleteClaims(trx, ids);
}

/** The owners of these locations no longer see what they were asked to change; the record keeps it. */
export async function closeReasons(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('location_reviews')
    .set({ is_open: false })
    .where(sql<boolean>`location_id = any(${ids}::uuid[])`)
    .where('is_open', '=', true)
    .execute();
}

/** Nobody reviews these locations any more. */
export async function deleteClaims(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('review_claims')
    .where(sql<boolean>`location_id = any(${ids}::uuid[])`)
    .execute();
}
