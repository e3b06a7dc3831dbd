import { sql } from 'kysely';
import { assertWithinLimit, isWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ownerBytesLimit, ownerLocationLimit } from '../messages.ts';
import { MAX_OWNED_LOCATIONS, MAX_OWNER_BYTES } from './owner-limits.ts';

const locationLimit = (ownerId: string) => ({
  lock: `locations of ${ownerId}`,
  count: sql`select count(*) from locations where owner_id = ${ownerId}`,
  max: MAX_OWNED_LOCATIONS,
});

/** Counts the locations of an owner, after one was added. @throws {ApiError} CONFLICT */
export async function assertWithinLocationLimit(trx: Trx, ownerId: string): Promise<void> {
  await assertWithinLimit(trx, { ...locationLimit(ownerId), message: ownerLocationLimit });
}

/** Whether an owner may have these locations too. */
export async function canOwnMore(trx: Trx, ownerId: string, adding: number): Promise<boolean> {
  return isWithinLimit(trx, { ...locationLimit(ownerId), adding });
}

/**
 * Counts the bytes of the pictures of a location's owner before one is uploaded by anybody. A location without an owner belongs to the
 * agency, which has no limit but that of the day.
 * @throws {ApiError} CONFLICT
 */
export async function assertWithinOwnerBytes(trx: Trx, ownerId: string | null, adding: number): Promise<void> {
  if (ownerId === null) return;
  const owned = sql`array(select id from locations where owner_id = ${ownerId})`;
  await assertWithinLimit(trx, {
    lock: `bytes of ${ownerId}`,
    count: sql`
      select coalesce((select sum(p.bytes) from images i join pictures p using (sha256) where i.location_id = any(${owned})), 0)
        + coalesce((select sum(bytes) from uploads where location_id = any(${owned}) and state <> 'REJECTED'), 0)`,
    max: MAX_OWNER_BYTES,
    adding,
    message: (max) => ownerBytesLimit(max / 1024 ** 3),
  });
}
