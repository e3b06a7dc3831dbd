import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Permission } from '../../../platform/http/contract.ts';
import { can } from '../../accounts/permissions.ts';
import type { Caller } from './policy.ts';

/**
 * The condition that a row is of the area on which a user has a permission: the SQL of `isInArea`. Undefined if they have it everywhere.
 * @param office the column with the office of the row, of `location_list` unless it is given
 */
export function getAreaFilter(
  caller: Caller,
  permission: Permission,
  office: RawBuilder<unknown> = sql`office_id`,
): RawBuilder<boolean> | undefined {
  if (can(caller, permission, 'any')) return undefined;
  const { officeId = null } = caller;
  return can(caller, permission, 'shared') && officeId !== null ? sql`${office} = ${officeId}` : sql`false`;
}

/** The condition that a location is of the area on which a user has a permission. @param id the column with the id of the location */
export function isLocationInArea(caller: Caller, permission: Permission, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const filter = getAreaFilter(caller, permission, sql`area.office_id`);
  return filter ? sql`exists (select from location_list area where area.id = ${id} and ${filter})` : sql`true`;
}

/** The film office in whose area a location is; null in none. */
export async function getOfficeId(db: Db, locationId: string): Promise<number | null> {
  const listed = await db
    .selectFrom('location_list')
    .select('office_id')
    .where('id', '=', locationId)
    .executeTakeFirst();
  return listed?.office_id ?? null;
}
