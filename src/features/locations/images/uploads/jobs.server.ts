import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/tables.ts';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { JobWorker } from '../../../../platform/jobs.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import { type Examined, addPicture, examine, keepOriginal } from '../../../media/commands.server.ts';
import { MAX_PICTURE_BYTES } from '../../../media/schema.ts';
import { addUploadedImages } from '../commands.server.ts';
import { endUpload, noteOutcome } from './commands.server.ts';
import { pieceKey, piecesKey } from './files.server.ts';
import { TRIES, intake } from './queue.server.ts';
import { GENERIC_MESSAGE } from '../../../../platform/messages.ts';
import { UPLOAD_UNREADABLE, DUPLICATE_PICTURE, UPLOAD_INCOMPLETE } from '../../../media/messages.ts';

export interface IntakeTools {
  readonly db: Kysely<Database>;
  readonly storage: Storage;
  readonly jobs: JobWorker;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/**
 * Pictures that one person has sent to one location and that wait together become images together: as many as are looked at in so
 * long (milliseconds), so that the first of them does not wait for the last of sixty, and no more than these bytes besides the last.
 */
const TOGETHER_MS = 3_000;
const TOGETHER_BYTES = 2 * MAX_PICTURE_BYTES;
/** Takes in what was uploaded from now on, one file at a time. Belongs in a process that may be killed by a hostile picture. */
export async function intakeWorker(tools: IntakeTools): Promise<void> {
  await tools.jobs.work(intake, {
    run: async ({ id }) => {
      await takeIn(tools, id);
      await removePieces(tools.db, tools.storage);
    },
    giveUp: async ({ id }) => {
      tools.log.error({ upload: id }, 'an uploaded picture could not be taken in');
      await refuse(tools, id, GENERIC_MESSAGE);
    },
  });
}

/** Does nothing for an upload that was given up, or that is an image already. */
async function takeIn(tools: IntakeTools, id: string): Promise<void> {
  const upload = await wholeUpload(tools.db, id);
  if (!upload) return;
  if (upload.attempts >= TRIES) return refuse(tools, id, UPLOAD_UNREADABLE);
  await noteTry(tools.db, id, 1);
  const checked = await check(tools, upload);
  if (!checked) return;
  const { location_id } = upload;
  if (location_id === null) return keepForPages(tools, checked);
  const together = [checked, ...(await checkOthers(tools, upload))];
  await turnIntoImages(tools, location_id, together.toSorted(asBegun));
}

interface WholeUpload {
  readonly id: string;
  /** Null for a picture for pages. */
  readonly location_id: string | null;
  readonly user_id: string;
  readonly name: string;
  readonly bytes: number;
  readonly attempts: number;
  readonly created_at: Date;
}

function wholeUpload(db: Kysely<Database>, id: string): Promise<WholeUpload | undefined> {
  return db
    .selectFrom('uploads')
    .select(['id', 'location_id', 'user_id', 'name', 'bytes', 'attempts', 'created_at'])
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
}

/** An upload that may become an image. */
interface Checked {
  readonly upload: WholeUpload;
  readonly examined: Examined;
}

/** In which order files were begun, which is that in which they were chosen. */
function asBegun({ upload: a }: Checked, { upload: b }: Checked): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
}

/** Opens a file of which a try has been noted; null when it was refused. */
async function check(tools: IntakeTools, upload: WholeUpload): Promise<Checked | null> {
  const { db, storage } = tools;
  try {
    const content = await assemble(storage, upload);
    return { upload, examined: await examine(content) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refuse(tools, upload.id, error.message);
    return null;
  } finally {
    await noteTry(db, upload.id, -1);
  }
}

/** Opens what waits beside an upload, one file after the other. */
async function checkOthers(tools: IntakeTools, upload: WholeUpload): Promise<Checked[]> {
  const until = performance.now() + TOGETHER_MS;
  const seen = [upload.id];
  const others: Checked[] = [];
  for (let held = upload.bytes; held < TOGETHER_BYTES && performance.now() < until;) {
    const next = await nextBeside(tools.db, upload, seen);
    if (!next) break;
    seen.push(next.id);
    const checked = await check(tools, next);
    if (!checked) continue;
    others.push(checked);
    held += next.bytes;
  }
  return others;
}

/** Another one of the same sender and location, with a try noted; none that is being opened elsewhere, or has ended a worker. */
async function nextBeside(
  db: Kysely<Database>,
  { location_id, user_id }: WholeUpload,
  seen: readonly string[],
): Promise<WholeUpload | undefined> {
  const { rows } = await sql<WholeUpload>`
    update uploads set attempts = 1
    where id = (
      select id from uploads
      where location_id = ${location_id} and user_id = ${user_id} and state = 'CHECKING' and attempts = 0
        and id <> all(${seen}::uuid[])
      order by created_at, id limit 1 for update skip locked)
    returning id, location_id, user_id, name, bytes, attempts, created_at`.execute(db);
  return rows[0];
}

/** Notes that a file is being opened, or that it is no more: a note that stays is of a try that ended with the worker. */
async function noteTry(db: Kysely<Database>, id: string, by: 1 | -1): Promise<void> {
  await db
    .updateTable('uploads')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', by) }))
    .where('id', '=', id)
    .execute();
}

/** The file as it was sent. @throws {ApiError} when its pieces do not add up to it */
async function assemble(storage: Storage, { id, bytes }: WholeUpload): Promise<Uint8Array> {
  const content = new Uint8Array(bytes);
  for (let offset = 0; offset < bytes;) {
    const piece = await storage.read(pieceKey(id, offset));
    if (!piece || piece.length === 0 || offset + piece.length > bytes) throw new ApiError('INVALID', UPLOAD_INCOMPLETE);
    content.set(piece, offset);
    offset += piece.length;
  }
  return content;
}

/**
 * All in one transaction: each upload is there until its image is, and what is written of the act is there with its images. Of all of
 * them location and sender are the same.
 */
async function turnIntoImages(tools: IntakeTools, locationId: string, checked: readonly Checked[]): Promise<void> {
  const { db, storage, jobs, log } = tools;
  const [{ upload: first }] = checked as [Checked];
  const act = { userId: first.user_id, at: new Date() };
  const arrived = checked.map(({ upload: { id, name }, examined }) => ({
    uploadId: id,
    name,
    picture: examined,
  }));
  const turn = async (trx: Trx) => {
    const added = await addUploadedImages(trx, jobs, act, locationId, arrived);
    for (const { uploadId, picture } of arrived) {
      if (added.has(uploadId)) {
        // The picture is locked, so that nobody removes what is kept now as something that nothing uses.
        await keepOriginal(storage, picture);
        await endUpload(trx, uploadId);
      } else {
        await noteOutcome(trx, uploadId, { state: 'REFUSED', problem: DUPLICATE_PICTURE });
      }
    }
    return added;
  };
  try {
    const added = await db.transaction().execute(turn);
    log.info({ uploads: [...added] }, 'images were taken in');
  } catch (error) {
    // What is said against the location holds for all of them.
    if (!(error instanceof ApiError)) throw error;
    for (const { uploadId } of arrived) await refuse(tools, uploadId, error.message);
  }
}

/** The page that is to show it is known to its editor alone, which asks what has become of it. */
async function keepForPages(
  { db, storage, jobs, log }: IntakeTools,
  { upload: { id }, examined }: Checked,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await addPicture(trx, jobs, examined, true);
    await keepOriginal(storage, examined);
    await noteOutcome(trx, id, { state: 'TAKEN', sha256: examined.sha256 });
  });
  log.info({ upload: id, sha256: examined.sha256 }, 'a picture for pages was taken in');
}

async function refuse({ db }: IntakeTools, id: string, problem: string): Promise<void> {
  await db.transaction().execute((trx) => noteOutcome(trx, id, { state: 'REFUSED', problem }));
}

/** For how long a file that has stopped half way, or was refused, waits for who sent it. */
const KEEP_HOURS = 24;

/** Gives up what has not gone on for a day, and forgets what was refused as long ago. */
export async function forgetOldUploads(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from uploads
    where state <> 'CHECKING' and updated_at < now() - make_interval(hours => ${KEEP_HOURS})`.execute(db);
}

/** Forgets what was sent on days that are over everywhere. */
export async function forgetSentBytes(db: Kysely<Database>): Promise<void> {
  await sql`delete from upload_quotas where day < (now() at time zone 'UTC')::date - 1`.execute(db);
}

/** Removes the pieces of uploads that have ended, one upload after the other; what fails now is removed the next time. */
export async function removePieces(db: Kysely<Database>, storage: Pick<Storage, 'deleteFolder'>): Promise<void> {
  while (await db.transaction().execute((trx) => removeNextPieces(trx, storage)));
}

async function removeNextPieces(trx: Trx, storage: Pick<Storage, 'deleteFolder'>): Promise<boolean> {
  const next = await trx
    .selectFrom('orphaned_uploads')
    .select('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return false;
  await storage.deleteFolder(piecesKey(next.id));
  await trx.deleteFrom('orphaned_uploads').where('id', '=', next.id).execute();
  return true;
}
