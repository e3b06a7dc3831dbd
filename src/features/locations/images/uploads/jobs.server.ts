import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/tables.ts';
import type { Trx } from '../../../../platform/events.ts';
import { ApiError, GENERIC_MESSAGE } from '../../../../platform/http/contract.ts';
import type { JobWorker } from '../../../../platform/jobs.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import { type Examined, examine, keepOriginal } from '../../../media/commands.server.ts';
import { addUploadedImage } from '../commands.server.ts';
import { endUpload, refuseUpload } from './commands.server.ts';
import { pieceKey, piecesKey } from './files.server.ts';
import { TRIES, intake } from './queue.server.ts';

export interface IntakeTools {
  readonly db: Kysely<Database>;
  readonly storage: Storage;
  readonly jobs: JobWorker;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Ends the process: the only way out of a file that keeps its decoder busy. Must not return. */
  readonly stop: () => void;
}

/** For looking at one file, and waiting for another picture to be decoded before it (milliseconds). */
const MOST_MS = 90_000;
const TAKES_TOO_LONG = 'This picture takes too long to open. Please export it again, and send that.';
const INCOMPLETE = 'A part of this picture did not arrive. Please send it again.';

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
  const { db, storage } = tools;
  const upload = await wholeUpload(db, id);
  if (!upload) return;
  const content = await assemble(storage, upload);
  if (!content) return refuse(tools, id, INCOMPLETE);
  if (upload.tries >= TRIES) return refuse(tools, id, TAKES_TOO_LONG);
  try {
    const examined = await countingTries(db, id, () => withinTime(tools, id, () => examine(content)));
    await db.transaction().execute((trx) => turnIntoImage(trx, tools, upload, examined));
    tools.log.info({ upload: id, sha256: examined.sha256, bytes: upload.bytes }, 'an image was taken in');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refuse(tools, id, error.message);
  }
}

interface WholeUpload {
  readonly id: string;
  readonly location_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly bytes: number;
  readonly tries: number;
}

function wholeUpload(db: Kysely<Database>, id: string): Promise<WholeUpload | undefined> {
  return db
    .selectFrom('uploads')
    .select(['id', 'location_id', 'user_id', 'name', 'bytes', 'tries'])
    .where('id', '=', id)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
}

/** The file as it was sent; null when its pieces do not add up to it. */
async function assemble(storage: Storage, { id, bytes }: WholeUpload): Promise<Uint8Array | null> {
  const content = new Uint8Array(bytes);
  for (let offset = 0; offset < bytes;) {
    const piece = await storage.read(pieceKey(id, offset));
    if (!piece || piece.length === 0 || offset + piece.length > bytes) return null;
    content.set(piece, offset);
    offset += piece.length;
  }
  return content;
}

/** Notes that the file is being opened, and that it is no more: a note that stays is of a try that ended with the worker. */
async function countingTries<Result>(db: Kysely<Database>, id: string, act: () => Promise<Result>): Promise<Result> {
  const note = (by: 1 | -1) =>
    db
      .updateTable('uploads')
      .set(({ eb }) => ({ tries: eb('tries', '+', by) }))
      .where('id', '=', id)
      .execute();
  await note(1);
  try {
    return await act();
  } finally {
    await note(-1);
  }
}

/** Has the process end when a decoder does not: no other thread can stop it. */
async function withinTime<Result>(tools: IntakeTools, id: string, act: () => Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => {
    tools.log.error({ upload: id }, 'a picture takes too long to open: the worker ends itself');
    void refuse(tools, id, TAKES_TOO_LONG).finally(tools.stop);
  }, MOST_MS);
  try {
    return await act();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * All in one transaction: the upload is there until its image is.
 * @throws {ApiError} what keeps the image from being added, in words for who sent it
 */
async function turnIntoImage(
  trx: Trx,
  { storage, jobs }: IntakeTools,
  { id, location_id, user_id, name }: WholeUpload,
  examined: Examined,
): Promise<void> {
  const act = { userId: user_id, at: new Date() };
  await addUploadedImage(trx, jobs, act, { locationId: location_id, uploadId: id, name, picture: examined });
  // The picture is locked, so that nobody removes what is kept now as something that nothing uses.
  await keepOriginal(storage, examined);
  await endUpload(trx, id);
}

async function refuse({ db }: IntakeTools, id: string, problem: string): Promise<void> {
  await db.transaction().execute((trx) => refuseUpload(trx, id, problem));
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
  await sql`delete from sent_bytes where day < (now() at time zone 'UTC')::date - 1`.execute(db);
}

/** Removes the pieces of uploads that have ended, one upload after the other; what fails now is removed the next time. */
export async function removePieces(db: Kysely<Database>, storage: Pick<Storage, 'deleteFolder'>): Promise<void> {
  while (await db.transaction().execute((trx) => removeNextPieces(trx, storage)));
}

async function removeNextPieces(trx: Trx, storage: Pick<Storage, 'deleteFolder'>): Promise<boolean> {
  const next = await trx.selectFrom('upload_remains').select('id').limit(1).forUpdate().skipLocked().executeTakeFirst();
  if (!next) return false;
  await storage.deleteFolder(piecesKey(next.id));
  await trx.deleteFrom('upload_remains').where('id', '=', next.id).execute();
  return true;
}
