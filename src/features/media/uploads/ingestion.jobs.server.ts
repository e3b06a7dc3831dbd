import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { JobWorker } from '../../../platform/jobs/job-queue.ts';
import type { Log } from '../../../platform/diagnostics/log.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { DecoderEndedError } from '../image-processing/decoder-process.server.ts';
import { type ValidatedPicture, addPicture, saveAddedOriginal, validatePicture } from '../commands.server.ts';
import { MAX_PICTURE_BYTES } from '../schema.ts';
import { deleteOrphanedChunks } from './cleanup.jobs.server.ts';
import { type AddToLocation, deleteUpload, recordOutcome } from './commands.server.ts';
import { MAX_ATTEMPTS, ingestion } from './ingestion-queue.server.ts';
import { getChunkKey } from './chunk-keys.server.ts';
import { DUPLICATE_PICTURE, UPLOAD_INCOMPLETE, UPLOAD_UNREADABLE } from '../messages.ts';
import { GENERIC_MESSAGE } from '../../../platform/text/common-messages.ts';

export interface IngestionTools {
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobWorker;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly addToLocation: AddToLocation;
}

/**
 * Limits of a batch, the uploads of one account to one location that are added together: the time of their validation, so that the
 * first of sixty does not wait for the last, and the bytes in memory besides the last.
 */
const BATCH_MS = 3_000;
const BATCH_BYTES = 2 * MAX_PICTURE_BYTES;

/** Ingests complete uploads, one at a time. Run it in a separate process: a malicious picture can crash the decoder. */
export async function startIngestionWorker(tools: IngestionTools): Promise<void> {
  await tools.jobs.work(ingestion, {
    run: async ({ id }) => {
      await ingest(tools, id);
      await deleteOrphanedChunks(tools.db, tools.storage);
    },
    onRetriesExhausted: async ({ id }) => {
      tools.log.error({ upload: id }, 'an upload could not be ingested');
      await reject(tools, id, GENERIC_MESSAGE);
    },
  });
}

/** Does nothing for an upload that was cancelled or has been ingested. */
async function ingest(tools: IngestionTools, id: string): Promise<void> {
  const upload = await findCompleteUpload(tools.db, id);
  if (!upload) return;
  if (upload.attempts >= MAX_ATTEMPTS) return reject(tools, id, UPLOAD_UNREADABLE);
  await changeAttempts(tools.db, id, 1);
  const validated = await validateUpload(tools, upload);
  if (!validated) return;
  const { location_id } = upload;
  if (location_id === null) return acceptForPages(tools, validated);
  const batch = [validated, ...(await validateBatch(tools, upload))];
  await acceptForLocation(tools, location_id, batch.toSorted(byCreation));
}

const COLUMNS = ['id', 'location_id', 'user_id', 'name', 'bytes', 'attempts', 'created_at'] as const;
/** A completely stored upload. Without a location, it is a picture of a page. */
type CompleteUpload = Pick<Selectable<Database['uploads']>, (typeof COLUMNS)[number]>;

function findCompleteUpload(db: Db, id: string): Promise<CompleteUpload | undefined> {
  return db
    .selectFrom('uploads')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
}

interface ValidatedUpload {
  readonly upload: CompleteUpload;
  readonly picture: ValidatedPicture;
}

/** In the order of selection. */
function byCreation({ upload: a }: ValidatedUpload, { upload: b }: ValidatedUpload): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
}

/**
 * Validates a file whose attempt has been counted; null when it was rejected.
 * @throws {DecoderEndedError} for a file that may have crashed the decoder: the attempt stays counted
 */
async function validateUpload(tools: IngestionTools, upload: CompleteUpload): Promise<ValidatedUpload | null> {
  const { db, storage } = tools;
  let hasCrashed = false;
  try {
    const content = await joinChunks(storage, upload);
    return { upload, picture: await validatePicture(content) };
  } catch (error) {
    hasCrashed = error instanceof DecoderEndedError;
    if (!(error instanceof ApiError)) throw error;
    await reject(tools, upload.id, error.message);
    return null;
  } finally {
    if (!hasCrashed) await changeAttempts(db, upload.id, -1);
  }
}

/** Validates the other uploads of the same batch, one after the other. */
async function validateBatch(tools: IngestionTools, first: CompleteUpload): Promise<ValidatedUpload[]> {
  const deadline = performance.now() + BATCH_MS;
  const claimed = [first.id];
  const batch: ValidatedUpload[] = [];
  for (let bytes = first.bytes; bytes < BATCH_BYTES && performance.now() < deadline;) {
    const next = await claimNextOfBatch(tools.db, first, claimed);
    if (!next) break;
    claimed.push(next.id);
    const validated = await validateUpload(tools, next).catch((error: unknown) => {
      // Its own job tries it again: it must not keep back the others.
      if (error instanceof DecoderEndedError) return null;
      throw error;
    });
    if (!validated) continue;
    batch.push(validated);
    bytes += next.bytes;
  }
  return batch;
}

/** Claims the next upload of the same account to the same location by counting an attempt; none that has crashed a worker. */
async function claimNextOfBatch(
  db: Db,
  { location_id, user_id }: CompleteUpload,
  claimed: readonly string[],
): Promise<CompleteUpload | undefined> {
  const { rows } = await sql<CompleteUpload>`
    update uploads set attempts = 1
    where id = (
      select id from uploads
      where location_id = ${location_id} and user_id = ${user_id} and state = 'CHECKING' and attempts = 0
        and id <> all(${claimed}::uuid[])
      order by created_at, id limit 1 for update skip locked)
    returning ${sql.join(COLUMNS.map((column) => sql.ref(column)))}`.execute(db);
  return rows[0];
}

/** Increments the counter before an attempt and decrements it afterwards, so that only attempts that ended with a process remain. */
async function changeAttempts(db: Db, id: string, by: 1 | -1): Promise<void> {
  await db
    .updateTable('uploads')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', by) }))
    .where('id', '=', id)
    .execute();
}

/** Returns the file. @throws {ApiError} INVALID when its chunks are not complete */
async function joinChunks(storage: Storage, { id, bytes }: CompleteUpload): Promise<Uint8Array> {
  const content = new Uint8Array(bytes);
  for (let offset = 0; offset < bytes;) {
    const chunk = await storage.read(getChunkKey(id, offset));
    if (!chunk || chunk.length === 0 || offset + chunk.length > bytes) throw new ApiError('INVALID', UPLOAD_INCOMPLETE);
    content.set(chunk, offset);
    offset += chunk.length;
  }
  return content;
}

/** In one transaction: an upload exists until its image does. All of them have the same location and account. */
async function acceptForLocation(
  tools: IngestionTools,
  locationId: string,
  batch: readonly ValidatedUpload[],
): Promise<void> {
  const { db, jobs, log, addToLocation } = tools;
  const [{ upload: first }] = batch as [ValidatedUpload];
  const sender = { userId: first.user_id, at: new Date() };
  const received = batch.map(({ upload: { id, name, created_at }, picture }) => ({
    uploadId: id,
    chosenAt: created_at,
    name,
    picture,
  }));
  const accept = async (trx: Trx) => {
    const added = await addToLocation(trx, jobs, sender, locationId, received);
    for (const { uploadId, picture } of received) {
      if (added.has(uploadId)) {
        await saveAddedOriginal(trx, tools, picture);
        await deleteUpload(trx, { id: uploadId, locationId });
      } else {
        await recordOutcome(trx, uploadId, { state: 'REJECTED', rejection_reason: DUPLICATE_PICTURE });
      }
    }
    return added;
  };
  try {
    const added = await db.transaction().execute(accept);
    log.info({ uploads: [...added] }, 'uploads ingested');
  } catch (error) {
    // An error of the location applies to the whole batch.
    if (!(error instanceof ApiError)) throw error;
    for (const { uploadId } of received) await reject(tools, uploadId, error.message);
  }
}

/** The upload remains, since the client reads the SHA-256 of the picture from it. */
async function acceptForPages(tools: IngestionTools, { upload: { id }, picture }: ValidatedUpload): Promise<void> {
  const { db, jobs, log } = tools;
  await db.transaction().execute(async (trx) => {
    await addPicture(trx, jobs, picture, { primary: true });
    await saveAddedOriginal(trx, tools, picture);
    await recordOutcome(trx, id, { state: 'ACCEPTED', sha256: picture.sha256 });
  });
  log.info({ upload: id, sha256: picture.sha256 }, 'picture of a page ingested');
}

async function reject({ db }: IngestionTools, id: string, reason: string): Promise<void> {
  await db.transaction().execute((trx) => recordOutcome(trx, id, { state: 'REJECTED', rejection_reason: reason }));
}
