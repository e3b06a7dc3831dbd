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

/** The film offices in whose areas these locations are, without those that are in none. */
export async function listOfficeIds(db: Db, locationIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ office_id: number }>`
    select distinct office_id from location_list
    where id = any(${locationIds}::uuid[]) and office_id is not null order by office_id`.execute(db);
  return rows.map(({ office_id }) => office_id);
}
