import { sql } from 'kysely';
import { lockByName } from '../../platform/db/locks.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { can } from '../accounts/permissions.ts';
import { assertVersions, recordAudit } from '../audit-log/commands.server.ts';
import type { AuditType } from '../audit-log/entry-types.ts';
import { PERMISSION_REQUIRED } from '../../platform/text/common-messages.ts';
import * as messages from './messages.ts';
import { getListPermission } from '../accounts/page-access.ts';
import { type ListView, MAX_OWN_VIEWS, MAX_TEAM_VIEWS } from './schema.ts';

/** A stored view; without an owner it belongs to the team. */
interface StoredView {
  readonly id: string;
  readonly list: string;
  readonly owner_id: string | null;
  readonly name: string;
  readonly version: number;
}
type Reference = Pick<ListView, 'id'> & { readonly version?: number | undefined };

/**
 * Adds a view for the caller or the team.
 * @returns its id
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; INVALID when another view has the name; CONFLICT when there are too many
 */
export async function addView(
  context: CommandContext,
  { list, name, isTeam, content }: Pick<ListView, 'name' | 'isTeam' | 'content'> & { readonly list: string },
): Promise<string> {
  const { trx, actor } = context;
  await lockViews(trx, actor, list);
  const owner = { list, owner_id: isTeam ? null : actor.id };
  assertCanChange(actor, owner);
  await assertFits(trx, { ...owner, name });
  const { id } = await trx
    .insertInto('list_views')
    .values({ ...owner, name, content: JSON.stringify(content) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordTeamChange(context, 'TEAM_VIEW_ADDED', { ...owner, name });
  return id;
}

/**
 * Changes the name or the content of a view, or gives it to the team.
 * @returns the list of the view
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT; INVALID when another view has the name
 */
export async function updateView(
  context: CommandContext,
  change: Reference & { [Field in 'name' | 'content']?: ListView[Field] | undefined } & { isTeam?: true | undefined },
): Promise<string> {
  const { trx } = context;
  const before = await lockView(context, change);
  const after = {
    ...before,
    name: change.name ?? before.name,
    owner_id: change.isTeam ? null : before.owner_id,
  };
  assertCanChange(context.actor, after);
  await assertFits(trx, after, before);
  await trx
    .updateTable('list_views')
    .set({
      name: after.name,
      owner_id: after.owner_id,
      version: before.version + 1,
      ...(change.content && { content: JSON.stringify(change.content) }),
    })
    .where('id', '=', before.id)
    .execute();
  const isNew = before.owner_id !== after.owner_id;
  await recordTeamChange(context, isNew ? 'TEAM_VIEW_ADDED' : 'TEAM_VIEW_CHANGED', after);
  return before.list;
}

/**
 * Deletes a view. Where it is the default view the list has none any more.
 * @returns the list of the view
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function deleteView(context: CommandContext, reference: Reference): Promise<string> {
  const view = await lockView(context, reference);
  await context.trx.deleteFrom('list_views').where('id', '=', view.id).execute();
  await recordTeamChange(context, 'TEAM_VIEW_DELETED', view);
  return view.list;
}

/** Sets the view that a list opens with for the caller; null for none. @throws {ApiError} NOT_FOUND */
export async function setDefaultView(
  { trx, actor }: CommandContext,
  { list, viewId }: { readonly list: string; readonly viewId: string | null },
): Promise<void> {
  await lockViews(trx, actor, list);
  if (viewId === null) {
    await trx.deleteFrom('default_list_views').where('user_id', '=', actor.id).where('list', '=', list).execute();
    return;
  }
  const view = await findView(trx, viewId, actor);
  if (view?.list !== list) throw new ApiError('NOT_FOUND', messages.NO_SUCH_VIEW);
  await trx
    .insertInto('default_list_views')
    .values({ user_id: actor.id, list, view_id: viewId })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: viewId }))
    .execute();
}

/** Deletes the views and the default views of a deleted account. Views of the team stay. */
export async function deleteViewsOfUser(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('default_list_views').where('user_id', '=', userId).execute();
  await trx.deleteFrom('list_views').where('owner_id', '=', userId).execute();
}

/** Whether a user may see a list. @throws {ApiError} NOT_FOUND for a list without views; FORBIDDEN */
export function assertCanSeeList(actor: Actor, list: string): void {
  const permission = getListPermission(list);
  if (!permission) throw new ApiError('NOT_FOUND', messages.NO_SUCH_LIST);
  if (!can(actor, permission)) throw new ApiError('FORBIDDEN', PERMISSION_REQUIRED);
}

/** Serialises the changes of the views of a list, so that two of them cannot exceed the limit or take the same name. */
async function lockViews(trx: Trx, actor: Actor, list: string): Promise<void> {
  assertCanSeeList(actor, list);
  await lockCaller(trx, actor);
  await lockByName(trx, `views of ${list}`);
}

/** Locks a view that the caller may change. */
async function lockView({ trx, actor, at }: CommandContext, { id, version }: Reference): Promise<StoredView> {
  const found = await findView(trx, id, actor);
  if (!found) throw new ApiError('NOT_FOUND', messages.NO_SUCH_VIEW);
  await lockViews(trx, actor, found.list);
  // It may have changed while this waited for the lock.
  const view = await findView(trx, id, actor);
  if (!view) throw new ApiError('NOT_FOUND', messages.NO_SUCH_VIEW);
  assertCanChange(actor, view);
  // The name of an own view is personal.
  const details = { list: view.list, ...(view.owner_id === null && { name: view.name }) };
  const entry = { actorId: actor.id, details, at };
  await assertVersions(trx, entry, [{ expected: version, actual: view.version }], messages.VIEW_CHANGED);
  return view;
}

/** Finds a view of the team or of the user. */
function findView(trx: Trx, id: string, { id: userId }: Actor): Promise<StoredView | undefined> {
  return trx
    .selectFrom('list_views')
    .select(['id', 'list', 'owner_id', 'name', 'version'])
    .where('id', '=', id)
    .where((where) => where.or([where('owner_id', 'is', null), where('owner_id', '=', userId)]))
    .executeTakeFirst();
}

function assertCanChange(actor: Actor, { owner_id }: Pick<StoredView, 'owner_id'>): void {
  if (owner_id === null && !can(actor, 'list-view.edit-team'))
    throw new ApiError('FORBIDDEN', messages.TEAM_VIEW_PERMISSION_REQUIRED);
}

/** Asserts that the name of a view is unique among those of its owner, and that there are not too many. */
async function assertFits(
  trx: Trx,
  { list, owner_id, name }: Pick<StoredView, 'list' | 'owner_id' | 'name'>,
  before?: Pick<StoredView, 'id' | 'owner_id'>,
): Promise<void> {
  const { rows } = await sql<{ id: string; has_name: boolean }>`
    select id, lower(name) = lower(${name}) as has_name from list_views
    where list = ${list} and owner_id is not distinct from ${owner_id}::uuid`.execute(trx);
  if (rows.some(({ id, has_name }) => has_name && id !== before?.id)) {
    const taken = owner_id === null ? messages.TEAM_VIEW_NAME_TAKEN : messages.OWN_VIEW_NAME_TAKEN;
    throw new ApiError('INVALID', taken, { name: taken });
  }
  if (before?.owner_id === owner_id) return;
  if (owner_id === null && rows.length >= MAX_TEAM_VIEWS)
    throw new ApiError('CONFLICT', messages.tooManyTeamViews(MAX_TEAM_VIEWS));
  if (owner_id !== null && rows.length >= MAX_OWN_VIEWS)
    throw new ApiError('CONFLICT', messages.tooManyOwnViews(MAX_OWN_VIEWS));
}

/** Records a change of a view of the team. Own views are settings of a person, like the columns in their browser. */
async function recordTeamChange(
  { trx, actor, at }: CommandContext,
  type: AuditType,
  { list, owner_id, name }: Pick<StoredView, 'list' | 'owner_id' | 'name'>,
): Promise<void> {
  if (owner_id === null) await recordAudit(trx, { type, actorId: actor.id, details: { list, name }, at });
}
