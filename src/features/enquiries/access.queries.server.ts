import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { getAreaFilter } from '../locations/working-copy/area.queries.server.ts';
import { NO_SUCH_ENQUIRY } from './messages.ts';
import { type Caller, type EnquiryPermission, canOnEnquiry } from './policy.ts';

/** The condition that a user may use a permission on enquiry `e`: the SQL of `canOnEnquiry`. */
export function isEnquiryAccessible(caller: Caller, permission: EnquiryPermission): RawBuilder<boolean> {
  const filter = getAreaFilter(caller, permission);
  return filter ? sql`e.id in (select enquiry_id from enquiry_offices where ${filter})` : sql`true`;
}

/** The film offices of an enquiry. */
export async function getOffices(db: Db, enquiryId: string): Promise<number[]> {
  const { rows } = await sql<{ office_id: number }>`
    select office_id from enquiry_offices where enquiry_id = ${enquiryId}`.execute(db);
  return rows.map(({ office_id }) => office_id);
}

/**
 * Checks that a user may use a permission on an enquiry.
 * @throws {ApiError} NOT_FOUND, as for an unknown id
 */
export async function assertEnquiryAccessible(
  db: Db,
  caller: Caller,
  permission: EnquiryPermission,
  id: string,
): Promise<void> {
  if (!canOnEnquiry(caller, permission, { offices: await getOffices(db, id) }))
    throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
}
