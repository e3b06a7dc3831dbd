import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError, type Permission } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { PERMISSION_REQUIRED } from '../../../platform/text/common-messages.ts';
import { type Role, can, roleHas } from '../../accounts/permissions.ts';
import { getFactLabel } from '../catalogue/schema.ts';
import { NOT_A_LOCATION_OWNER, optionRemoved } from '../messages.ts';
import { NOTHING_SELECTED, previewLimit } from './messages.ts';
import { LAST_REVISION, type ResolvedAction, findIncomplete, selectOutcome } from './outcomes.queries.server.ts';
import type { BulkAction, OptionAction, Selection, StoredAction } from './schema.ts';
import { toSelectionFilter } from './selection.queries.server.ts';

/** Checking a hundred thousand locations takes seconds; the usual limit is for requests that wait for nothing else. */
const STATEMENT_TIMEOUT = '60s';
/** Changes of one account that are checked and not started. */
export const MAX_PREVIEWS = 20;
/** Locations whose completeness is checked at a time. */
const COMPLETENESS_BATCH = 2_000;

/**
 * Checks a change and stores what it would do with each location, so that exactly this can be confirmed. Changes nothing else.
 * @returns the id
 * @throws {ApiError} FORBIDDEN; INVALID when an option is not in its list; CONFLICT when the user is not a location owner, or nothing is selected
 */
export async function createPreview(
  { trx, actor, at }: CommandContext,
  { selection, action }: { selection: Selection; action: BulkAction },
): Promise<string> {
  assertMayPerform(actor, action);
  await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT)}`.execute(trx);
  const resolved = await resolveAction(trx, action);
  const { id } = await trx
    .insertInto('bulk_changes')
    .values({
      action: JSON.stringify(resolved.action),
      option_ids: [...resolved.optionIds],
      created_by: actor.id,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await assertWithinLimit(trx, {
    lock: `bulk changes of ${actor.id}`,
    count: sql`select count(*) from bulk_changes where created_by = ${actor.id} and state = 'PREVIEW'`,
    max: MAX_PREVIEWS,
    message: previewLimit,
  });
  const filter = await toSelectionFilter(trx, actor, selection);
  const { numAffectedRows = 0n } = await sql`
    insert into bulk_change_items (bulk_change_id, position, location_id, title, state, reason, version, revision, revised_at)
    select ${id}, row_number() over (order by listed.title, l.id), l.id, l.title, ${selectOutcome(resolved)},
      l.version, last.revision, last.revised_at
    from (select id, title from location_list where ${filter}) listed join locations l using (id) ${LAST_REVISION}`.execute(
    trx,
  );
  if (numAffectedRows === 0n) throw new ApiError('CONFLICT', NOTHING_SELECTED);
  if (action.kind === 'publish') await refuseIncomplete(trx, id);
  return id;
}

const PERMISSIONS_BY_KIND: Readonly<Record<StoredAction['kind'], Permission>> = {
  set: 'location.edit',
  add: 'location.edit',
  remove: 'location.edit',
  feature: 'location.edit',
  owner: 'location.change-owner',
  publish: 'location.publish',
  unpublish: 'location.publish',
  import: 'location.import',
};

/** @throws {ApiError} FORBIDDEN when the user could not do this with a single location either */
export function assertMayPerform(actor: Pick<Actor, 'permissions'>, { kind }: Pick<StoredAction, 'kind'>): void {
  if (!can(actor, PERMISSIONS_BY_KIND[kind])) throw new ApiError('FORBIDDEN', PERMISSION_REQUIRED);
}

async function resolveAction(trx: Trx, action: BulkAction): Promise<ResolvedAction> {
  if (action.kind === 'owner') {
    const owner = await findOwner(trx, action.userId);
    if (!owner) throw new ApiError('CONFLICT', NOT_A_LOCATION_OWNER);
    return { action: { ...action, ownerName: `${owner.first_name} ${owner.last_name}` }, optionIds: [] };
  }
  return { action, optionIds: 'field' in action ? await findOptions(trx, action) : [] };
}

/** The account, if it can own locations. */
async function findOwner(trx: Trx, userId: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'role', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return user && roleHas(user.role as Role, 'location.own') ? user : undefined;
}

async function findOptions(trx: Trx, { field, options }: OptionAction): Promise<number[]> {
  if (options.length === 0) return [];
  const found = await trx
    .selectFrom('options')
    .select(['id', 'name'])
    .where('field', '=', field)
    .where('name', 'in', options)
    .execute();
  const missing = options.find((name) => found.every((option) => option.name !== name));
  if (missing !== undefined) {
    const message = optionRemoved(missing, getFactLabel(field).toLowerCase());
    throw new ApiError('INVALID', message, { options: message });
  }
  return found.map(({ id }) => id);
}

/** Refuses those of the locations that are not complete enough to publish, by the rule of the record. */
async function refuseIncomplete(trx: Trx, id: string): Promise<void> {
  let last = 0;
  for (;;) {
    const rows = await trx
      .selectFrom('bulk_change_items')
      .select(['position', 'location_id'])
      .where('bulk_change_id', '=', id)
      .where('state', '=', 'PENDING')
      .where('position', '>', last)
      .orderBy('position')
      .limit(COMPLETENESS_BATCH)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.position;
    const incomplete = await findIncomplete(
      trx,
      rows.map(({ location_id }) => location_id),
    );
    const refused = [...incomplete].map(([location_id, detail]) => ({ location_id, detail }));
    await sql`
      update bulk_change_items i set state = 'REFUSED', reason = 'INCOMPLETE', detail = refused.detail
      from jsonb_to_recordset(${JSON.stringify(refused)}) as refused (location_id uuid, detail text)
      where i.bulk_change_id = ${id} and i.location_id = refused.location_id`.execute(trx);
  }
}
