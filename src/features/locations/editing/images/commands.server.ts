import { sql } from 'kysely';
import { type OrderedRows, moveRow, saveOrder } from '../../../../platform/db/row-order.ts';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { CommandContext } from '../../../../platform/http/handlers.ts';
import type { JobSender } from '../../../../platform/jobs/job-queue.ts';
import { lockCaller } from '../../../accounts/commands.server.ts';
import { assertVersions, recordAudit } from '../../../audit-log/commands.server.ts';
import { updateCrops } from '../../../media/commands.server.ts';
import type { Picture } from '../../../media/schema.ts';
import { lockForChange, recordChange } from '../../working-copy/commands.server.ts';
import { IMAGE_NOT_FOUND, IMAGE_CHANGED } from '../../messages.ts';
import type { LocationImage } from './schema.ts';

/** The use of a picture by a location. The media feature owns its file. */
interface NewImage extends Pick<Picture, 'sha256' | 'caption' | 'credit' | 'licence' | 'focal'> {
  readonly locationId: string;
  /** Null until somebody describes it. */
  readonly alt: string | null;
  /** Among the images of the location, from 0. */
  readonly position: number;
  readonly primary: boolean;
  /** The name of its file. */
  readonly name?: string;
  readonly cameraPosition?: LocationImage['cameraPosition'];
}

/** Adds images to working copies, and returns their ids. The pictures must exist. */
export async function addImages(trx: Trx, images: readonly NewImage[]): Promise<string[]> {
  if (images.length === 0) return [];
  const added = await trx
    .insertInto('images')
    .values(
      images.map(
        ({ locationId, sha256, position, primary, alt, caption, credit, licence, focal, name, cameraPosition }) => ({
          location_id: locationId,
          sha256,
          position,
          is_primary: primary,
          alt,
          caption,
          credit,
          licence,
          focal_x: focal.x,
          focal_y: focal.y,
          name: name ?? null,
          taken_latitude: cameraPosition?.latitude ?? null,
          taken_longitude: cameraPosition?.longitude ?? null,
          taken_direction: cameraPosition?.direction ?? null,
        }),
      ),
    )
    .returning('id')
    .execute();
  return added.map(({ id }) => id);
}

/** Adds photographs to a new working copy, in this order and without texts. The first one is the primary one. The pictures must exist. */
export async function addUndescribedImages(
  trx: Trx,
  jobs: JobSender,
  locationId: string,
  pictures: readonly string[],
): Promise<void> {
  const images = pictures.map((sha256, position) => ({ sha256, position, primary: position === 0 }));
  await addImages(
    trx,
    images.map((image) => ({ ...image, ...UNDESCRIBED, locationId })),
  );
  for (const image of images) await updateCrops(trx, jobs, image);
}

export const UNDESCRIBED = {
  alt: null,
  caption: null,
  credit: null,
  licence: null,
  focal: { x: 0.5, y: 0.5 },
} as const;

interface ImageId {
  readonly id: string;
  readonly imageId: string;
}

interface ImageChange {
  /** A text is cleared with ''. */
  readonly caption?: string | undefined;
  readonly alt?: string | undefined;
  readonly credit?: string | undefined;
  readonly focal?: Picture['focal'] | undefined;
  /** Version that the change is based on; without it any version is overwritten. */
  readonly version?: number | undefined;
  readonly primary?: true | undefined;
  readonly position?: number | undefined;
}

/**
 * Describes an image, makes it the primary one, or moves it before the image at a position.
 * @throws {ApiError} NOT_FOUND; CONFLICT for an outdated version
 */
export async function changeImage(
  { trx, actor, at, jobs }: CommandContext & { readonly jobs: JobSender },
  { id, imageId, version, primary, position, ...written }: ImageId & ImageChange,
): Promise<void> {
  await lockCaller(trx, actor);
  const location = await lockForChange(trx, actor, id);
  const image = await getImage(trx, { id, imageId });
  if (Object.values(written).some((value) => value !== undefined)) {
    const entry = { actorId: actor.id, locationId: id, details: { image: imageId }, at };
    await assertVersions(trx, entry, [{ expected: version, actual: image.version }], IMAGE_CHANGED);
    await updateDescription(trx, imageId, written);
    if (written.focal) await updateCrops(trx, jobs, { sha256: image.sha256, primary: image.is_primary });
  }
  if (primary) await makePrimary(trx, { id, imageId });
  if (position !== undefined) await moveRow(trx, imagesInOrder(id), imageId, position);
  const { revision } = await recordChange(trx, location, at);
  const details = { image: imageId, ...(revision && { revision }) };
  // Moving one image changes the positions of others.
  const type = position === undefined ? 'IMAGE_UPDATED' : 'IMAGES_UPDATED';
  await recordAudit(trx, { type, actorId: actor.id, locationId: id, details, at });
}

async function getImage(trx: Trx, { id, imageId }: ImageId) {
  const image = await trx
    .selectFrom('images')
    .select(['version', 'sha256', 'is_primary'])
    .where('id', '=', imageId)
    .where('location_id', '=', id)
    .executeTakeFirst();
  if (!image) throw createImageNotFoundError();
  return image;
}

async function updateDescription(
  trx: Trx,
  id: string,
  { caption, alt, credit, focal }: Pick<ImageChange, 'caption' | 'alt' | 'credit' | 'focal'>,
): Promise<void> {
  await trx
    .updateTable('images')
    .set(({ ref, eb }) => ({
      version: eb('version', '+', 1),
      caption: caption === undefined ? ref('caption') : caption || null,
      alt: alt === undefined ? ref('alt') : alt || null,
      credit: credit === undefined ? ref('credit') : credit || null,
      ...(focal && { focal_x: focal.x, focal_y: focal.y }),
    }))
    .where('id', '=', id)
    .execute();
}

function imagesInOrder(locationId: string): OrderedRows {
  return { table: 'images', id: 'id', where: sql`location_id = ${locationId}`, orderBy: sql`position, id` };
}

/** Two statements, since the unique index allows one primary image at any time. */
async function makePrimary(trx: Trx, { id, imageId }: ImageId): Promise<void> {
  await trx
    .updateTable('images')
    .set({ is_primary: false })
    .where('location_id', '=', id)
    .where('is_primary', '=', true)
    .where('id', '<>', imageId)
    .execute();
  await trx.updateTable('images').set({ is_primary: true }).where('id', '=', imageId).execute();
}

/**
 * Deletes images of a location; if the primary one is among them, the first of the others replaces it. A cleanup job deletes
 * unused pictures.
 * @throws {ApiError} NOT_FOUND when one of them does not exist, and then none is deleted; CONFLICT
 */
export async function deleteImages(
  { trx, actor, at }: CommandContext,
  { id, ids }: { id: string; ids: readonly string[] },
): Promise<void> {
  await lockCaller(trx, actor);
  const location = await lockForChange(trx, actor, id);
  const requestedIds = [...new Set(ids)];
  const deleted = await trx
    .deleteFrom('images')
    .where('location_id', '=', id)
    .where(sql<boolean>`id = any(${requestedIds}::uuid[])`)
    .returning(['id', 'is_primary'])
    .execute();
  if (deleted.length < requestedIds.length) throw createImageNotFoundError();
  if (deleted.some(({ is_primary }) => is_primary)) await makeFirstPrimary(trx, id);
  const { revision } = await recordChange(trx, location, at);
  const details = { images: requestedIds.length, ...(revision && { revision }) };
  const type = requestedIds.length === 1 ? 'IMAGE_DELETED' : 'IMAGES_DELETED';
  await recordAudit(trx, { type, actorId: actor.id, locationId: id, details, at });
}

/** The image of an earlier version. */
interface EarlierImage extends Pick<Picture, 'sha256' | 'caption' | 'credit' | 'licence' | 'focal'> {
  readonly id: string;
  readonly alt: string | null;
  readonly primary: boolean;
}

/**
 * Gives the images of a locked location the order and the texts that they had. Deleted images are not restored; those that were added
 * since follow the others.
 * @returns whether anything has changed, and how many images are deleted and added
 */
export async function restoreImages(
  trx: Trx,
  jobs: JobSender,
  locationId: string,
  earlier: readonly EarlierImage[],
): Promise<{ hasChanged: boolean; deleted: number; added: number }> {
  const present = await trx
    .selectFrom('images')
    .selectAll()
    .where('location_id', '=', locationId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const byId = new Map(present.map((image) => [image.id, image]));
  const restored = earlier.filter(({ id }) => byId.has(id));
  const ids = new Set(restored.map(({ id }) => id));
  const added = present.filter(({ id }) => !ids.has(id));
  const counts = { deleted: earlier.length - restored.length, added: added.length };
  let hasChanged = false;
  for (const { id, sha256, primary, focal, ...texts } of restored) {
    const now = byId.get(id)!;
    const hasMoved = focal.x !== now.focal_x || focal.y !== now.focal_y;
    if (!hasMoved && TEXTS.every((text) => texts[text] === now[text])) continue;
    hasChanged = true;
    const { alt, caption, credit, licence } = texts;
    await trx
      .updateTable('images')
      .set(({ eb }) => ({
        alt,
        caption,
        credit,
        licence,
        focal_x: focal.x,
        focal_y: focal.y,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    if (hasMoved) await updateCrops(trx, jobs, { sha256, primary });
  }
  const order = [...restored, ...added].map(({ id }) => id);
  if (order.some((id, index) => id !== present[index]?.id)) {
    hasChanged = true;
    await saveOrder(trx, imagesInOrder(locationId), order);
  }
  const primary = restored.find((image) => image.primary);
  if (primary && !byId.get(primary.id)!.is_primary) {
    hasChanged = true;
    await makePrimary(trx, { id: locationId, imageId: primary.id });
  }
  return { hasChanged, ...counts };
}

const TEXTS = ['alt', 'caption', 'credit', 'licence'] as const;

/** Makes the first image of a location the primary one, after that was deleted. */
export async function makeFirstPrimary(trx: Trx, id: string): Promise<void> {
  await sql`
    update images set is_primary = true
    where id = (select id from images where location_id = ${id} order by position, id limit 1)`.execute(trx);
}

function createImageNotFoundError(): ApiError {
  return new ApiError('NOT_FOUND', IMAGE_NOT_FOUND);
}
