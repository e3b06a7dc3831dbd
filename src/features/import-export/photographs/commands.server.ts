import { ApiError } from '../../../platform/http/contract.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { limitConcurrency } from '../../../platform/runtime/limit-concurrency.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import {
  type AddedImage,
  type ImageImportDeps,
  addImportedImages,
  removeImportedImages,
} from '../../locations/imported-images/commands.server.ts';
import { listImageUses } from '../../locations/editing/images/queries.server.ts';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import {
  type ImportedOriginal,
  type ValidatedPicture,
  storeOriginal,
  validateImported,
} from '../../media/commands.server.ts';
import { MAX_IMAGES } from '../../locations/editing/images/schema.ts';
import { countSharedPictures } from '../../duplicates/matching/picture-hashes.ts';
import { getBaseName } from './file-index.ts';
import {
  CHANGED_SINCE,
  LOCATION_HAS_IT,
  PAGE_STILL_SHOWS,
  beyondLimit,
  looksLike,
  noSuchImport,
  notDecoded,
  undoneMeanwhile,
} from './messages.ts';
import type { Progress } from './progress.ts';
import { type ImportSource, findInterruptedImport, listImagesOfImport } from './queries.server.ts';
import type { MatchedPhotograph, PhotographFinding, PhotographSource } from './schema.ts';

export interface PhotographImportTools extends ImageImportDeps {
  readonly db: Db;
  readonly storage: Storage;
  readonly progress: Progress;
}

export interface PhotographImport {
  readonly id: number;
  readonly source: PhotographSource;
  readonly at: Date;
  /** Whether photographs are added that look like others of their location. */
  readonly addsSimilar: boolean;
}

interface AddedPhotographs {
  readonly added: readonly MatchedPhotograph[];
  readonly leftOut: readonly PhotographFinding[];
}

/**
 * Begins an import, or continues the one of the same folder and table that was interrupted. In the transaction of its rows, so that they
 * are not imported again when it is continued.
 * @returns its id
 */
export async function beginImport(trx: Trx, source: ImportSource, at: Date): Promise<number> {
  const interrupted = await findInterruptedImport(trx, source);
  if (interrupted !== undefined) {
    await trx.updateTable('photograph_imports').set({ run_at: at }).where('id', '=', interrupted).execute();
    return interrupted;
  }
  const { id } = await trx
    .insertInto('photograph_imports')
    .values({ folder: source.folder, table_name: source.tableName, run_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locations whose photographs are added at the same time, and files in memory: one is decoded while others are read and stored. */
const MAX_CONCURRENT_LOCATIONS = 3;
const MAX_CONCURRENT_FILES = 3;

/**
 * Decodes photographs in the sandbox, stores them and adds them to their locations, each in one transaction with the record
 * of its files: killed at any moment, the import continues with the next location, and adds nothing twice.
 */
export async function addPhotographs(
  tools: PhotographImportTools,
  task: PhotographImport,
  photographs: readonly MatchedPhotograph[],
): Promise<AddedPhotographs> {
  const limit = limitConcurrency(MAX_CONCURRENT_FILES);
  const outcomes: AddedPhotographs[] = [];
  let done = 0;
  const store = (photograph: MatchedPhotograph) =>
    limit(async () => {
      const stored = await storePhotograph(tools, task, photograph);
      tools.progress.report('imported', (done += 1), photographs.length);
      return stored;
    });
  const queue = Map.groupBy(photographs, ({ row }) => row.id).values();
  const addNext = async () => {
    for (const ofLocation of queue) {
      const results = await Promise.all(ofLocation.map(store));
      outcomes.push({ added: [], leftOut: results.filter((result) => 'message' in result) });
      const stored = results.filter((result) => 'picture' in result);
      outcomes.push(await addToLocation(tools, task, stored));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_LOCATIONS }, addNext));
  await tools.db.updateTable('photograph_imports').set({ has_ended: true }).where('id', '=', task.id).execute();
  return { added: outcomes.flatMap(({ added }) => added), leftOut: outcomes.flatMap(({ leftOut }) => leftOut) };
}

interface StoredPhotograph extends MatchedPhotograph {
  readonly picture: ImportedOriginal;
}

const leaveOut = ({ row, file }: MatchedPhotograph, message: string): PhotographFinding => ({
  line: row.line,
  name: file.path,
  message,
});

/** Validates a file like an upload, and stores it. Without an image it is deleted after an hour. */
async function storePhotograph(
  { db, storage }: PhotographImportTools,
  { source }: PhotographImport,
  photograph: MatchedPhotograph,
): Promise<StoredPhotograph | PhotographFinding> {
  let validated: ValidatedPicture;
  try {
    validated = await validateImported(await source.read(photograph.file.path));
  } catch (error) {
    // Whatever the reason is: the import would stop at this photograph each time that it is run.
    const { message } = error as Error;
    return leaveOut(photograph, error instanceof ApiError ? message : notDecoded(message));
  }
  return { ...photograph, picture: await storeOriginal(db, storage, validated) };
}

async function addToLocation(
  tools: PhotographImportTools,
  task: PhotographImport,
  photographs: readonly StoredPhotograph[],
): Promise<AddedPhotographs> {
  if (photographs.length === 0) return { added: [], leftOut: [] };
  const similar = task.addsSimilar ? new Map<StoredPhotograph, string>() : await findSimilar(tools.db, photographs);
  const chosen = photographs.filter((photograph) => !similar.has(photograph));
  const leftOut = [...similar].map(([photograph, name]) => leaveOut(photograph, looksLike(name)));
  try {
    const images = await tools.db.transaction().execute((trx) => addChosen(trx, tools, task, chosen));
    const added: StoredPhotograph[] = [];
    for (const [index, image] of images.entries()) {
      const photograph = chosen[index]!;
      if ('id' in image) added.push(photograph);
      else leftOut.push(leaveOut(photograph, image.leftOut === 'PRESENT' ? LOCATION_HAS_IT : beyondLimit(MAX_IMAGES)));
    }
    return { added, leftOut };
  } catch (error) {
    if (!(error instanceof ApiError) || error instanceof StoppedError) throw error;
    // It is about the location, and so about all of them.
    return { added: [], leftOut: [...leftOut, ...chosen.map((photograph) => leaveOut(photograph, error.message))] };
  }
}

/** The import was undone while it ran. */
class StoppedError extends ApiError {}

async function addChosen(
  trx: Trx,
  tools: PhotographImportTools,
  { id: importId, at }: PhotographImport,
  photographs: readonly StoredPhotograph[],
): Promise<AddedImage[]> {
  const found = await trx
    .selectFrom('photograph_imports')
    .select('undone_at')
    .where('id', '=', importId)
    .forShare()
    .executeTakeFirst();
  if (!found || found.undone_at) throw new StoppedError('CONFLICT', undoneMeanwhile(importId));
  const locationId = photographs[0]?.row.id;
  if (locationId === undefined) return [];
  const images = await addImportedImages(trx, tools, {
    locationId,
    at,
    photographs: photographs.map(({ picture, file, caption, credit }) => ({
      picture,
      name: getBaseName(file.path),
      caption: caption ?? picture.texts.caption,
      credit: credit ?? picture.texts.credit,
    })),
  });
  const files = photographs.flatMap(({ file }, index) => {
    const image = images[index]!;
    return 'id' in image ? [{ import_id: importId, location_id: locationId, path: file.path, image_id: image.id }] : [];
  });
  if (files.length > 0) await trx.insertInto('photograph_import_files').values(files).execute();
  return images;
}

/**
 * Finds photographs that look like a larger one of their location, or an equally large one before them: other sizes and qualities of the
 * same picture. Returns the name of that one.
 */
async function findSimilar(
  db: Db,
  photographs: readonly StoredPhotograph[],
): Promise<ReadonlyMap<StoredPhotograph, string>> {
  const locationId = photographs[0]!.row.id;
  const uses = (await listImageUses(db, [locationId])).get(locationId)!;
  const others = uses.pictures.map(({ perceptualHash, pixels, name }) => ({
    hash: perceptualHash,
    pixels,
    name: name ?? 'an image of the location',
  }));
  const similar = new Map<StoredPhotograph, string>();
  const toPixels = ({ picture: { width, height } }: StoredPhotograph) => width * height;
  for (const photograph of photographs.toSorted((a, b) => toPixels(b) - toPixels(a))) {
    const { perceptualHash: hash } = photograph.picture;
    const pixels = toPixels(photograph);
    const match = others.find(
      (other) => other.hash !== null && other.pixels >= pixels && countSharedPictures([hash], [other.hash]) > 0,
    );
    if (match) similar.set(photograph, match.name);
    else others.push({ hash, pixels, name: photograph.file.path });
  }
  return similar;
}

interface UndoneImport {
  readonly deleted: number;
  readonly locations: number;
  readonly remaining: readonly PhotographFinding[];
  readonly notes: readonly PhotographFinding[];
}

/**
 * Deletes the images that an import has added, unless somebody has changed them since or uses them on a board. Can be repeated after a kill.
 * @param undo.apply whether anything is deleted; otherwise it only counts
 * @throws {ApiError} NOT_FOUND
 */
export async function undoImport(
  { db, publishEvent }: Pick<PhotographImportTools, 'db' | 'publishEvent'>,
  { id, at, apply }: { id: number; at: Date; apply: boolean },
): Promise<UndoneImport> {
  const found = await db.selectFrom('photograph_imports').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND', noSuchImport(id));
  // First, so that the import stops if it still runs.
  if (apply) await db.updateTable('photograph_imports').set({ undone_at: at }).where('id', '=', id).execute();
  const remaining: PhotographFinding[] = [];
  const notes: PhotographFinding[] = [];
  let deleted = 0;
  let locations = 0;
  for (const { locationId, title, unchanged, changed, isShown } of await listImagesOfImport(db, id)) {
    const name = getDisplayTitle(title);
    for (const file of changed) remaining.push({ line: null, name: `${name}: ${file}`, message: CHANGED_SINCE });
    try {
      const task = { locationId, at, ids: unchanged };
      const gone = apply
        ? await db.transaction().execute((trx) => removeImportedImages(trx, { publishEvent }, task))
        : unchanged;
      deleted += gone.length;
      locations += gone.length > 0 ? 1 : 0;
      if (isShown) notes.push({ line: null, name, message: PAGE_STILL_SHOWS });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      remaining.push({ line: null, name, message: error.message });
    }
  }
  return { deleted, locations, remaining, notes };
}

/** How long an import can be continued and undone. */
const RETENTION_DAYS = 30;

/** Deletes what is known of old imports; the photographs stay. */
export async function deleteOldPhotographImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  await db.deleteFrom('photograph_imports').where('run_at', '<', before).execute();
}
