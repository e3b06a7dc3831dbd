import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import { KINDS, type Kind, listFields } from './kinds.ts';

/** What has changed companies or people, by whom and when. */
interface Change {
  readonly action: 'CREATED' | 'CHANGED' | 'RESTORED' | 'MERGED';
  /** Null for the command line. */
  readonly authorId: string | null;
  readonly at: Date;
  readonly restoredNumber?: number;
  readonly mergedId?: string;
}

/** Records the values after a change. The version, which every change increments, is the number of the revision. */
export async function recordRevisions(trx: Trx, kind: Kind, ids: readonly string[], change: Change): Promise<void> {
  const { revisions, reference } = KINDS[kind];
  const { action, authorId, at, restoredNumber = null, mergedId = null } = change;
  await sql`
    insert into ${sql.table(revisions)}
      (${sql.ref(reference)}, number, action, author_id, recorded_at, restored_number, merged_id, fields)
    select id, version, ${action}, ${authorId}, ${at}, ${restoredNumber}::integer, ${mergedId}::uuid, ${toJson(kind)}
    from ${sql.table(kind)} where id = any(${ids}::uuid[])`.execute(trx);
}

/** SQL of the values of a row as JSON. */
export function toJson(kind: Kind) {
  return sql`jsonb_build_object(${sql.join(listFields(kind).flatMap((field) => [sql.lit(field), sql.ref(field)]))})`;
}
