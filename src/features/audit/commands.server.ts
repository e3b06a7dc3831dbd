import type { Trx } from '../../platform/events.ts';
import { AUDIT_TYPES, type AuditType } from './schema.ts';

/** An act as the trail keeps it. */
export interface AuditEntry {
  readonly type: AuditType;
  /** Null when the act came from the command line. */
  readonly actorId: string | null;
  readonly locationId?: string;
  readonly boardId?: string;
  /** What a reader needs beyond the type; never the details of a person. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  readonly at: Date;
}

/** Writes an entry in the transaction of the act itself, so that neither is ever there without the other. */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_logs')
    .values({
      user_id: entry.actorId,
      type: AUDIT_TYPES[entry.type].number,
      location_id: entry.locationId ?? null,
      board_id: entry.boardId ?? null,
      details: JSON.stringify(entry.details ?? {}),
      created_at: entry.at,
    })
    .execute();
}
