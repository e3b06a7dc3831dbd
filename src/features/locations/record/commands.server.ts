import { lockByName } from '../../../platform/db/locks.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { getShownTitle } from '../policy.ts';
import { teamFields } from './team-fields.queries.server.ts';
import { isUnchanged } from '../fields/values.ts';
import { type LocationFields, RECORD_FIELDS, type RecordField, type RecordFields } from '../fields/lookup.ts';
import { legacyIdTaken } from '../messages.ts';

/** Which fields of a locked location saving these values changes. */
export async function getChangedFields(
  trx: Trx,
  id: string,
  stored: LocationFields,
  values: Partial<RecordFields>,
): Promise<RecordField[]> {
  const before: RecordFields = { ...stored, ...(await teamFields(trx, id)) };
  return RECORD_FIELDS.filter((field) => values[field] !== undefined && !isUnchanged(values[field], before[field]));
}

/**
 * Until the transaction ends nobody else gets the legacy id.
 * @throws {ApiError} INVALID when another location has it
 */
export async function assertLegacyIdFree(trx: Trx, id: string, locationidentifier: number): Promise<void> {
  await lockByName(trx, 'legacy ids of locations');
  const other = await trx
    .selectFrom('locations')
    .select('title')
    .where('locationidentifier', '=', locationidentifier)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) return;
  const message = legacyIdTaken(getShownTitle(other.title));
  throw new ApiError('INVALID', message, { locationidentifier: message });
}
