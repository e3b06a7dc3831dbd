import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { CommandContext } from '../../../../platform/http/handlers.ts';
import { notify } from '../../../notifications/commands.server.ts';
import type { AccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { type LocationDeps, notifySubmission } from '../../mails/commands.server.ts';
import { listImages } from '../images/queries.server.ts';
import { closeReasons } from '../../decisions/commands.server.ts';
import { completeTasks } from '../../owner-tasks/commands.server.ts';
import { getImagesProblem } from '../images/image-requirements.ts';
import { EVERY_STEP, getUnsavedProblems } from '../check-steps.ts';
import { recordRevision } from '../../working-copy/revisions.commands.server.ts';
import { getWorkingCopies } from '../../working-copy/queries.server.ts';
import type { TypedFields } from '../../working-copy/schema.ts';
import { getStepProblems } from '../schema.ts';
import { CHECK_FIELDS } from '../../../../platform/text/common-messages.ts';
import { OWNER_SUBMITS } from '../../messages.ts';

/**
 * Submits a locked location for approval, with a notification and emails.
 * @param draft the unsaved fields: a location with any cannot be submitted
 * @throws {ApiError} FORBIDDEN unless the caller is its owner; INVALID when a step is not complete, or an upload not finished
 */
export async function submitLocation(
  context: CommandContext & LocationDeps,
  { id, relation, status }: AccessibleLocation,
  draft: TypedFields,
): Promise<void> {
  if (relation !== 'owner') throw new ApiError('FORBIDDEN', OWNER_SUBMITS);
  await assertComplete(context.trx, id, draft);
  await sendForApproval(context, { id, status });
  await notifySubmission(context.trx, context, id);
}

/** Sets a location to await approval: its owner has done what the team has asked for. The caller checks it and sends the emails. */
export async function sendForApproval(
  context: CommandContext,
  { id, status }: Pick<AccessibleLocation, 'id' | 'status'>,
): Promise<void> {
  const { trx, actor, at } = context;
  await trx
    .updateTable('locations')
    .set({ location_status: 'AWAITING_APPROVAL', submitted_at: at, lastmodificationdate: at })
    .where('id', '=', id)
    .execute();
  await recordRevision(trx, id, { action: 'SUBMITTED', origin: 'WIZARD', authorId: actor.id, at });
  await closeReasons(trx, [id]);
  await completeTasks(context, id);
  const type = status === 'NEW' ? 'LOCATION_REQUESTING_APPROVAL' : 'LOCATION_REQUESTING_UPDATES_APPROVAL';
  await notify(trx, { type, userId: actor.id, locationId: id, at });
}

async function assertComplete(trx: Trx, id: string, draft: TypedFields): Promise<void> {
  const { fields } = (await getWorkingCopies(trx, [id])).get(id)!;
  const problems = Object.assign(
    getUnsavedProblems(fields, draft),
    ...EVERY_STEP.map((step) => getStepProblems(step, fields)),
  );
  const images = await findImagesProblem(trx, id);
  if (images) problems['images'] = images;
  if (Object.keys(problems).length === 0) return;
  const onlyImages = images !== undefined && Object.keys(problems).length === 1;
  throw new ApiError('INVALID', onlyImages ? images : CHECK_FIELDS, problems);
}

/** The rule that the images of a location break, unfinished uploads included. */
async function findImagesProblem(trx: Trx, id: string): Promise<string | undefined> {
  const uploads = await trx
    .selectFrom('uploads')
    .select('id')
    .where('location_id', '=', id)
    .where('state', '<>', 'REJECTED')
    .execute();
  return getImagesProblem((await listImages(trx, [id], 'owner')).get(id) ?? [], uploads.length);
}
