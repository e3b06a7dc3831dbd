import { sql } from 'kysely';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { CommandContext } from '../../../../platform/http/handlers.ts';
import type { JobSender } from '../../../../platform/jobs/job-queue.ts';
import { lockCaller } from '../../../accounts/commands.server.ts';
import { getPermissions } from '../../../accounts/permissions.ts';
import { recordAudit } from '../../../audit-log/commands.server.ts';
import { AUDIT_TYPES } from '../../../audit-log/entry-types.ts';
import { addPicture, updateCrops } from '../../../media/commands.server.ts';
import type { Upload } from '../../../media/schema.ts';
import {
  type AddToLocation,
  type ReceivedPicture,
  createUpload,
  deleteUpload,
} from '../../../media/uploads/commands.server.ts';
import { lockUploadsAwaitingIngestion } from '../../../media/uploads/queries.server.ts';
import { lockForChange, recordChange } from '../../working-copy/commands.server.ts';
import { assertWithinOwnerBytes } from '../../working-copy/owner-limits.queries.server.ts';
import { MAX_IMAGES } from './schema.ts';
import { imageLimit } from '../../messages.ts';

/**
 * Begins the upload of an image. The location is locked, so that uploads that begin at the same time cannot exceed its limit.
 * @throws {ApiError} NOT_FOUND; CONFLICT, also when the location has as many images and uploads as it may have, or the quota of the
 * day, or the space of the owner, is used up; TOO_MANY_REQUESTS while the caller has too many uploads in progress
 */
export async function beginUpload(
  context: CommandContext,
  { id: locationId, ...file }: Pick<Upload, 'name' | 'bytes'> & { readonly id: string },
): Promise<Upload> {
  const { trx, actor } = context;
  await lockCaller(trx, actor);
  const { owner_id } = await lockForChange(trx, actor, locationId);
  if ((await countImagesAndUploads(trx, locationId)) >= MAX_IMAGES) {
    throw new ApiError('CONFLICT', imageLimit(MAX_IMAGES));
  }
  await assertWithinOwnerBytes(trx, owner_id, file.bytes);
  return createUpload(context, { locationId, ...file });
}

async function countImagesAndUploads(trx: Trx, locationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from images where location_id = ${locationId})
      + (select count(*) from uploads where location_id = ${locationId} and state <> 'REJECTED') as count`.execute(trx);
  return Number(rows[0]?.count);
}

/**
 * Cancels an upload, or deletes a rejected one.
 * @throws {ApiError} NOT_FOUND, also when it has become an image; CONFLICT for the owner of a location that awaits approval
 */
export async function cancelUpload(
  { trx, actor }: CommandContext,
  { id: locationId, uploadId }: { id: string; uploadId: string },
): Promise<void> {
  await lockForChange(trx, actor, locationId);
  await deleteUpload(trx, { locationId, id: uploadId });
}

/**
 * Adds uploaded pictures as the last images of their location, in the order in which they were chosen: one that arrives late goes before
 * those that were chosen after it. The first image of a location becomes the primary one, unless a person has chosen another. Audited as an action of their sender, whose
 * permissions are checked again.
 * @throws {ApiError} NOT_FOUND when the location is gone; CONFLICT when it may not be changed now
 */
export const addUploadedImages: AddToLocation = async (trx, jobs, { userId, at }, locationId, received) => {
  await lockCaller(trx, { id: userId });
  const { role, office_id: officeId } = await trx
    .selectFrom('users')
    .select(['role', 'office_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const location = await lockForChange(trx, { id: userId, permissions: getPermissions(role), officeId }, locationId);
  const others = await trx
    .selectFrom('images')
    .select(['id', 'sha256', 'position', 'is_primary', 'created_at as chosenAt'])
    .where('location_id', '=', locationId)
    .orderBy('position')
    .execute();
  const known = new Set(others.map(({ sha256 }) => sha256));
  const waiting = await lockUploadsAwaitingIngestion(
    trx,
    received.map(({ uploadId }) => uploadId),
  );
  const added = received
    .filter(({ uploadId }) => waiting.has(uploadId))
    .filter(({ picture }) => !known.has(picture.sha256) && known.add(picture.sha256));
  if (added.length === 0) return new Set();
  const order = orderByChoice(others, added);
  await moveImages(trx, others, order);
  const primary = await findNewPrimary(trx, jobs, locationId, others, order);
  // Sorted, so that two transactions that add the same pictures cannot deadlock.
  for (const image of added.toSorted(bySha256)) {
    const { name, picture, chosenAt } = image;
    const isPrimary = image === primary;
    const isNew = await addPicture(trx, jobs, picture, { primary: isPrimary });
    await trx
      .insertInto('images')
      .values({
        location_id: locationId,
        sha256: picture.sha256,
        position: order.indexOf(image),
        is_primary: isPrimary,
        name,
        taken_latitude: picture.cameraPosition?.latitude ?? null,
        taken_longitude: picture.cameraPosition?.longitude ?? null,
        taken_direction: picture.cameraPosition?.direction ?? null,
        created_at: chosenAt,
      })
      .execute();
    if (!isNew) await updateCrops(trx, jobs, { sha256: picture.sha256, primary: isPrimary });
  }
  const { revision } = await recordChange(trx, location, at);
  const entry = { actorId: userId, locationId, at };
  const details = revision === undefined ? {} : { revision };
  if (added.length === 1) await recordAudit(trx, { type: 'IMAGE_ADDED', details, ...entry });
  else await recordAudit(trx, { type: 'IMAGES_ADDED', details: { images: added.length, ...details }, ...entry });
  return new Set(added.map(({ uploadId }) => uploadId));
};

interface StoredImage {
  readonly id: string;
  readonly sha256: string;
  readonly position: number;
  readonly is_primary: boolean;
  readonly chosenAt: Date;
}
type OrderedImage = StoredImage | ReceivedPicture;

/** Puts each new image before those at the end that were chosen after it, and leaves the others in the order that people gave them. */
function orderByChoice(others: readonly StoredImage[], added: readonly ReceivedPicture[]): OrderedImage[] {
  const order: OrderedImage[] = [...others];
  for (const image of added) {
    const before = order.findLastIndex(({ chosenAt }) => chosenAt <= image.chosenAt);
    order.splice(before + 1, 0, image);
  }
  return order;
}

async function moveImages(trx: Trx, others: readonly StoredImage[], order: readonly OrderedImage[]): Promise<void> {
  for (const image of others) {
    const position = order.indexOf(image);
    if (position !== image.position)
      await trx.updateTable('images').set({ position }).where('id', '=', image.id).execute();
  }
}

/**
 * Returns the new image that becomes the primary one: the first of the location, unless another than the first is the primary one, or a
 * person has chosen it.
 */
async function findNewPrimary(
  trx: Trx,
  jobs: JobSender,
  locationId: string,
  others: readonly StoredImage[],
  [first]: readonly OrderedImage[],
): Promise<OrderedImage | undefined> {
  const before = others.find(({ is_primary }) => is_primary);
  if (!before) return first;
  if (before !== others[0] || first === before || (await isChosenByHand(trx, locationId, before))) return undefined;
  await trx.updateTable('images').set({ is_primary: false }).where('id', '=', before.id).execute();
  await updateCrops(trx, jobs, { sha256: before.sha256, primary: false });
  return first;
}

/**
 * Whether a person may have made an image the primary one. The audit log does not tell that from other changes of the image, and a
 * restored version or another location can have brought its choice.
 */
async function isChosenByHand(trx: Trx, locationId: string, { id, chosenAt }: StoredImage): Promise<boolean> {
  const { IMAGE_UPDATED, IMAGES_UPDATED, LOCATION_RESTORED, LOCATIONS_MERGED } = AUDIT_TYPES;
  const { rows } = await sql`
    select from audit_logs
    where location_id = ${locationId}
      and (type in (${IMAGE_UPDATED.number}, ${IMAGES_UPDATED.number}) and details ->> 'image' = ${id}
        or type in (${LOCATION_RESTORED.number}, ${LOCATIONS_MERGED.number}) and created_at >= ${chosenAt})
    limit 1`.execute(trx);
  return rows.length > 0;
}

function bySha256(a: ReceivedPicture, b: ReceivedPicture): number {
  return a.picture.sha256 < b.picture.sha256 ? -1 : 1;
}
