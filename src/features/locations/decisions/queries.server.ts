import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { type OpenReasons, REASON_PARTS, type Reason } from './schema.ts';

/** The reasons for the owners of these locations, by location. */
export async function getOpenReasons(db: Db, ids: readonly string[]): Promise<Map<string, OpenReasons>> {
  const rows = await db
    .selectFrom('location_reviews')
    .select(['location_id', 'decided_at', 'note', 'reasons'])
    .where(sql<boolean>`location_id = any(${ids}::uuid[])`)
    .where('is_open', '=', true)
    .execute();
  return new Map(
    rows.map(({ location_id, decided_at, note, reasons }) => [
      location_id,
      { decided_at: decided_at.toISOString(), note: note ?? '', reasons: parseReasons(reasons) },
    ]),
  );
}

/** The stored reasons, in the order of the wizard, without those about a field that no longer exists. */
export function parseReasons(stored: unknown): Reason[] {
  const reasons = stored as readonly Reason[];
  return REASON_PARTS.flatMap((part) => reasons.filter((reason) => reason.part === part));
}
