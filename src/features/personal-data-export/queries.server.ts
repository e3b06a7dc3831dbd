import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { EXPORT_EXPIRED } from './messages.ts';
import type { DataExport } from './schema.ts';

/** Returns the latest archive of a person that has not expired. */
export async function findLatestExport(db: Db, userId: string, now: Date): Promise<DataExport | null> {
  const row = await db
    .selectFrom('personal_data_exports')
    .select(['id', 'state', 'requested_at', 'bytes', 'expires_at'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { requested_at, expires_at, ...rest } = row;
  return {
    ...rest,
    requested_at: requested_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
  };
}

/** Returns whose archive it is. @throws {ApiError} NOT_FOUND unless it can be downloaded now */
export async function getOwner(db: Db, id: string, now: Date): Promise<string> {
  const found = await db
    .selectFrom('personal_data_exports')
    .select('user_id')
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND', EXPORT_EXPIRED);
  return found.user_id;
}
