import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { getAreaFilter } from '../locations/working-copy/area.queries.server.ts';
import { NO_SUCH_ENQUIRY } from './messages.ts';
import { canForOffices } from '../accounts/permissions.ts';
import type { Caller, EnquiryPermission } from './policy.ts';

/** The condition that a user may use a permission on enquiry `e`: the SQL of `canForOffices`. */
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
 * The enquiries that film offices see only because of one of two locations, not because of another location or because they were passed on.
 * Empty if both locations are in the area of one office.
 */
export async function listOfficeEnquiries(
  db: Db,
  { a, b }: { readonly a: string; readonly b: string },
): Promise<{ location_id: string; office: string; enquiries: number }[]> {
  const { rows } = await sql<{ location_id: string; office: string; enquiries: number }>`
    select listed.id as location_id, o.name as office, count(*) as enquiries
    from location_list listed
    join location_list other on other.id in (${a}, ${b}) and other.id <> listed.id and other.office_id is distinct from listed.office_id
    join options o on o.id = listed.office_id
    join enquiry_locations el on el.location_id = listed.id
    where listed.id in (${a}, ${b})
      and (select count(*) from enquiry_offices e where e.enquiry_id = el.enquiry_id and e.office_id = listed.office_id) = 1
    group by listed.id, o.name order by listed.id`.execute(db);
  return rows;
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
  if (!canForOffices(caller, permission, await getOffices(db, id))) throw new ApiError('NOT_FOUND', NO_SUCH_ENQUIRY);
}
