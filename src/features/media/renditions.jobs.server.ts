import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { JobWorker } from '../../platform/jobs/job-queue.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { deleteOrphans } from '../../platform/storage/orphans.ts';
import type { Key, Storage } from '../../platform/storage/storage.ts';
import {
  type Original,
  computePerceptualHash,
  encodeRendition,
  encodeOgImage,
} from './image-processing/decoder-client.server.ts';
import { lockPicture, deletePicturesIfUnused } from './commands.server.ts';
import {
  getOgImageKey,
  getOriginalKey,
  getRenditionKey,
  getRenditionsKey,
  getThumbnailKey,
} from './storage-keys.server.ts';
import { listFocalPoints, findPicture, listPicturesWithoutHash, listUnusedPictures } from './queries.server.ts';
import { type RenditionJob, enqueueRenditions, renditions } from './renditions-queue.server.ts';
import { RENDITION_WIDTHS, getRenditionWidths } from './schema.ts';

interface RenditionTools {
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobWorker;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Creates renditions, one picture at a time. Run it in a separate process: a malicious picture can crash the decoder. */
export async function startRenditionWorker(tools: RenditionTools): Promise<void> {
  const recordFailure = async ({ sha256, format }: RenditionJob) => {
    // AVIF is optional: every browser shows WebP.
    if (format === 'webp') await setState(tools.db, sha256, 'FAILED');
    tools.log.error({ sha256, format }, 'the renditions of a picture cannot be created');
  };
  await tools.jobs.work(renditions, {
    run: async (job, signal) => {
      try {
        await createRenditions(tools, job, signal);
      } catch (error) {
        // A retry would reject the same picture again.
        if (!(error instanceof ApiError)) throw error;
        await recordFailure(job);
      }
    },
    onRetriesExhausted: recordFailure,
  });
}

async function createRenditions(tools: RenditionTools, job: RenditionJob, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const missing = await listMissingFiles(tools, job);
  if (missing.length > 0) {
    const content = await tools.storage.read(getOriginalKey(job.sha256));
    if (!content) throw new Error('the original is not in the storage');
    for (const { key, encode } of missing) {
      signal.throwIfAborted();
      const encoded = await encode({ sha256: job.sha256, content });
      const stored = await tools.db.transaction().execute(async (trx) => {
        if (!(await lockPicture(trx, job.sha256))) return false;
        await tools.storage.put(key, encoded);
        return true;
      });
      if (!stored) return;
    }
  }
  await completeFormat(tools, job);
  const { sha256, format } = job;
  tools.log.info(
    { sha256, format, files: missing.length, ms: Math.round(performance.now() - started) },
    'renditions created',
  );
}

interface MissingFile {
  readonly key: Key;
  readonly encode: (original: Original) => Promise<Uint8Array>;
}

/** Lists the files of a job that do not exist yet: after a crash or for a new focal point only some. */
async function listMissingFiles(
  { db, storage }: RenditionTools,
  { sha256, format }: RenditionJob,
): Promise<MissingFile[]> {
  const picture = await findPicture(db, sha256);
  if (!picture) return [];
  const files: MissingFile[] = getRenditionWidths(picture.width).map((width) => ({
    key: getRenditionKey(sha256, width, format),
    encode: (original) => encodeRendition(original, width, format),
  }));
  if (format === 'webp') {
    for (const focal of await listFocalPoints(db, sha256)) {
      files.push({ key: getOgImageKey(sha256, focal), encode: (original) => encodeOgImage(original, focal) });
    }
  }
  const made = await Promise.all(files.map(({ key }) => storage.exists(key)));
  return files.filter((_, index) => !made[index]);
}

async function completeFormat({ db, jobs }: RenditionTools, job: RenditionJob): Promise<void> {
  if (job.format === 'avif') return;
  await db.transaction().execute(async (trx) => {
    await setState(trx, job.sha256, 'READY');
    await enqueueRenditions(trx, jobs, { ...job, format: 'avif' });
  });
}

async function setState(db: Db, sha256: string, state: 'READY' | 'FAILED'): Promise<void> {
  await db.updateTable('pictures').set({ state }).where('sha256', '=', sha256).execute();
}

/** Pictures deleted in one transaction. */
const BATCH_SIZE = 50;

/** Deletes unused pictures, and after the commit the files that no picture has. */
export async function deleteUnusedPictures(db: Db, storage: Pick<Storage, 'delete' | 'deleteFolder'>): Promise<void> {
  let removed: number;
  do {
    const unused = await listUnusedPictures(db, null, BATCH_SIZE);
    removed = await db.transaction().execute((trx) => deletePicturesIfUnused(trx, unused));
  } while (removed === BATCH_SIZE);
  await deleteOrphanedPictureFiles(db, storage);
}

/** A transaction that adds the same picture meanwhile waits for the lock of the orphan, and stores the files again. */
function deleteOrphanedPictureFiles(db: Db, storage: Pick<Storage, 'delete' | 'deleteFolder'>): Promise<void> {
  return deleteOrphans(db, {
    table: 'orphaned_pictures',
    isDue: sql`delete_after <= now() and not exists (select from pictures where sha256 = orphaned_pictures.id)`,
    deleteFiles: async (sha256) => {
      await storage.deleteFolder(getRenditionsKey(sha256));
      await storage.delete(getOriginalKey(sha256));
    },
  });
}

/** Pictures whose hashes are looked for together. */
const HASH_BATCH_SIZE = 200;

/** Computes the perceptual hashes that are missing: of pictures that were added before there were hashes. */
export async function addMissingHashes(db: Db, storage: Storage, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const pictures = await listPicturesWithoutHash(db, after, HASH_BATCH_SIZE);
    if (pictures.length === 0) return;
    for (const sha256 of pictures) {
      const rendition = await readSmallRendition(storage, sha256);
      // Without a readable rendition the picture has no hash; it is tried again an hour later.
      const hash = rendition && (await computePerceptualHash(rendition, sha256).catch(() => undefined));
      if (!hash) continue;
      await db.updateTable('pictures').set({ perceptual_hash: hash }).where('sha256', '=', sha256).execute();
    }
    after = pictures.at(-1)!;
  }
}

/** The thumbnail is too small for a good hash, but better than none. */
async function readSmallRendition(storage: Storage, sha256: string): Promise<Uint8Array | null> {
  const rendition = await storage.read(getRenditionKey(sha256, RENDITION_WIDTHS[0], 'webp'));
  return rendition ?? (await storage.read(getThumbnailKey(sha256)));
}
