import type { Updateable } from 'kysely';
import { lockByName } from '../../../platform/db/locks.ts';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { isAsStored } from '../registering/fields.ts';
import type { LocationFields } from '../registering/schema.ts';
import { shownTitle } from '../policy.ts';
import { teamFieldsIn } from './fields.ts';
import { teamFields } from './team-fields.queries.server.ts';
import { RECORD_FIELDS, type RecordField, type RecordFields } from './schema.ts';

/** Which fields of a locked location saving these values changes. */
export async function changedFields(
  trx: Trx,
  id: string,
  stored: LocationFields,
  values: Partial<RecordFields>,
): Promise<RecordField[]> {
  const before: RecordFields = { ...stored, ...(await teamFields(trx, id)) };
  return RECORD_FIELDS.filter((field) => values[field] !== undefined && !isAsStored(values[field], before[field]));
}

/**
 * What to write of what the Locations Team alone fills in of a locked location. Until the transaction ends nobody else gets its
 * legacy id.
 * @throws {ApiError} INVALID when another location has the legacy id
 */
export async function teamColumns(
  trx: Trx,
  id: string,
  values: Partial<RecordFields>,
): Promise<Updateable<Database['locations']>> {
  if (values.locationidentifier) await refuseTakenLegacyId(trx, id, values.locationidentifier);
  return Object.fromEntries(teamFieldsIn(values).map((field) => [field, values[field] === '' ? null : values[field]]));
}

async function refuseTakenLegacyId(trx: Trx, id: string, locationidentifier: number): Promise<void> {
  await lockByName(trx, 'legacy ids of locations');
  const other = await trx
    .selectFrom('locations')
    .select('title')
    .where('locationidentifier', '=', locationidentifier)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) return;
  const message = `“${shownTitle(other.title)}” has this legacy id already. Each belongs to one location.`;
  throw new ApiError('INVALID', message, { locationidentifier: message });
}
