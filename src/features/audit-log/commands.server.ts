import type { Trx } from '../../platform/db/transaction.ts';
import { getActingServiceToken } from '../../platform/http/acting-service-token.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { AUDIT_TYPES, type AuditType } from './entry-types.ts';

export interface AuditEntry {
  readonly type: AuditType;
  /** The user who made the change; null for the command line and scheduled work. */
  readonly actorId: string | null;
  readonly locationId?: string;
  readonly boardId?: string;
  /** Details that a reader needs beyond the type; never personal data. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  readonly at: Date;
}

/**
 * Writes entries in the transaction of the change itself, so that neither exists without the other. In a call by a service token they
 * have its name too.
 */
export async function recordAudit(trx: Trx, ...entries: readonly AuditEntry[]): Promise<void> {
  const serviceToken = getActingServiceToken();
  await trx
    .insertInto('audit_logs')
    .values(
      entries.map((entry) => ({
        user_id: entry.actorId,
        type: AUDIT_TYPES[entry.type].number,
        location_id: entry.locationId ?? null,
        board_id: entry.boardId ?? null,
        details: JSON.stringify({ ...entry.details, ...(serviceToken !== undefined && { serviceToken }) }),
        created_at: entry.at,
      })),
    )
    .execute();
}

/** The version that a request expects, undefined where it sends none, and the stored version; 0 where nothing is stored yet. */
export interface VersionCheck {
  readonly expected: number | string | undefined;
  readonly actual: number | string;
}

/**
 * Compares the versions that a request expects with those of the locked rows. A request without a version overwrites whatever is
 * stored, like one without `If-Match`, and the audit log records that.
 * @param entry actor, time and subject of the change
 * @param conflict the message when somebody else has saved meanwhile
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
