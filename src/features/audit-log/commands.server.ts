import type { Trx } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/contract.ts';
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

/** Writes entries in the transaction of the act itself, so that neither is ever there without the other. */
export async function recordAudit(trx: Trx, ...entries: readonly AuditEntry[]): Promise<void> {
  await trx
    .insertInto('audit_logs')
    .values(
      entries.map((entry) => ({
        user_id: entry.actorId,
        type: AUDIT_TYPES[entry.type].number,
        location_id: entry.locationId ?? null,
        board_id: entry.boardId ?? null,
        details: JSON.stringify(entry.details ?? {}),
        created_at: entry.at,
      })),
    )
    .execute();
}

/** A version that a write names, undefined where it names none, and the present one; 0 where there is nothing yet. */
interface VersionCheck {
  readonly expected: number | string | undefined;
  readonly actual: number | string;
}

/**
 * Compares what a caller has seen of a locked row with what it is now. Without a version, as without `If-Match`, the caller writes
 * over whatever is there, and the audit log notes that.
 * @param entry who writes, when, and what it is about
 * @param conflict what to say when somebody else was first
 * @throws {ApiError} CONFLICT
 */
export async function assertVersions(
  trx: Trx,
  entry: Omit<AuditEntry, 'type'>,
  checks: readonly VersionCheck[],
  conflict: string,
): Promise<void> {
  if (checks.some(({ expected, actual }) => expected !== undefined && expected !== actual))
    throw new ApiError('CONFLICT', conflict);
  if (checks.some(({ expected, actual }) => expected === undefined && actual !== 0))
    await recordAudit(trx, { ...entry, type: 'VERSION_UNCHECKED' });
}
