import { sql } from 'kysely';
import { type OrderedRows, moveRow } from '../../../platform/db/positions.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../platform/jobs.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { type Examined, addPicture, changeShownPart } from '../../media/commands.server.ts';
import type { Picture } from '../../media/schema.ts';
import { permissionsOf } from '../../accounts/permissions.ts';
import { lockForChange, recordChange } from '../access/commands.server.ts';
import { IMAGE_NOT_FOUND, IMAGE_CHANGED } from '../messages.ts';

/** A picture of a location. Its file is the media feature's; where and how it is shown is ours. */
export interface NewImage extends Pick<Picture, 'sha256' | 'alt' | 'caption' | 'credit' | 'licence' | 'focal'> {
  readonly locationId: string;
  /** Place among the images of the location. */
  readonly position: number;
  readonly primary: boolean;
}

/** Adds images to working copies; the pictures must be there. Nobody sees them before they are published. */
export async function addImages(trx: Trx, images: readonly NewImage[]): Promise<void> {
  if (images.length === 0) return;
  await trx
    .insertInto('images')
    .values(
      images.map(({ locationId, sha256, position, primary, alt, caption, credit, licence, focal }) => ({
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
      })),
    )
    .execute();
}

/** A file that has arrived, with what was found in it. */
interface Arrived {
  readonly uploadId: string;
  readonly name: string;
  readonly picture: Examined;
}

/**
 * Makes images of files that have arrived, as one act of who sent them. Last among the images of the location; the first one there
 * is becomes the primary one. Left out are those that were given up meanwhile, and pictures that the location has. The uploads stay:
 * they are for the caller to end.
 * @returns the uploads that have become images
 * @throws {ApiError} NOT_FOUND when the location is gone; CONFLICT when it may not be changed now
 */
export async function addUploadedImages(
  trx: Trx,
  jobs: JobSender,
  { userId, at }: { userId: string; at: Date },
  locationId: string,
  arrived: readonly Arrived[],
): Promise<Set<string>> {
  await lockCaller(trx, { id: userId });
  const { role } = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
  const location = await lockForChange(trx, { id: userId, permissions: permissionsOf(role) }, locationId);
  const others = await trx
    .selectFrom('images')
    .select(['sha256', 'position', 'is_primary'])
    .where('location_id', '=', locationId)
    .execute();
  const known = new Set(others.map(({ sha256 }) => sha256));
  const waiting = await lockWaiting(trx, arrived);
  const added = waiting.filter(({ picture }) => !known.has(picture.sha256) && known.add(picture.sha256));
  if (added.length === 0) return new Set();
  const next = Math.max(-1, ...others.map(({ position }) => position)) + 1;
  const hasPrimary = others.some(({ is_primary }) => is_primary);
  const places = added.map((image, n) => ({
    ...image,
    position: next + n,
    primary: !hasPrimary && n === 0,
  }));
  // In an order of their own: of two who add the same pictures, neither waits for the other in turn.
  for (const { name, picture, position, primary } of places.toSorted(bySha256)) {
    const isNew = await addPicture(trx, jobs, picture, primary);
    await trx
      .insertInto('images')
      .values({
        location_id: locationId,
        sha256: picture.sha256,
        position,
        is_primary: primary,
        name,
        taken_latitude: picture.taken?.latitude ?? null,
        taken_longitude: picture.taken?.longitude ?? null,
        taken_direction: picture.taken?.direction ?? null,
        created_at: at,
      })
      .execute();
    if (!isNew) await changeShownPart(trx, jobs, { sha256: picture.sha256, primary });
  }
  await recordChange(trx, location, at);
  const entry = { actorId: userId, locationId, at };
  if (added.length === 1) await recordAudit(trx, { type: 'IMAGE_ADDED', ...entry });
  else
    await recordAudit(trx, {
      type: 'IMAGES_ADDED',
      details: { images: added.length },
      ...entry,
    });
  return new Set(added.map(({ uploadId }) => uploadId));
}

/** Those whose upload is still there, which nobody gives up until the transaction ends. */
async function lockWaiting(trx: Trx, arrived: readonly Arrived[]): Promise<Arrived[]> {
  const ids = arrived.map(({ uploadId }) => uploadId);
  const { rows } = await sql<{ id: string }>`
    select id from uploads where id = any(${ids}::uuid[]) and state = 'CHECKING' order by id for update`.execute(trx);
  const waiting = new Set(rows.map(({ id }) => id));
  return arrived.filter(({ uploadId }) => waiting.has(uploadId));
}

function bySha256(a: Arrived, b: Arrived): number {
  return a.picture.sha256 < b.picture.sha256 ? -1 : 1;
}

/** An image as its location knows it. */
interface Place {
  readonly id: string;
  readonly imageId: string;
}

interface ImageChange {
  /** What is written empties with ''. */
  readonly caption?: string | undefined;
  readonly alt?: string | undefined;
  readonly credit?: string | undefined;
  readonly focal?: Picture['focal'] | undefined;
  /** That the one who writes started from; without it they write over whatever is there. */
  readonly version?: number | undefined;
  readonly primary?: true | undefined;
  readonly position?: number | undefined;
}

/**
 * Describes an image, makes it the primary one, or moves it before the one that stands at a position.
 * @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has described it meanwhile
 */
export async function changeImage(
  trx: Trx,
  jobs: JobSender,
  { actor, at }: CommandContext,
  { id, imageId }: Place,
  { version, primary, position, ...written }: ImageChange,
): Promise<void> {
  await lockCaller(trx, actor);
  const location = await lockForChange(trx, actor, id);
  const image = await imageOf(trx, { id, imageId });
  if (Object.values(written).some((value) => value !== undefined)) {
    const entry = { actorId: actor.id, locationId: id, details: { image: imageId }, at };
    await assertVersions(trx, entry, [{ expected: version, actual: image.version }], IMAGE_CHANGED);
    await describe(trx, imageId, written);
    if (written.focal)
      await changeShownPart(trx, jobs, {
        sha256: image.sha256,
        primary: image.is_primary,
      });
  }
  if (primary) await makePrimary(trx, { id, imageId });
  if (position !== undefined) await moveRow(trx, imagesInOrder(id), imageId, position);
  await recordChange(trx, location, at);
  const details = { image: imageId };
  // Who moves one changes the places of others.
  const type = position === undefined ? 'IMAGE_UPDATED' : 'IMAGES_UPDATED';
  await recordAudit(trx, {
    type,
    actorId: actor.id,
    locationId: id,
    details,
    at,
  });
}

async function imageOf(trx: Trx, { id, imageId }: Place) {
  const image = await trx
    .selectFrom('images')
    .select(['version', 'sha256', 'is_primary'])
    .where('id', '=', imageId)
    .where('location_id', '=', id)
    .executeTakeFirst();
  if (!image) throw gone();
  return image;
}

async function describe(
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

/** Two statements: at no moment may two images be the primary one. */
async function makePrimary(trx: Trx, { id, imageId }: Place): Promise<void> {
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
 * Deletes images of a location; if the primary one is among them, the first of the others becomes it. Pictures that nothing uses
 * any more are removed later.
 * @throws {ApiError} NOT_FOUND when one of them is not there: then none is deleted; CONFLICT
 */
export async function deleteImages(
  trx: Trx,
  { actor, at }: CommandContext,
  id: string,
  imageIds: readonly string[],
): Promise<void> {
  await lockCaller(trx, actor);
  const location = await lockForChange(trx, actor, id);
  const requestedIds = [...new Set(imageIds)];
  const deleted = await trx
    .deleteFrom('images')
    .where('location_id', '=', id)
    .where(sql<boolean>`id = any(${requestedIds}::uuid[])`)
    .returning(['id', 'is_primary'])
    .execute();
  if (deleted.length < requestedIds.length) throw gone();
  if (deleted.some(({ is_primary }) => is_primary)) await leadWithFirst(trx, id);
  await recordChange(trx, location, at);
  const type = requestedIds.length === 1 ? 'IMAGE_DELETED' : 'IMAGES_DELETED';
  await recordAudit(trx, {
    type,
    actorId: actor.id,
    locationId: id,
    details: { images: requestedIds.length },
    at,
  });
}

async function leadWithFirst(trx: Trx, id: string): Promise<void> {
  await sql`
    update images set is_primary = true
    where id = (select id from images where location_id = ${id} order by position, id limit 1)`.execute(trx);
}

function gone(): ApiError {
  return new ApiError('NOT_FOUND', IMAGE_NOT_FOUND);
}
