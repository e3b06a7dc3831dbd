import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type LocationDeps, findMailedLocation, notifyOwner } from '../mails/commands.server.ts';
import {
  MERGED_ALREADY,
  NO_OWNER_TO_ASK,
  OWNER_CANNOT_CHANGE,
  TASK_CLOSED,
  TASK_NOT_FOUND,
  taskLimit,
} from '../messages.ts';
import { lockAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { lockForChange } from '../working-copy/commands.server.ts';
import type { Caller } from '../working-copy/policy.ts';
import { STEP_TITLES, type StepName, getWizardPath } from '../catalogue/fields/wizard-steps.ts';

/**
 * Asks the owner of a location for something, with an email that links to the step.
 * @throws {ApiError} NOT_FOUND; CONFLICT when it has no owner who gets emails, awaits approval, or has the maximum number
 * of open tasks
 */
export async function addTask(
  context: CommandContext & LocationDeps,
  { id, step, text }: { readonly id: string; readonly step: StepName; readonly text: string },
): Promise<void> {
  const { trx, actor, at, siteUrl } = context;
  await lockOwnerAndLocation(trx, actor, id);
  if (!(await findMailedLocation(trx, id))) throw new ApiError('CONFLICT', NO_OWNER_TO_ASK);
  await assertBelowTaskLimit(trx, id);
  const values = { location_id: id, step, text, created_by: actor.id, created_at: at };
  await trx.insertInto('owner_tasks').values(values).execute();
  await recordAudit(trx, {
    type: 'OWNER_TASK_ADDED',
    actorId: actor.id,
    locationId: id,
    details: { name: STEP_TITLES[step] },
    at,
  });
  const action = { label: `Open ‘${STEP_TITLES[step]}’`, url: siteUrl + getWizardPath(id, step) };
  await notifyOwner(trx, context, id, 'asked', { quote: { label: 'What we need', text }, action });
}

/** Open tasks of one location. */
export const MAX_OPEN_TASKS = 50;

/** The location is locked. */
async function assertBelowTaskLimit(trx: Trx, id: string): Promise<void> {
  const { count } = await trx
    .selectFrom('owner_tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('location_id', '=', id)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow();
  if (count >= MAX_OPEN_TASKS) throw new ApiError('CONFLICT', taskLimit(MAX_OPEN_TASKS));
}

/** Locks the account of the owner, so that it is not deleted before the email is sent, and then the location. */
async function lockOwnerAndLocation(trx: Trx, caller: Caller, id: string): Promise<void> {
  await sql`
    select from users where id = (select owner_id from locations where id = ${id}) for key share`.execute(trx);
  const location = await lockAccessibleLocation(trx, caller, id);
  if (location.merged_into !== null) throw new ApiError('CONFLICT', MERGED_ALREADY);
  if (location.location_status === 'AWAITING_APPROVAL') throw new ApiError('CONFLICT', OWNER_CANNOT_CHANGE);
}

interface TaskParams {
  readonly id: string;
  readonly taskId: string;
}

/** Cancels a task. @throws {ApiError} NOT_FOUND; CONFLICT when it is done or cancelled already */
export async function cancelTask(context: CommandContext, { id, taskId }: TaskParams): Promise<void> {
  await lockAccessibleLocation(context.trx, context.actor, id);
  const state = await closeTask(context, { id, taskId, to: 'CANCELLED' });
  if (state !== 'OPEN') throw new ApiError('CONFLICT', TASK_CLOSED);
}

/**
 * Marks a task as done. Nothing happens if it is done or cancelled already, so that the call can be repeated.
 * @throws {ApiError} NOT_FOUND unless the caller is the owner of the location; CONFLICT while it awaits approval
 */
export async function completeTask(context: CommandContext, { id, taskId }: TaskParams): Promise<void> {
  const { relation } = await lockForChange(context.trx, context.actor, id);
  if (relation !== 'owner') throwLocationNotFound();
  await closeTask(context, { id, taskId, to: 'DONE' });
}

/** Closes an open task. @returns its state before */
async function closeTask(
  { trx, actor, at }: CommandContext,
  { id, taskId, to }: TaskParams & { readonly to: 'DONE' | 'CANCELLED' },
): Promise<'OPEN' | 'DONE' | 'CANCELLED'> {
  const task = await trx
    .selectFrom('owner_tasks')
    .select(['state', 'step'])
    .where('id', '=', taskId)
    .where('location_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!task) throw new ApiError('NOT_FOUND', TASK_NOT_FOUND);
  if (task.state !== 'OPEN') return task.state;
  const closed = { state: to, closed_by: actor.id, closed_at: at };
  await trx.updateTable('owner_tasks').set(closed).where('id', '=', taskId).execute();
  const type = to === 'DONE' ? 'OWNER_TASK_DONE' : 'OWNER_TASK_CANCELLED';
  const details = { name: STEP_TITLES[task.step] };
  await recordAudit(trx, { type, actorId: actor.id, locationId: id, details, at });
  return task.state;
}

/** The owner has submitted a locked location: all that they were asked for is done. */
export async function completeTasks({ trx, actor, at }: CommandContext, locationId: string): Promise<void> {
  const done = await trx
    .updateTable('owner_tasks')
    .set({ state: 'DONE', closed_by: actor.id, closed_at: at })
    .where('location_id', '=', locationId)
    .where('state', '=', 'OPEN')
    .returning('step')
    .execute();
  if (done.length === 0) return;
  const entry = { type: 'OWNER_TASK_DONE', actorId: actor.id, locationId, at } as const;
  await recordAudit(trx, ...done.map(({ step }) => ({ ...entry, details: { name: STEP_TITLES[step] } })));
}
