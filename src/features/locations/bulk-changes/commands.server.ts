import { sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import * as messages from './messages.ts';
import { bulkQueue } from './bulk-queue.server.ts';
import { assertMayPerform } from './preview.commands.server.ts';
import { toVisible } from './queries.server.ts';
import { type BulkState, type StoredAction, UNDOABLE_STATES, formatAction, storedAction } from './schema.ts';
import { mailOwners } from './summary-mails.commands.server.ts';

/** A change can be undone for an hour after its end. */
const UNDO_MS = 3_600_000;

/** A change whose row is locked. */
export interface LockedChange<Action extends StoredAction = StoredAction> {
  readonly id: string;
  readonly state: BulkState;
  readonly action: Action;
  readonly option_ids: readonly number[];
  readonly created_by: string;
  readonly undone_by: string | null;
  readonly undo_until: Date | null;
}

interface ChangeId {
  readonly id: string;
}

/** Locks the row of a change: it waits for a running batch. */
export async function lockChange(trx: Trx, id: string): Promise<LockedChange | undefined> {
  const row = await trx
    .selectFrom('bulk_changes')
    .select(['id', 'state', 'action', 'option_ids', 'created_by', 'undone_by', 'undo_until'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, action: storedAction.parse(row.action) };
}

async function lockVisible({ trx, actor }: CommandContext, { id }: ChangeId): Promise<LockedChange> {
  await lockCaller(trx, actor);
  const visible = await trx
    .selectFrom('bulk_changes')
    .select('id')
    .where('id', '=', id)
    .where(toVisible(actor))
    .executeTakeFirst();
  const change = visible && (await lockChange(trx, id));
  if (!change) throw new ApiError('NOT_FOUND', messages.BULK_CHANGE_NOT_FOUND);
  assertMayPerform(actor, change.action);
  return change;
}

/** @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT when it was started already, or would change nothing */
export async function startChange(context: CommandContext & Pick<Services, 'jobs'>, { id }: ChangeId): Promise<void> {
  const { trx, actor, at, jobs } = context;
  const change = await lockVisible(context, { id });
  if (change.state !== 'PREVIEW') throw new ApiError('CONFLICT', messages.BULK_CHANGE_STARTED);
  const locations = await countItems(trx, id, 'PENDING');
  if (locations === 0) throw new ApiError('CONFLICT', messages.NOTHING_TO_CHANGE);
  // The actor is the user who starts the change, even if another one created it.
  await update(trx, id, { state: 'RUNNING', started_at: at, created_by: actor.id });
  await jobs.enqueue(trx, bulkQueue, { id });
  const details = { name: formatAction(change.action), bulkChange: id, locations };
  await recordAudit(trx, { type: 'BULK_CHANGE_STARTED', actorId: actor.id, details, at });
}

/** @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT when it is not running */
export async function cancelChange(context: CommandContext & LocationDeps, { id }: ChangeId): Promise<void> {
  const { trx, actor, at } = context;
  const change = await lockVisible(context, { id });
  if (change.state !== 'RUNNING') throw new ApiError('CONFLICT', messages.BULK_CHANGE_ENDED);
  await finishChange(trx, context, change, 'CANCELLED', at);
  const details = { name: formatAction(change.action), bulkChange: id };
  await recordAudit(trx, { type: 'BULK_CHANGE_CANCELLED', actorId: actor.id, details, at });
}

/** @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT when it has changed nothing, or the time is over */
export async function undoChange(context: CommandContext & Pick<Services, 'jobs'>, { id }: ChangeId): Promise<void> {
  const { trx, actor, at, jobs } = context;
  const change = await lockVisible(context, { id });
  if (!UNDOABLE_STATES.has(change.state)) throw new ApiError('CONFLICT', messages.CHANGE_NOT_UNDOABLE);
  if (change.undo_until === null || at >= change.undo_until) throw new ApiError('CONFLICT', messages.UNDO_TOO_LATE);
  const locations = await countItems(trx, id, 'CHANGED');
  if (locations === 0) throw new ApiError('CONFLICT', messages.NOTHING_TO_UNDO);
  await update(trx, id, { state: 'UNDOING', undone_by: actor.id });
  await jobs.enqueue(trx, bulkQueue, { id });
  const details = { name: formatAction(change.action), bulkChange: id, locations };
  await recordAudit(trx, { type: 'BULK_CHANGE_UNDONE', actorId: actor.id, details, at });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT when it was started */
export async function discardChange(context: CommandContext, { id }: ChangeId): Promise<void> {
  const { state } = await lockVisible(context, { id });
  if (state !== 'PREVIEW') throw new ApiError('CONFLICT', messages.BULK_CHANGE_STARTED);
  await context.trx.deleteFrom('bulk_changes').where('id', '=', id).execute();
}

/** Ends a running change: what is left is skipped, and the owners get their emails. */
export async function finishChange(
  trx: Trx,
  deps: LocationDeps,
  { id, action }: Pick<LockedChange, 'id' | 'action'>,
  state: 'DONE' | 'CANCELLED' | 'FAILED',
  at: Date,
): Promise<void> {
  await trx
    .updateTable('bulk_change_items')
    .set({ state: 'SKIPPED' })
    .where('bulk_change_id', '=', id)
    .where('state', '=', 'PENDING')
    .execute();
  await update(trx, id, { state, finished_at: at, undo_until: new Date(at.getTime() + UNDO_MS) });
  await mailOwners(trx, deps, { id, action, state: 'CHANGED' });
}

/** Ends the undoing of a change. @param state FAILED if it could not go on; it can be tried again */
export async function finishUndoing(
  trx: Trx,
  deps: LocationDeps,
  { id, action }: Pick<LockedChange, 'id' | 'action'>,
  state: 'UNDONE' | 'FAILED',
  at: Date,
): Promise<void> {
  await update(trx, id, { state, ...(state === 'UNDONE' && { undone_at: at }) });
  if (state === 'UNDONE') await mailOwners(trx, deps, { id, action, state: 'UNDONE' });
}

async function update(
  trx: Trx,
  id: string,
  values: Partial<
    Pick<Database['bulk_changes'], 'started_at' | 'finished_at' | 'undo_until' | 'undone_by' | 'undone_at'>
  > & {
    readonly state: BulkState;
    readonly created_by?: string;
  },
): Promise<void> {
  await trx.updateTable('bulk_changes').set(values).where('id', '=', id).execute();
}

async function countItems(trx: Trx, id: string, state: 'PENDING' | 'CHANGED'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bulk_change_items where bulk_change_id = ${id} and state = ${state}`.execute(trx);
  return rows[0]?.count ?? 0;
}
