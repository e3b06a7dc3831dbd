import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { LocationEvent } from '../../features/locations/events.ts';
import { addImages } from '../../features/locations/editing/images/commands.server.ts';
import { formatReport } from '../../features/import-export/command-line.server.ts';
import { importLocations } from '../../features/import-export/commands.server.ts';
import { recordRevisions } from '../../features/locations/working-copy/revisions.commands.server.ts';
import { publishLocations } from '../../features/locations/publishing/commands.server.ts';
import { addPicture } from '../../features/media/commands.server.ts';
import { lockForLongWork } from '../../platform/db/locks.ts';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import type { PublishEvent } from '../../platform/db/transaction-events.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { addRegionOptions } from './option-seed.ts';
import { addDemoBoards } from './demo-boards.ts';
import { assignDemoOwners } from './demo-owners.ts';
import { addDemoProductions } from './demo-productions.ts';
import { addDemoAccounts, unlockDemoAccounts } from './demo-accounts.ts';
import { type StoredPhotograph, findIdsByTitle, readDemoJson, readDemoPlaces, storePhotographs } from './demo-files.ts';

/** A location with photographs. Contacts of samples are ignored. */
const entries = z.array(
  z
    .object({
      title: z.string(),
      photographs: z.array(z.string()),
      contact: z
        .unknown()
        .transform(() => null)
        .optional(),
    })
    .loose()
    .transform(({ photographs, ...fields }) => ({ photographs, fields })),
);

const SAMPLES_FILE = 'samples/samples.json';
const SECOND_MS = 1_000;

interface Parts {
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobSender;
  readonly publishEvent: PublishEvent<LocationEvent>;
}

/**
 * Fills a database without locations and accounts with the demo: the published catalogue, accounts, boards and productions, in one
 * transaction. In a database that is in use it only enables the demo accounts, if there are any. The worker creates the renditions of the
 * photographs later. A region with its own places gets these and the accounts.
 */
export async function loadDemo({ db, storage, jobs, publishEvent }: Parts): Promise<void> {
  if (await isInUse(db)) return unlockDemoAccounts(db);
  const { places, real, isOfRegion } = await readDemoPlaces(entries);
  const samples = isOfRegion ? [] : await readDemoJson(SAMPLES_FILE, entries);
  const unpublished = isOfRegion ? [] : await readDemoJson('owners/unpublished.json', entries);
  const files = new Set([...samples, ...real, ...unpublished].flatMap(({ photographs }) => photographs));
  // Stored before the transaction, to keep it short. If it fails, the files are deleted later as orphans.
  const pictures = await storePhotographs(db, storage, files);

  await fillUnused(db, async (trx, at) => {
    await importFile(trx, 'places.csv', places, at, publishEvent);
    // Entries of real places extend the imported place of the same title.
    const ids = await findIdsByTitle(
      trx,
      real.map(({ fields }) => fields.title),
    );
    const pictured = [...samples, ...real].map(({ fields, photographs }) => {
      return { id: ids.get(fields.title) ?? randomUUID(), fields, photographs };
    });
    const rows = pictured.map(({ id, fields }) => ({ ...fields, id, exporttowebsite: true }));
    await importFile(trx, 'samples.json', Buffer.from(JSON.stringify(rows)), at, publishEvent);
    const drafts = unpublished.map((location) => ({ ...location, id: randomUUID() }));
    const draftRows = drafts.map(({ id, fields }) => ({ ...fields, id }));
    if (drafts.length > 0)
      await importFile(trx, 'unpublished.json', Buffer.from(JSON.stringify(draftRows)), at, publishEvent);
    await attachPhotographs(trx, jobs, [...pictured, ...drafts], pictures);
    const draftIds = drafts.map(({ id }) => id);
    await recordRevisions(trx, draftIds, { action: 'IMPORTED', origin: 'COMMAND_LINE', authorId: null, at });
    const [fictional, existing] = [pictured.slice(0, samples.length), pictured.slice(samples.length)];
    await publishLocations(trx, { ids: fictional.map(({ id }) => id), at }, publishEvent);
    // Featured locations are sorted by publishing date: real places are published last to come first.
    await publishLocations(
      trx,
      { ids: existing.map(({ id }) => id), at: new Date(at.getTime() + SECOND_MS) },
      publishEvent,
    );
    if (isOfRegion) return;
    await addDemoBoards(trx, at);
    await assignDemoOwners(trx, jobs, at);
    await addDemoProductions(trx, at);
  });
}

/**
 * Adds the fictional locations of the demo to a site, published, with the options that they use. Does nothing if any of them is there.
 * @returns how many were added
 */
export async function addSampleLocations({ db, storage, jobs, publishEvent }: Parts): Promise<number> {
  const samples = (await readDemoJson(SAMPLES_FILE, entries)).map((sample) => ({ ...sample, id: randomUUID() }));
  const identifiers = samples.map(({ fields }) => Number(fields['locationidentifier']));
  const hasSamples = async (on: Db) =>
    (await on
      .selectFrom('locations')
      .select('id')
      .where('locationidentifier', 'in', identifiers)
      .executeTakeFirst()) !== undefined;
  if (await hasSamples(db)) return 0;
  const pictures = await storePhotographs(db, storage, new Set(samples.flatMap(({ photographs }) => photographs)));
  return db.transaction().execute(async (trx) => {
    await lockForLongWork(trx, 'demo catalogue');
    if (await hasSamples(trx)) return 0;
    const at = new Date();
    const rows = samples.map(({ id, fields }) => ({ ...fields, id, exporttowebsite: true }));
    await importFile(trx, SAMPLES_FILE, Buffer.from(JSON.stringify(rows)), at, publishEvent, true);
    await attachPhotographs(trx, jobs, samples, pictures);
    await publishLocations(trx, { ids: samples.map(({ id }) => id), at }, publishEvent);
    return samples.length;
  });
}

/** Adds the demo accounts, the options and what `fill` adds, in one transaction, unless the database is in use. */
async function fillUnused(db: Db, fill: (trx: Trx, at: Date) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // If several nodes start together, one loads the demo and the others wait.
    await lockForLongWork(trx, 'demo catalogue');
    if (await isInUse(trx)) return;
    const at = new Date(Date.now() - SECOND_MS);
    await addDemoAccounts(trx, at);
    await addRegionOptions(trx);
    await fill(trx, at);
  });
}

/** A database that already has accounts must not get an admin whose password is public. */
async function isInUse(db: Db): Promise<boolean> {
  const tables = ['locations', 'users'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).select('id').limit(1).executeTakeFirst()));
  return rows.some((row) => row !== undefined);
}

async function importFile(
  trx: Trx,
  fileName: string,
  file: Uint8Array,
  at: Date,
  publishEvent: PublishEvent<LocationEvent>,
  createOptions = false,
): Promise<void> {
  // The demo is meant as it is.
  const choices = { wants: new Set(['OUTSIDE_REGION', 'LIKELY_DUPLICATE'] as const) };
  const task = {
    file,
    fileName,
    mapping: {},
    apply: true,
    createOptions,
    republish: false,
    choices,
    actorId: null,
    at,
  };
  const report = await importLocations(trx, task, publishEvent);
  if (!report.applied) throw new Error(`demo/${fileName} cannot be imported\n${formatReport(report)}`);
}

async function attachPhotographs(
  trx: Trx,
  jobs: JobSender,
  locations: readonly { readonly id: string; readonly photographs: readonly string[] }[],
  stored: ReadonlyMap<string, StoredPhotograph>,
): Promise<void> {
  const primary = new Set(locations.map(({ photographs }) => photographs[0]));
  for (const [file, photograph] of stored) await addPicture(trx, jobs, photograph, { primary: primary.has(file) });
  const images = locations.flatMap(({ id, photographs }) =>
    photographs.map((file, position) => ({ ...stored.get(file)!, locationId: id, position, primary: position === 0 })),
  );
  await addImages(trx, images);
}
