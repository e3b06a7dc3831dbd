import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { getAreaFilter } from '../locations/working-copy/area.queries.server.ts';
import { findPermittedAccount } from '../accounts/queries.server.ts';
import { NO_SUCH_PRODUCTION } from './messages.ts';
import { canForOffices } from '../accounts/permissions.ts';
import type { Caller, ProductionPermission } from './policy.ts';

/** The condition that a user may use a permission on production `p`: the SQL of `canForOffices`. */
export function isProductionAccessible(caller: Caller, permission: ProductionPermission): RawBuilder<boolean> {
  const filter = getAreaFilter(caller, permission);
  return filter ? sql`p.id in (select production_id from production_offices where ${filter})` : sql`true`;
}

/** The film offices that see a production. */
export async function getOffices(db: Db, id: string): Promise<number[]> {
  const { rows } = await sql<{ office_id: number }>`
    select distinct office_id from production_offices where production_id = ${id}`.execute(db);
  return rows.map(({ office_id }) => office_id);
}

/**
 * Checks that a production exists and that a user may use a permission on it.
 * @throws {ApiError} NOT_FOUND in both cases
 */
export async function assertProductionAccessible(
  db: Db,
  caller: Caller,
  permission: ProductionPermission,
  id: string,
): Promise<void> {
  const found = await db.selectFrom('productions').select('id').where('id', '=', id).executeTakeFirst();
  if (!found || !canForOffices(caller, permission, await getOffices(db, id)))
    throw new ApiError('NOT_FOUND', NO_SUCH_PRODUCTION);
}

/** The email address of the assignee of a production; null for nobody, and for a film office that no longer sees the production. */
export async function findAssigneeEmail(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('productions').select('assignee_id').where('id', '=', id).executeTakeFirst();
  const account = row?.assignee_id ? await findPermittedAccount(db, row.assignee_id) : undefined;
  if (!account || !canForOffices(account, 'production.view', await getOffices(db, id))) return null;
  return account.email;
}
