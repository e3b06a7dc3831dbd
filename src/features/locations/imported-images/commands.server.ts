import { sql } from 'kysely';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import { type AuditEntry, recordAudit } from '../../audit-log/commands.server.ts';
import { type ImportedOriginal, addPicture, updateCrops } from '../../media/commands.server.ts';
import type { LocationEvent } from '../events.ts';
import { publishLocations } from '../publishing/commands.server.ts';
import { type LockedLocation, lockForImport, recordChange } from '../working-copy/commands.server.ts';
import { assertWithinOwnerBytes } from '../working-copy/owner-limits.queries.server.ts';
import { UNDESCRIBED, addImages, makeFirstPrimary } from '../editing/images/commands.server.ts';
import { listImageUses } from '../editing/images/queries.server.ts';
import { MAX_IMAGES } from '../editing/images/schema.ts';

export interface ImageImportDeps {
  readonly jobs: JobSender;
  readonly publishEvent: PublishEvent<LocationEvent>;
}

/** A photograph that an import adds. Its original is stored. */
export interface ImportedPhotograph {
  readonly picture: ImportedOriginal;
  /** The name of its file. */
  readonly name: string;
  readonly caption: string | null;
  readonly credit: string | null;
}

/** The id of the image of a photograph, or why it was left out: the location has it already, or as many images as it can have. */
export type AddedImage = { readonly id: string } | { readonly leftOut: 'PRESENT' | 'NO_ROOM' };

/**
 * Adds photographs as the last images of a location, for the command line. Those that the location has already, and those beyond its
 * limit, are left out. A location that was live without changes is published again, as an import of its row does it.
 * @throws {ApiError} NOT_FOUND; CONFLICT while it awaits approval, or when the space of its owner is used up
 */
export async function addImportedImages(
  trx: Trx,
  deps: ImageImportDeps,
  { locationId, at, photographs }: { locationId: string; at: Date; photographs: readonly ImportedPhotograph[] },
): Promise<AddedImage[]> {
  const location = await lockForImport(trx, locationId);
  const uses = (await listImageUses(trx, [locationId])).get(locationId)!;
  const known = new Set(uses.pictures.map(({ sha256 }) => sha256));
  const fresh = photographs.filter(({ picture: { sha256 } }) => !known.has(sha256) && known.add(sha256));
  const room = Math.max(0, MAX_IMAGES - uses.count);
  const outcomes = new Map<ImportedPhotograph, AddedImage>();
  for (const image of fresh.slice(room)) outcomes.set(image, { leftOut: 'NO_ROOM' });
  const listOutcomes = () => photographs.map((image) => outcomes.get(image) ?? { leftOut: 'PRESENT' as const });
  const added = fresh.slice(0, room);
  if (added.length === 0) return listOutcomes();
  const bytes = added.reduce((sum, { picture }) => sum + picture.bytes, 0);
  await assertWithinOwnerBytes(trx, location.owner_id, bytes);
  const isPrimary = (image: ImportedPhotograph) => !uses.hasPrimary && image === added[0];
  // Sorted, so that two transactions that add the same pictures cannot deadlock.
  const pictures = added.toSorted((a, b) => (a.picture.sha256 < b.picture.sha256 ? -1 : 1));
  const existing: ImportedPhotograph[] = [];
  for (const image of pictures)
    if (!(await addPicture(trx, deps.jobs, image.picture, { primary: isPrimary(image), background: true })))
      existing.push(image);
  const ids = await addImages(
    trx,
    added.map((image, index) => ({
      ...UNDESCRIBED,
      locationId,
      sha256: image.picture.sha256,
      position: uses.nextPosition + index,
      primary: isPrimary(image),
      name: image.name,
      caption: image.caption,
      credit: image.credit,
      cameraPosition: image.picture.cameraPosition,
    })),
  );
  for (const image of existing)
    await updateCrops(trx, deps.jobs, {
      sha256: image.picture.sha256,
      primary: isPrimary(image),
      background: true,
    });
  await recordImport(trx, deps, location, {
    at,
    origin: 'IMPORT',
    images: ['IMAGE_ADDED', 'IMAGES_ADDED', ids.length],
  });
  for (const [index, id] of ids.entries()) outcomes.set(added[index]!, { id });
  return listOutcomes();
}

/**
 * Deletes images that an import has added to a location, for the command line. Those that somebody has changed since stay.
 * @returns the ids of deleted images
 * @throws {ApiError} NOT_FOUND; CONFLICT while it awaits approval
 */
export async function removeImportedImages(
  trx: Trx,
  deps: Pick<ImageImportDeps, 'publishEvent'>,
  { locationId, at, ids }: { locationId: string; at: Date; ids: readonly string[] },
): Promise<string[]> {
  const location = await lockForImport(trx, locationId);
  const deleted = await trx
    .deleteFrom('images')
    .where('location_id', '=', locationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('version', '=', 1)
    .returning(['id', 'is_primary'])
    .execute();
  if (deleted.length === 0) return [];
  if (deleted.some(({ is_primary }) => is_primary)) await makeFirstPrimary(trx, locationId);
  const images = ['IMAGE_DELETED', 'IMAGES_DELETED', deleted.length] as const;
  await recordImport(trx, deps, location, { at, origin: 'UNDO', images });
  return deleted.map(({ id }) => id);
}

/** Records the revision and the audit entry of an import, and publishes a location again that was live. */
async function recordImport(
  trx: Trx,
  { publishEvent }: Pick<ImageImportDeps, 'publishEvent'>,
  location: LockedLocation,
  {
    at,
    origin,
    images: [one, several, count],
  }: {
    readonly at: Date;
    readonly origin: 'IMPORT' | 'UNDO';
    readonly images: readonly [one: AuditEntry['type'], several: AuditEntry['type'], count: number];
  },
): Promise<void> {
  const { id } = location;
  const { revision } = await recordChange(trx, location, at, { origin });
  const entry = { actorId: null, locationId: id, at };
  const details = revision === undefined ? {} : { revision };
  if (count === 1) await recordAudit(trx, { type: one, details, ...entry });
  else await recordAudit(trx, { type: several, details: { images: count, ...details }, ...entry });
  if (location.status !== 'LIVE') return;
  const published = await publishLocations(trx, { ids: [id], at, by: { authorId: null, origin } }, publishEvent);
  await recordAudit(trx, { type: 'LOCATION_PUBLISHED', details: { revision: published.get(id) ?? null }, ...entry });
}
