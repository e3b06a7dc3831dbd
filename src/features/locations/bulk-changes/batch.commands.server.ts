import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/locks.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { isApiError } from '../../../platform/http/contract.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import { type Role, getPermissions } from '../../accounts/permissions.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import type { BatchActor, BatchLocation, ImportBatch, Refusals, RowImporter } from './batch.ts';
import { applyAction } from './apply.commands.server.ts';
import { bulkQueue } from './bulk-queue.server.ts';
import { type LockedChange, finishChange, finishUndoing, lockChange } from './commands.server.ts';
import { canOwnMore } from '../working-copy/owner-limits.queries.server.ts';
import { LAST_REVISION, findIncomplete, selectOutcome } from './outcomes.queries.server.ts';
import { assertMayPerform } from './preview.commands.server.ts';
import type { BulkAction, Reason } from './schema.ts';
import { toActionable } from './selection.queries.server.ts';
import { findLostParts, undoAction } from './undo.commands.server.ts';

/** Locations in one transaction: they stay locked until it ends, and publishing waits for the batch. */
const BATCH_SIZE = 200;

/**
 * Performs the next batch of a change, or of its undoing, and adds the job for the one after it. Only one batch runs at a time, of whatever
 * change. Does nothing for a change that has ended or was deleted.
 */
export async function performBatch(
  trx: Trx,
  deps: LocationDeps & { readonly rowImporter?: RowImporter | undefined },
  jobs: JobSender,
  { id, at, size = BATCH_SIZE }: { id: string; at: Date; size?: number },
): Promise<void> {
  await lockByName(trx, 'bulk changes');
  const change = await lockChange(trx, id);
  if (change?.state !== 'RUNNING' && change?.state !== 'UNDOING') return;
  const isUndoing = change.state === 'UNDOING';
  const actorId = isUndoing ? change.undone_by! : change.created_by;
  const actor = await findActor(trx, actorId, change);
  if (!actor)
    return isUndoing ? finishUndoing(trx, deps, change, 'FAILED', at) : finishChange(trx, deps, change, 'FAILED', at);
  const ids = await readNextIds(trx, id, isUndoing ? 'CHANGED' : 'PENDING', size);
  if (ids.length === 0)
    return isUndoing ? finishUndoing(trx, deps, change, 'UNDONE', at) : finishChange(trx, deps, change, 'DONE', at);
  const batch = { change, actorId, at };
  if (isUndoing) await undoBatch(trx, deps, batch, actor, ids);
  else if (change.action.kind === 'import') await getRowImporter(deps).apply(trx, deps, batch, actor, ids);
  else await changeBatch(trx, deps, batch, change.action, actor, ids);
  await jobs.enqueue(trx, bulkQueue, { id });
}

function getRowImporter({ rowImporter }: { readonly rowImporter?: RowImporter | undefined }): RowImporter {
  if (!rowImporter) throw new Error('Nothing imports rows here.');
  return rowImporter;
}

/** The user on whose behalf the change runs; undefined when they may no longer do it. */
async function findActor(trx: Trx, id: string, { action }: LockedChange): Promise<BatchActor | undefined> {
  const user = await trx
    .selectFrom('users')
    .select('role')
    .where('id', '=', id)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  if (!user) return undefined;
  const actor = { id, permissions: getPermissions(user.role as Role) };
  if (actor.permissions['location.change-many'] === undefined) return undefined;
  try {
    assertMayPerform(actor, action);
    return actor;
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

async function readNextIds(trx: Trx, id: string, state: 'PENDING' | 'CHANGED', limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('bulk_change_items')
    .select('location_id')
    .where('bulk_change_id', '=', id)
    .where('state', '=', state)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ location_id }) => location_id);
}

async function changeBatch(
  trx: Trx,
  deps: LocationDeps,
  batch: ImportBatch,
  action: BulkAction,
  actor: BatchActor,
  ids: readonly string[],
): Promise<void> {
  const change = { ...batch.change, action };
  const refused: Refusals = new Map();
  const owners = await lockOwners(trx, ids, action.kind === 'owner' ? [action.userId] : undefined);
  const locations = await lockUnchanged(trx, change, actor, ids, refused);
  if (action.kind === 'owner' && !owners.has(action.userId)) refuse(locations, refused, 'OWNER_UNAVAILABLE');
  else if (action.kind === 'owner') {
    const adding = locations.filter(({ id }) => !refused.has(id)).length;
    if (!(await canOwnMore(trx, action.userId, adding))) refuse(locations, refused, 'OWNER_FULL');
  }
  if (!(await lockOptions(trx, change.option_ids))) refuse(locations, refused, 'OPTION_DELETED');
  await refuseByRules(trx, change, refused, locations);
  const accepted = locations.filter(({ id }) => !refused.has(id));
  if (accepted.length > 0) await applyAction(trx, deps, { ...batch, change }, accepted);
  await storeRefusals(trx, change.id, 'REFUSED', refused);
}

async function undoBatch(
  trx: Trx,
  deps: LocationDeps & { readonly rowImporter?: RowImporter | undefined },
  batch: ImportBatch,
  actor: BatchActor,
  ids: readonly string[],
): Promise<void> {
  const { change } = batch;
  const refused: Refusals = new Map();
  const formerOwners = await readFormerOwners(trx, change, ids);
  const owners = await lockOwners(trx, ids, [...formerOwners.values()]);
  const locations = await lockUnchanged(trx, change, actor, ids, refused);
  for (const { id } of locations) {
    const former = formerOwners.get(id);
    if (former && !owners.has(former)) refused.set(id, { reason: 'OWNER_UNAVAILABLE' });
  }
  await findLostParts(trx, change, locations, refused);
  const accepted = locations.filter(({ id }) => !refused.has(id));
  const { action } = change;
  if (accepted.length > 0 && action.kind === 'import') {
    const kept = await getRowImporter(deps).undo(trx, deps, batch, accepted);
    for (const [id, refusal] of kept) refused.set(id, refusal);
  } else if (accepted.length > 0 && action.kind !== 'import') {
    await undoAction(trx, deps, { ...batch, change: { ...change, action } }, accepted);
  }
  await storeRefusals(trx, change.id, 'KEPT', refused);
}

function refuse(locations: readonly BatchLocation[], refused: Refusals, reason: Reason): void {
  for (const { id } of locations) refused.set(id, { reason });
}

/**
 * Locks the present owners of these locations and further accounts, by id, before the locations: none is deleted while their locations
 * are published. @returns those that can own locations
 */
export async function lockOwners(
  trx: Trx,
  ids: readonly string[],
  others: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; role: Role; enabled_at: Date | null }>`
    select id, role, enabled_at from users
    where id = any(${others}::uuid[]) or id in (select owner_id from locations where id = any(${ids}::uuid[]))
    order by id for key share`.execute(trx);
  return new Set(
    rows
      .filter(({ role, enabled_at }) => enabled_at !== null && getPermissions(role)['location.own'] !== undefined)
      .map(({ id }) => id),
  );
}

/** The owners that undoing gives the locations back to. Publications remember an owner too, and change none. */
async function readFormerOwners(
  trx: Trx,
  { id, action }: LockedChange,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (action.kind !== 'owner') return new Map();
  const { rows } = await sql<{ id: string; owner: string }>`
    select location_id as id, before->>'owner_id' as owner from bulk_change_items
    where bulk_change_id = ${id} and location_id = any(${ids}::uuid[]) and before->>'owner_id' is not null`.execute(
    trx,
  );
  return new Map(rows.map(({ id: location, owner }) => [location, owner]));
}

/** Locks the locations, by id, and refuses those that are not as the items say: changed since the preview, or since the change. */
export async function lockUnchanged(
  trx: Trx,
  { id }: Pick<LockedChange, 'id'>,
  actor: BatchActor,
  ids: readonly string[],
  refused: Refusals,
): Promise<BatchLocation[]> {
  await sql`select from locations where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
  const { rows } = await sql<BatchLocation & { is_same: boolean; is_actionable: boolean; is_merged: boolean }>`
    select l.id, l.status, l.location_status, l.owner_id, actionable.id is not null as is_actionable, l.merged_into is not null as is_merged,
      (l.version, last.revision, last.revised_at) is not distinct from (i.version, i.revision, i.revised_at) as is_same
    from bulk_change_items i join locations l on l.id = i.location_id ${LAST_REVISION}
    left join (select id from location_list where ${toActionable(actor)}) actionable on actionable.id = l.id
    where i.bulk_change_id = ${id} and i.location_id = any(${ids}::uuid[])`.execute(trx);
  const locations = new Map(rows.map((row) => [row.id, row]));
  for (const location of ids) {
    const row = locations.get(location);
    if (!row) refused.set(location, { reason: 'DELETED' });
    else if (row.is_merged) refused.set(location, { reason: 'MERGED' });
    else if (!row.is_actionable) refused.set(location, { reason: 'OUT_OF_REACH' });
    else if (!row.is_same) refused.set(location, { reason: 'CHANGED' });
  }
  return rows.filter((row) => !refused.has(row.id));
}

/** Keeps the options from being deleted until the transaction ends; false if one is deleted already. */
async function lockOptions(trx: Trx, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { rows } =
    await sql`select id from options where id = any(${ids}::integer[]) order by id for key share`.execute(trx);
  return rows.length === ids.length;
}

/** Applies the rules of the preview again: drafts, uploads and images change without a new version of the location. */
async function refuseByRules(
  trx: Trx,
  { action, option_ids }: LockedChange<BulkAction>,
  refused: Refusals,
  locations: readonly BatchLocation[],
): Promise<void> {
  const ids = locations.map(({ id }) => id);
  const { rows } = await sql<{ id: string; state: string; reason: Reason | null }>`
    select l.id, ${selectOutcome({ action, optionIds: option_ids })} from locations l where l.id = any(${ids}::uuid[])`.execute(
    trx,
  );
  for (const { id, state, reason } of rows) {
    if (reason !== null) refused.set(id, { reason });
    else if (state === 'SAME' && !refused.has(id)) refused.set(id, { reason: 'CHANGED' });
  }
  if (action.kind !== 'publish') return;
  for (const [id, detail] of await findIncomplete(trx, ids))
    if (!refused.has(id)) refused.set(id, { reason: 'INCOMPLETE', detail });
}

export async function storeRefusals(trx: Trx, id: string, state: 'REFUSED' | 'KEPT', refused: Refusals): Promise<void> {
  if (refused.size === 0) return;
  const rows = [...refused].map(([location_id, refusal]) => ({ location_id, ...refusal }));
  await sql`
    update bulk_change_items i set state = ${state}, reason = refused.reason, detail = refused.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}) as refused (location_id uuid, reason text, detail text)
    where i.bulk_change_id = ${id} and i.location_id = refused.location_id`.execute(trx);
}

/** Ends a change whose job has failed for the last time. */
export async function failChange(trx: Trx, deps: LocationDeps, id: string, at: Date): Promise<void> {
  const change = await lockChange(trx, id);
  if (change?.state === 'RUNNING') await finishChange(trx, deps, change, 'FAILED', at);
  if (change?.state === 'UNDOING') await finishUndoing(trx, deps, change, 'FAILED', at);
}
