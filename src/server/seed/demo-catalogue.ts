import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LocationEvent } from '../../features/locations/events.ts';
import { type NewImage, addImages } from '../../features/locations/images/commands.server.ts';
import { describe } from '../../features/import-export/command-line.server.ts';
import { importLocations } from '../../features/import-export/commands.server.ts';
import { addOptions } from '../../features/locations/options/commands.server.ts';
import { publishLocations } from '../../features/locations/publishing/commands.server.ts';
import { FACET_FIELDS } from '../../features/locations/schema.ts';
import { type Original, addPicture, importOriginal } from '../../features/media/commands.server.ts';
import { lockForLongWork } from '../../platform/db/locks.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { addBoards } from './demo-boards.ts';
import { addOwners } from './demo-owners.ts';
import { addSignIns, unlockSignIns } from './demo-accounts.ts';
import { type Photograph, listPhotographs, readPhotograph } from './demo-photographs.ts';

const DEMO_FOLDER = new URL('../../../demo/', import.meta.url);

const optionLists = z.record(z.enum(FACET_FIELDS), z.array(z.string()));

/** A location with photographs. The contacts of samples are left out: no page shows them to the Locations Team yet. */
const entry = z
  .object({
    title: z.string(),
    photographs: z.array(z.string()),
    contact: z
      .unknown()
      .transform(() => null)
      .optional(),
  })
  .loose()
  .transform(({ photographs, ...fields }) => ({ photographs, fields }));

/** Milliseconds. */
const SECOND_MS = 1_000;

interface Parts {
  readonly db: Kysely<Database>;
  readonly storage: Storage;
  readonly jobs: JobSender;
  readonly publishEvent: PublishEvent<LocationEvent>;
}

/**
 * Fills a database without locations and accounts with the demo catalogue, and publishes it, with accounts and their boards: all of it or, if
 * the process dies on the way, nothing. Where a demo filled it earlier, its accounts are opened again. Photographs are shown as soon as they are kept; their renditions are made by the worker later.
 */
export async function loadDemo({ db, storage, jobs, publishEvent }: Parts): Promise<void> {
  if (await isInUse(db)) return unlockSignIns(db);
  const samples = await readEntries('samples/samples.json');
  const real = await readEntries('samples/real.json');
  const unpublished = await readEntries('owners/unpublished.json');
  const files = new Set([...samples, ...real, ...unpublished].flatMap(({ photographs }) => photographs));
  // Kept before the transaction begins: a file that nothing mentions does no harm, a long transaction would.
  const pictures = await storePhotographs(storage, [...files]);

  await db.transaction().execute(async (trx) => {
    // Of nodes that start together one fills the catalogue; the others wait for it.
    await lockForLongWork(trx, 'demo catalogue');
    if (await isInUse(trx)) return;
    const at = new Date(Date.now() - SECOND_MS);
    await addSignIns(trx, at);
    await addOptions(trx, await readOptions());
    await importFile(trx, 'places.csv', await readFile(new URL('places/places.csv', DEMO_FOLDER)), at, publishEvent);
    const ids = await idsByTitle(trx, real);
    const pictured = [...samples, ...real].map(({ fields, photographs }) => {
      return { id: ids.get(fields.title) ?? randomUUID(), fields, photographs };
    });
    const rows = pictured.map(({ id, fields }) => ({ ...fields, id, exporttowebsite: true }));
    await importFile(trx, 'samples.json', Buffer.from(JSON.stringify(rows)), at, publishEvent);
    const begun = unpublished.map((one) => ({ ...one, id: randomUUID() }));
    const rowsBegun = begun.map(({ id, fields }) => ({ ...fields, id }));
    await importFile(trx, 'unpublished.json', Buffer.from(JSON.stringify(rowsBegun)), at, publishEvent);
    await attachPhotographs(trx, jobs, [...pictured, ...begun], pictures);
    const [fictional, existing] = [pictured.slice(0, samples.length), pictured.slice(samples.length)];
    await publishLocations(trx, { ids: fictional.map(({ id }) => id), at }, publishEvent);
    // The latest come first where the featured are shown: real places lead.
    await publishLocations(
      trx,
      { ids: existing.map(({ id }) => id), at: new Date(at.getTime() + SECOND_MS) },
      publishEvent,
    );
    await addBoards(trx, at);
    await addOwners(trx, jobs, at);
  });
}

/** Whoever has accounts of their own must not be given an admin whose password everybody knows. */
async function isInUse(db: Kysely<Database>): Promise<boolean> {
  const tables = ['locations', 'users'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).select('id').limit(1).executeTakeFirst()));
  return rows.some((row) => row !== undefined);
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(file, DEMO_FOLDER), 'utf8')) as unknown;
}

async function readOptions() {
  const lists = optionLists.parse(await readJson('options.json'));
  return FACET_FIELDS.flatMap((field) => lists[field].map((name) => ({ field, name })));
}

type Entry = z.infer<typeof entry>;

async function readEntries(file: string): Promise<Entry[]> {
  return z.array(entry).parse(await readJson(file));
}

async function importFile(
  trx: Trx,
  fileName: string,
  file: Uint8Array,
  at: Date,
  publishEvent: PublishEvent<LocationEvent>,
): Promise<void> {
  const task = { file, fileName, mapping: {}, apply: true, createOptions: false, republish: false, actorId: null, at };
  const report = await importLocations(trx, task, publishEvent);
  if (!report.applied) throw new Error(`demo/${fileName} cannot be imported\n${describe(report)}`);
}

/** The places of the catalogue that the entries add to; one that is not there becomes a new one. */
async function idsByTitle(trx: Trx, entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  const titles = entries.map(({ fields }) => fields.title);
  const places = await trx.selectFrom('locations').select(['id', 'title']).where('title', 'in', titles).execute();
  return new Map(places.map(({ id, title }) => [title, id]));
}

interface StoredPhotograph extends Photograph {
  readonly original: Original;
}

/** Decoding is done outside JavaScript, by as many threads. */
const MAX_CONCURRENT_PHOTOGRAPHS = 4;

async function storePhotographs(storage: Storage, files: string[]): Promise<ReadonlyMap<string, StoredPhotograph>> {
  const listed = await listPhotographs();
  const stored = new Map<string, StoredPhotograph>();
  const queue = files.values();
  const work = async () => {
    for (const file of queue) {
      const photograph = listed.get(file);
      if (!photograph) throw new Error(`demo/photographs/photographs.json does not list ${file}`);
      stored.set(file, { ...photograph, original: await importOriginal(storage, await readPhotograph(file)) });
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_PHOTOGRAPHS }, work));
  return stored;
}

async function attachPhotographs(
  trx: Trx,
  jobs: JobSender,
  locations: readonly { readonly id: string; readonly photographs: readonly string[] }[],
  stored: ReadonlyMap<string, StoredPhotograph>,
): Promise<void> {
  const leading = new Set(locations.map(({ photographs }) => photographs[0]));
  for (const [file, { original }] of stored) await addPicture(trx, jobs, original, leading.has(file));
  const images = locations.flatMap(({ id, photographs }) =>
    photographs.flatMap((file, position): NewImage[] => {
      const photograph = stored.get(file);
      if (!photograph) return [];
      const { original, alt, caption, credit, licence, focal } = photograph;
      const picture = { sha256: original.sha256, alt, caption, credit, licence, focal };
      return [{ ...picture, locationId: id, position, primary: position === 0 }];
    }),
  );
  await addImages(trx, images);
}
