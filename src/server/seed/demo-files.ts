import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { getPermissions } from '../../features/accounts/permissions.ts';
import { getRegionPath } from '../../features/geography/region/queries.server.ts';
import { type Original, importOriginal } from '../../features/media/commands.server.ts';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { nullIfFileMissing } from '../../platform/files/null-if-file-missing.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { DAY_MS } from '../../platform/text/durations.ts';

const DEMO_FOLDER = new URL('../../../demo/', import.meta.url);
/** Decoding runs in the four threads of the libuv pool. */
const MAX_CONCURRENT_PHOTOGRAPHS = 4;

function readDemoFile(file: string): Promise<Buffer> {
  return readFile(new URL(file, DEMO_FOLDER));
}

/** Reads and validates a JSON file of the demo. */
export async function readDemoJson<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse((await readDemoFile(file)).toString()));
}

/**
 * Reads the real places of the demo: those of the region, or if it has none those of Scotland, to which the fictional samples belong.
 * @param schema of the entries of places with photographs
 */
export async function readDemoPlaces<Schema extends z.ZodType>(
  schema: Schema,
): Promise<{ places: Buffer; real: z.output<Schema>; isOfRegion: boolean }> {
  const places = await readFile(getRegionPath('demo/places.csv')).catch(nullIfFileMissing);
  if (places === null) {
    const real = await readDemoJson('samples/real.json', schema);
    return { places: await readDemoFile('places/places.csv'), real, isOfRegion: false };
  }
  const real = await readFile(getRegionPath('demo/real.json'), 'utf8').catch(nullIfFileMissing);
  return { places, real: schema.parse(JSON.parse(real ?? '[]')), isOfRegion: true };
}

/** Returns the context of a command that a demo account, named by its email address, has executed some days ago. */
export async function getDemoContext(
  trx: Trx,
  { owner, daysAgo }: { owner: string; daysAgo: number },
  now: Date,
): Promise<CommandContext> {
  const { id, role } = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', owner)
    .executeTakeFirstOrThrow();
  return {
    trx,
    actor: { id, permissions: getPermissions(role), verified: true },
    at: new Date(now.getTime() - daysAgo * DAY_MS),
  };
}

/** Finds locations by title. */
export async function findIdsByTitle(trx: Trx, titles: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await trx.selectFrom('locations').select(['id', 'title']).where('title', 'in', titles).execute();
  return new Map(rows.map(({ id, title }) => [title, id]));
}

const photograph = z
  .object({
    file: z.string(),
    author: z.string(),
    licence: z.string(),
    alt: z.string(),
    caption: z.string(),
    focal: z.object({ x: z.number(), y: z.number() }),
  })
  .transform(({ author, ...fields }) => ({ ...fields, credit: author }));

/** A photograph of demo/photographs whose original is stored. */
export type StoredPhotograph = z.infer<typeof photograph> & Original;

/** Stores the originals of photographs, recorded as orphans until pictures are added, and returns them by file name. */
export async function storePhotographs(
  db: Db,
  storage: Storage,
  files: ReadonlySet<string>,
): Promise<ReadonlyMap<string, StoredPhotograph>> {
  const listed = await readDemoJson('photographs/photographs.json', z.array(photograph));
  const stored = new Map<string, StoredPhotograph>();
  const queue = files.values();
  const storeNext = async () => {
    for (const file of queue) {
      const metadata = listed.find((entry) => entry.file === file);
      if (!metadata) throw new Error(`${file} is missing in demo/photographs/photographs.json`);
      stored.set(file, {
        ...metadata,
        ...(await importOriginal(db, storage, await readDemoFile(`photographs/${file}`))),
      });
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_PHOTOGRAPHS }, storeNext));
  return stored;
}
