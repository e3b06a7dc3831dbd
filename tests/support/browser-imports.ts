import { featureHandlers, testServices } from './services.ts';
import { locationFeature } from '../../src/features/locations/feature.ts';
import { createCallContext } from './call-context.ts';
import { testDatabase } from './database.ts';
import { clearCatalogue, locationDeps } from './locations.ts';
import { addPerson } from './people.ts';
import { checkStoredRows } from '../../src/features/import-export/browser/check.commands.server.ts';
import * as routes from '../../src/features/import-export/browser/contract.ts';
import { rowImporter } from '../../src/features/import-export/browser/row-importer.commands.server.ts';
import { importFeature } from '../../src/features/import-export/feature.ts';
import type { ColumnMapping, ImportDetails } from '../../src/features/import-export/browser/schema.ts';
import { performBatch } from '../../src/features/locations/bulk-changes/batch.commands.server.ts';
import * as bulkRoutes from '../../src/features/locations/bulk-changes/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../src/platform/http/route-handlers.ts';

const DAY_MS = 86_400_000;

/** A database with an admin, and functions that upload, check, import and undo files as the back office does. */
export async function browserImportFixtures() {
  const { kysely: db } = await testDatabase();
  const admin = await addPerson(db, 'ADMIN');
  const clock = { now: new Date('2026-11-12T09:30:00Z') };
  const now = () => clock.now;
  const deps = { ...locationDeps(), rowImporter };
  const jobs = { enqueue: async () => {}, stop: async () => {} };
  const services = testServices(db, { jobs, ...locationDeps(), now });
  const handlers = [importFeature, locationFeature].flatMap((feature) => featureHandlers(feature, services));
  const { handle } = handlers.find(({ route }) => route === routes.uploadImport)!;
  const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));

  /** Each test runs on its own day: entries of the audit log cannot be deleted. */
  async function reset(): Promise<void> {
    clock.now = new Date(clock.now.getTime() + DAY_MS);
    await clearCatalogue(db);
    for (const table of ['imports', 'import_mappings', 'bulk_changes', 'outbox'] as const)
      await db.deleteFrom(table).execute();
  }

  async function upload(file: string | Buffer, name = 'catalogue.csv'): Promise<ImportDetails> {
    const content = Buffer.from(file);
    return (await handle({ name, file: content }, createCallContext(admin), content)) as ImportDetails;
  }

  async function check(
    details: ImportDetails,
    mapping: ColumnMapping = details.mapping,
    createOptions = false,
    replacements?: ImportDetails['replacements'],
  ) {
    const { id, version } = await api(routes.checkImport, {
      id: details.id,
      expectedVersion: details.version,
      mapping,
      createOptions,
      replacements,
    });
    await checkStoredRows(db, { id, version, at: now() });
    return api(routes.importById, { id });
  }

  async function apply({ id, version }: ImportDetails): Promise<string> {
    const { bulk_change_id } = await api(routes.applyImport, { id, expectedVersion: version });
    return bulk_change_id!;
  }

  /** Performs one batch of the job. */
  const performOne = (id: string, size: number) =>
    db.transaction().execute((trx) => performBatch(trx, deps, jobs, { id, at: now(), size }));

  /** Runs the job until the change has ended. */
  async function work(id: string, size = 2) {
    for (;;) {
      const change = await api(bulkRoutes.bulkChangeById, { id });
      if (change.state !== 'RUNNING' && change.state !== 'UNDOING') return change;
      await performOne(id, size);
    }
  }

  const listItems = async (id: string) =>
    (await api(bulkRoutes.bulkItems, { id })).data.map(({ line, title, state, note }) =>
      [line, title, state, note].filter(Boolean).join(' · '),
    );
  const listTitles = async () =>
    (await db.selectFrom('locations').select('title').orderBy('title').execute()).map(({ title }) => title);
  return {
    db,
    admin,
    clock,
    deps,
    handlers,
    api,
    reset,
    upload,
    check,
    apply,
    performOne,
    work,
    listItems,
    listTitles,
  };
}
