import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import type { JobWorker } from '../../platform/jobs/job-queue.ts';
import type { QueueMail } from '../../platform/mail/outbox.ts';
import type { Sender } from '../../platform/mail/site-mail.ts';
import type { PersonalDataSection } from '../../platform/feature/personal-data-section.ts';
import { deleteOrphans, recordOrphan } from '../../platform/storage/orphans.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { DAY_MS, HOUR_MS } from '../../platform/text/durations.ts';
import { writeArchive } from './archive.server.ts';
import { exportQueue } from './export-queue.server.ts';
import { exportReadyMail } from './mails.server.ts';
import { AVAILABLE_DAYS } from './schema.ts';
import { getExportKey } from './storage-keys.server.ts';

/** Age at which a recorded file that was never stored counts as orphaned: more than a job takes. */
const STORE_TIMEOUT_MS = 6 * HOUR_MS;
/** How long requests are remembered that failed. */
const FAILED_RETENTION_DAYS = 7;

interface ExportDeps extends Sender {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open' | 'putFile'>;
  readonly queueMail: QueueMail;
  readonly sections: readonly PersonalDataSection[];
}

/** Makes the archives that people have requested. */
export async function startExportWorker({ jobs, ...deps }: ExportDeps & { readonly jobs: JobWorker }): Promise<void> {
  await jobs.work(exportQueue, {
    run: ({ id }, signal) => makeArchive(deps, { id, at: new Date(), signal }),
    onRetriesExhausted: ({ id }) => failExport(deps.db, id),
  });
}

/** Makes an archive and emails its owner. A job that runs again replaces it. Does nothing when the account or the request is gone. */
export async function makeArchive(
  deps: ExportDeps,
  { id, at, signal }: { readonly id: string; readonly at: Date; readonly signal: AbortSignal },
): Promise<void> {
  const { db, storage, sections, site } = deps;
  const person = await findPerson(db, id);
  if (!person) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'personal-data-'));
  try {
    const file = path.join(folder, 'archive.zip');
    await writeArchive(file, person, { db, storage, sections, siteName: site.name, at, signal });
    await recordOrphan(db, 'orphaned_personal_data', id, new Date(at.getTime() + STORE_TIMEOUT_MS));
    await storage.putFile(getExportKey(id), file);
    const { size } = await stat(file);
    if (!(await finishExport(deps, { id, bytes: size })))
      await recordOrphan(db, 'orphaned_personal_data', id, new Date());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findPerson(db: Db, exportId: string) {
  return db
    .selectFrom('personal_data_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['u.id', 'u.email', 'u.first_name'])
    .where('e.id', '=', exportId)
    .where('e.state', '=', 'WAITING')
    .where('u.enabled_at', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

/** Locks the account first, as its deletion does. Returns false when the account or the request was deleted meanwhile. */
async function finishExport(deps: ExportDeps, { id, bytes }: { id: string; bytes: number }): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const now = new Date();
    const { rows } = await sql<{ email: string; first_name: string }>`
      select email, first_name from users
      where id = (select user_id from personal_data_exports where id = ${id}) and enabled_at is not null
      for key share`.execute(trx);
    const [person] = rows;
    if (!person) return false;
    const finished = await trx
      .updateTable('personal_data_exports')
      .set({ state: 'READY', finished_at: now, bytes, expires_at: new Date(now.getTime() + AVAILABLE_DAYS * DAY_MS) })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .executeTakeFirst();
    if (finished.numUpdatedRows === 0n) return false;
    await trx.deleteFrom('orphaned_personal_data').where('id', '=', id).execute();
    await deps.queueMail(trx, exportReadyMail(person, deps));
    return true;
  });
}

async function failExport(db: Db, id: string): Promise<void> {
  await db
    .updateTable('personal_data_exports')
    .set({ state: 'FAILED', finished_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

/** Deletes archives whose time is over, with their files. */
export async function deleteOldExports(db: Db, storage: Pick<Storage, 'delete'>, now: Date): Promise<void> {
  const failedBefore = new Date(now.getTime() - FAILED_RETENTION_DAYS * DAY_MS);
  await db
    .deleteFrom('personal_data_exports')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', now), eb.and([eb('state', '=', 'FAILED'), eb('finished_at', '<', failedBefore)])]),
    )
    .execute();
  await deleteOrphans(db, {
    table: 'orphaned_personal_data',
    isDue: sql`delete_after <= now()`,
    deleteFiles: (id) => storage.delete(getExportKey(id)),
  });
}
