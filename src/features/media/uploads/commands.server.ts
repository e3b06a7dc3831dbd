import type { Trx } from '../../../platform/db/transaction.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import type { ValidatedPicture } from '../commands.server.ts';
import type { Upload } from '../schema.ts';
import { type UploadId, getUpload, lockUpload } from './queries.server.ts';
import { assertQuota } from './quotas.commands.server.ts';

/**
 * Begins an upload within the quota of its account. The caller has locked the account, and checked what the location allows.
 * @throws {ApiError} CONFLICT when the quota of the day is used up; TOO_MANY_REQUESTS while the account has too many uploads in progress
 */
export async function createUpload(
  { trx, actor, at }: CommandContext,
  { locationId, name, bytes }: Pick<UploadId, 'locationId'> & Pick<Upload, 'name' | 'bytes'>,
): Promise<Upload> {
  await assertQuota(trx, { userId: actor.id, bytes, at });
  const { id } = await trx
    .insertInto('uploads')
    .values({ location_id: locationId, user_id: actor.id, name, bytes, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return getUpload(trx, { id, locationId });
}

/** Deletes an upload; a trigger records its chunks as orphans. @throws {ApiError} NOT_FOUND */
export async function deleteUpload(trx: Trx, upload: UploadId): Promise<void> {
  await lockUpload(trx, upload);
  await trx.deleteFrom('uploads').where('id', '=', upload.id).execute();
}

/** Deletes all uploads of an account to a location. */
export async function deleteUploadsOfUser(
  trx: Trx,
  { locationId, userId }: { locationId: string; userId: string },
): Promise<void> {
  await trx.deleteFrom('uploads').where('location_id', '=', locationId).where('user_id', '=', userId).execute();
}

/** A complete file, with what its validation found. */
export interface ReceivedPicture {
  readonly uploadId: string;
  /** When the upload was created: in the order in which files were chosen together. */
  readonly chosenAt: Date;
  readonly name: string;
  readonly picture: ValidatedPicture;
}

/**
 * Adds pictures to a location on behalf of the account that sent them; the uploads stay.
 * @returns ids of the uploads that were added; not of those that were cancelled, or whose picture the location has already
 * @throws {ApiError} with the reason why the location cannot have any of them
 */
export type AddToLocation = (
  trx: Trx,
  jobs: JobSender,
  sender: { readonly userId: string; readonly at: Date },
  locationId: string,
  received: readonly ReceivedPicture[],
) => Promise<ReadonlySet<string>>;

/** The picture that an upload of a page has become, or why a file was rejected. */
type Outcome =
  | { readonly state: 'ACCEPTED'; readonly sha256: string }
  | { readonly state: 'REJECTED'; readonly rejection_reason: string };

/** Records the result of an ingestion, unless the upload was cancelled meanwhile; a trigger records its chunks as orphans. */
export async function recordOutcome(trx: Trx, id: string, outcome: Outcome): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ ...outcome, updated_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .execute();
}
