import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { addUploadedImages } from '../src/features/locations/editing/images/image-uploads.commands.server.ts';
import { startRenditionWorker } from '../src/features/media/renditions.jobs.server.ts';
import { startIngestionWorker } from '../src/features/media/uploads/ingestion.jobs.server.ts';
import { ingestion } from '../src/features/media/uploads/ingestion-queue.server.ts';
import { MIGRATIONS_FOLDER, migrate } from '../src/platform/db/migrate.ts';
import { connect } from '../src/platform/db/pool.ts';
import type { Db } from '../src/platform/db/transaction.ts';
import { openJobs, startJobs } from '../src/platform/jobs/job-queue.ts';
import { createLog } from '../src/platform/diagnostics/log.ts';
import { createOutbox, mailJobHandler, mailQueue } from '../src/platform/mail/outbox.ts';
import { type Storage, toStorageKey } from '../src/platform/storage/storage.ts';
import { listBackups } from '../src/server/backup/backups.ts';
import { TABLES_LEFT_OUT } from '../src/server/backup/dump.ts';
import { QUEUES } from '../src/server/worker/queues.ts';
import { backUp, createFolder, readFiles, readSchema, readTables, restore } from './support/backup.ts';
import { createBackupSite, selectBackedUp } from './support/backup-site.ts';
import { emptyDatabase } from './support/database.ts';
import { photograph } from './support/photograph.ts';
import { query } from './support/query.ts';
import { administer } from './support/test-server.ts';
import { addEnquiry, addEnquiryFile } from './support/enquiries.ts';
import { getLookBookKey } from '../src/features/boards/look-book/storage-keys.server.ts';
import { addPerson } from './support/people.ts';
import { getFileKey } from '../src/features/enquiries/files/storage-keys.server.ts';

const log = createLog({ logLevel: 'error' });
const quiet = { info() {} };
const site = await createBackupSite();
const { db, storage, addDocument, addPicture, addUpload, deleteOrphans } = site;

describe('a restored site', () => {
  test('has every row of every table, the same schema, and every file', async () => {
    await addDocument('Permit');
    await addPicture();
    await addUpload([randomBytes(500)], 700);
    await storage.put(toStorageKey(`renditions/${'0'.repeat(64)}/thumbnail.webp`), randomBytes(9));
    const destination = await createFolder();
    const { manifest } = await backUp(site, destination);
    expect(manifest.problems).toEqual([]);
    await storage.deleteFolder(toStorageKey(`renditions/${'0'.repeat(64)}`));

    const restored = await restore(destination);
    const tables = await readTables(site.databaseUrl);
    expect(Object.keys(tables)).toEqual(expect.arrayContaining(['audit_logs', 'outbox', 'schema_migrations', 'users']));
    const saved = Object.keys(tables).filter((name) => !TABLES_LEFT_OUT.includes(name));
    expect(manifest.tables.map(({ name }) => name)).toEqual(saved);
    expect(await readTables(restored.databaseUrl)).toEqual(tables);
    expect(await readSchema(restored.databaseUrl)).toEqual(await readSchema(site.databaseUrl));
    expect(await readFiles(restored.storage)).toEqual(selectBackedUp(await readFiles(storage)));
    expect(Object.keys(await readFiles(restored.storage)).length).toBeGreaterThan(100);

    // A backup of the restored site has the same rows in the same order: nothing but the manifest is new.
    const again = await backUp(restored, destination);
    const withoutJobs = ({ tables: all, files, sequences }: typeof manifest) => ({ all, files, sequences });
    expect(withoutJobs(again.manifest)).toEqual(withoutJobs(manifest));
    expect(again.added.blobs).toBeLessThanOrEqual(1);
  });

  test('has look-books that were sent, and none of the others', async () => {
    const { id: user_id } = await addPerson(db, 'ADMIN');
    const { id: board_id } = await db
      .insertInto('boards')
      .values({ user_id, title: 'Mills' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: link_id } = await db
      .insertInto('board_guest_links')
      .values({
        board_id,
        name: 'Director',
        secret: randomBytes(32).toString('base64url'),
        can_answer: true,
        can_download: false,
        shows_answers: false,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [sent, unsent] = [randomUUID(), randomUUID()];
    const row = { link_id, look_book_id: sent, title: 'Mills', bytes: 9, words: ['Mills'] };
    await db.insertInto('sent_look_books').values(row).execute();
    const at = new Date();
    const ready = { state: 'READY', requested_at: at, finished_at: at, bytes: 9, expires_at: at } as const;
    await db
      .insertInto('look_books')
      .values({ id: unsent, board_id, user_id, settings: '{}', ...ready })
      .execute();
    for (const id of [sent, unsent]) await storage.put(getLookBookKey(id), randomBytes(9));
    const destination = await createFolder();
    const { manifest } = await backUp(site, destination);
    expect(manifest.problems).toEqual([]);
    const restored = await restore(destination);
    expect(await restored.storage.read(getLookBookKey(sent))).toEqual(await storage.read(getLookBookKey(sent)));
    expect(await restored.storage.exists(getLookBookKey(unsent))).toBe(false);

    await storage.delete(getLookBookKey(sent));
    const incomplete = await backUp(site, await createFolder());
    expect(incomplete.manifest.problems).toEqual([`${getLookBookKey(sent)} is missing`]);
    await db.deleteFrom('boards').where('id', '=', board_id).execute();
    await storage.delete(getLookBookKey(unsent));
  });

  test('has no last backup until its own first one', async () => {
    const readLast = (url: string) => query(url, 'select taken_at, problems from last_backup');
    const destination = await createFolder();
    await backUp(site, destination, { now: new Date('2026-11-20T02:00:00Z') });
    await backUp(site, destination, { now: new Date('2026-11-21T02:00:00Z') });
    expect(await readLast(site.databaseUrl)).toEqual([{ taken_at: new Date('2026-11-21T02:00:00Z'), problems: 0 }]);
    const restored = await restore(destination);
    expect(await readLast(restored.databaseUrl)).toEqual([]);

    const picture = await addPicture();
    await storage.delete(toStorageKey(picture.key));
    await backUp(site, destination, { now: new Date('2026-11-22T02:00:00Z') });
    expect(await readLast(site.databaseUrl)).toEqual([{ taken_at: new Date('2026-11-22T02:00:00Z'), problems: 1 }]);
    await db.deleteFrom('pictures').where('sha256', '=', picture.sha256).execute();
  });

  test('deletes no older backup while files of the site are missing', async () => {
    const destination = await createFolder();
    const retention = { latest: 0, daily: 1, weekly: 0, monthly: 0 };
    const picture = await addPicture();
    const complete = await backUp(site, destination, { retention, now: new Date('2026-11-20T02:00:00Z') });
    const content = (await storage.read(toStorageKey(picture.key)))!;
    await storage.delete(toStorageKey(picture.key));
    const incomplete = await backUp(site, destination, { retention, now: new Date('2026-11-20T03:00:00Z') });
    expect(incomplete).toMatchObject({ manifest: { problems: [`${picture.key} is missing`] }, deleted: [] });
    await storage.put(toStorageKey(picture.key), content);
    const { deleted } = await backUp(site, destination, { retention, now: new Date('2026-11-20T04:00:00Z') });
    expect(deleted.toSorted()).toEqual([complete.name, incomplete.name]);
    await db.deleteFrom('pictures').where('sha256', '=', picture.sha256).execute();
  });

  test('needs no privileges of a superuser', async () => {
    const destination = await createFolder();
    await backUp(site, destination);
    const { serverUrl } = inject('database');
    const login = `recce_test_${randomBytes(6).toString('hex')}`;
    const url = new URL(await emptyDatabase());
    await administer(serverUrl, `create role ${login} login; grant recce_application to ${login}`);
    await administer(serverUrl, `alter database ${url.pathname.slice(1)} owner to ${login}`);
    afterAll(() => administer(serverUrl, `drop role ${login}`));
    url.username = login;
    const restored = await restore(destination, { databaseUrl: url.href });
    expect(await readTables(restored.databaseUrl)).toEqual(await readTables(site.databaseUrl));
  });

  test('sends waiting emails, processes received uploads, and creates the renditions of its pictures', async () => {
    const picture = await photograph(1000, 700);
    const upload = await addUpload([picture.subarray(0, 5_000), picture.subarray(5_000)], picture.length);
    const jobs = await openJobs({ url: site.databaseUrl, queues: QUEUES, log });
    const mail = { kind: 'enquiry', recipient: 'isla@northlight.example', subject: 'Weir', text: 'Two', html: 'Two' };
    await db.transaction().execute(async (trx) => {
      await createOutbox(jobs)(trx, mail);
      await jobs.enqueue(trx, ingestion, { id: upload.id });
    });
    await jobs.stop();
    // A picture whose renditions were complete.
    const ready = await db
      .selectFrom('images')
      .select('sha256')
      .where('is_primary', '=', true)
      .executeTakeFirstOrThrow();
    await db.updateTable('pictures').set({ state: 'READY' }).where('sha256', '=', ready.sha256).execute();
    await sql`delete from pgboss.job where name = 'renditions'`.execute(db);
    const destination = await createFolder();
    await backUp(site, destination);
    const restored = await restore(destination);

    const { kysely, pool } = connect(restored.databaseUrl, log);
    const worker = await startJobs({ url: restored.databaseUrl, queues: QUEUES, log });
    const sent: string[] = [];
    const mailer = { send: async ({ recipient }: { recipient: string }) => void sent.push(recipient) };
    await worker.work(mailQueue, mailJobHandler(kysely, mailer, log));
    const tools = { db: kysely, storage: restored.storage, jobs: worker, log: { info() {}, error() {} } };
    await startIngestionWorker({ ...tools, addToLocation: addUploadedImages });
    await startRenditionWorker(tools);
    await expect.poll(() => sent).toContain('isla@northlight.example');
    const sha256 = createHash('sha256').update(picture).digest('hex');
    const rendition = toStorageKey(`renditions/${sha256}/320.webp`);
    await expect.poll(() => restored.storage.exists(rendition), { timeout: 120_000 }).toBe(true);
    const other = toStorageKey(`renditions/${ready.sha256}/320.webp`);
    await expect.poll(() => restored.storage.exists(other), { timeout: 120_000 }).toBe(true);
    await worker.stop();
    await pool.end();
    await db.deleteFrom('uploads').where('id', '=', upload.id).execute();
  });
});

describe('a backup of a site in use', () => {
  test('has the files of its snapshot, also of what is deleted meanwhile, and none of what is added', async () => {
    const [document, picture, upload] = [
      await addDocument('Kept'),
      await addPicture(),
      await addUpload([randomBytes(9)], 9),
    ];
    const added: { key: string }[] = [];
    const changing: Storage = {
      ...storage,
      // Called when the snapshot is taken.
      list: async function* () {
        await db.deleteFrom('documents').where('id', '=', document.id).execute();
        await db.deleteFrom('uploads').where('id', '=', upload.id).execute();
        await deleteOrphans();
        added.push(await addDocument('Later'), await addPicture(), await addUpload([randomBytes(9)], 9));
        yield* storage.list();
      },
    };
    const destination = await createFolder();
    const { manifest } = await backUp({ ...site, storage: changing }, destination);
    const keys = manifest.files.map(({ key }) => key);
    expect(manifest.problems).toEqual([]);
    expect(keys).toEqual(expect.arrayContaining([document.key, picture.key, upload.key]));
    for (const { key } of added) expect(keys).not.toContain(key);
    const restored = await restore(destination);
    for (const { key } of [document, picture, upload])
      expect(await restored.storage.read(toStorageKey(key))).toEqual(await storage.read(toStorageKey(key)));

    await deleteOrphans();
    for (const { key } of [document, picture, upload]) expect(await storage.exists(toStorageKey(key))).toBe(false);
  });

  test('is consistent while transactions commit and files are deleted', async () => {
    const destination = await createFolder();
    let stopped = false;
    const write = async (): Promise<number> => {
      for (let n = 0; ; n++) {
        if (stopped) return n;
        await addPair(db);
        const { id } = await addDocument(`Document ${n}`);
        await addPicture();
        if (n % 2 === 0) await db.deleteFrom('documents').where('id', '=', id).execute();
        await deleteOrphans();
      }
    };
    const slow: Storage = { ...storage, read: (key) => delay(2).then(() => storage.read(key)) };
    const writing = [write(), write()];
    try {
      for (let n = 0; n < 3; n++)
        await backUp({ ...site, storage: slow }, destination, { now: new Date(Date.now() + n) });
    } finally {
      stopped = true;
    }
    expect(Math.min(...(await Promise.all(writing)))).toBeGreaterThan(3);
    const { databaseUrl, storage: files } = await restore(destination);
    const { kysely, pool } = connect(databaseUrl, log);
    const pairs = await sql<{ outbox: number; notifications: number }>`
      select (select count(*)::integer from outbox where kind = 'pair') as outbox,
        (select count(*)::integer from notifications n join users u on u.id = n.user_id where u.last_name = 'Pair') as notifications
    `.execute(kysely);
    expect(pairs.rows[0]?.outbox).toBeGreaterThan(0);
    expect(pairs.rows[0]?.notifications).toBe(pairs.rows[0]?.outbox);
    for (const { id } of await kysely.selectFrom('documents').select('id').execute())
      expect(await files.exists(toStorageKey(`documents/${id}`))).toBe(true);
    for (const { sha256 } of await kysely.selectFrom('pictures').select('sha256').execute())
      expect(
        createHash('sha256')
          .update((await files.read(toStorageKey(`originals/${sha256}`)))!)
          .digest('hex'),
      ).toBe(sha256);
    await pool.end();
  });

  test('is refused while another one is running', async () => {
    const destination = await createFolder();
    let second: Promise<unknown> | undefined;
    const slow: Storage = {
      ...storage,
      list: async function* () {
        second = backUp(site, destination).catch((error: Error) => error.message);
        await second;
        yield* storage.list();
      },
    };
    await backUp({ ...site, storage: slow }, destination);
    expect(await second).toBe('Another backup of this site is running.');
  });

  test('names files that the site has lost, and is complete without them', async () => {
    const { id, key } = await addDocument('Lost');
    await storage.delete(toStorageKey(key));
    const destination = await createFolder();
    const { manifest } = await backUp(site, destination);
    expect(manifest.problems).toEqual([`${key} is missing`]);
    expect((await listBackups(destination)).complete).toHaveLength(1);
    await db.deleteFrom('documents').where('id', '=', id).execute();
  });

  test('has the files of enquiries, names a lost one, and leaves out those that no row refers to', async () => {
    const { id: enquiry, message } = await addEnquiry(db);
    const [kept, lost, orphan] = [
      await addEnquiryFile(db, storage, message),
      await addEnquiryFile(db, storage, message),
      await addEnquiryFile(db, storage, message),
    ].map(getFileKey);
    await storage.delete(lost!);
    await db.deleteFrom('enquiry_files').where('id', '=', orphan!.split('/')[1]!).execute();
    const { manifest } = await backUp(site, await createFolder());
    const keys = manifest.files.map(({ key }) => key);
    expect(manifest.problems).toEqual([`${lost} is missing`]);
    expect(keys).toContain(kept);
    expect(keys).not.toContain(orphan);
    await db.deleteFrom('enquiries').where('id', '=', enquiry).execute();
    await storage.delete(kept!);
    await storage.delete(orphan!);
  });
});

/** Adds two rows in one transaction. */
async function addPair(to: Db): Promise<void> {
  await to.transaction().execute(async (trx) => {
    const mail = { kind: 'pair', recipient: 'isla@northlight.example', subject: 'Pair', text: '', html: '' };
    await trx.insertInto('outbox').values(mail).execute();
    const { id } = await trx
      .insertInto('users')
      .values({
        role: 'SCOUT',
        first_name: 'A',
        last_name: 'Pair',
        email: `${randomUUID()}@crew.example`,
        password_hash: '-',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('notifications').values({ type: 'SCOUT_REGISTERED', user_id: id }).execute();
  });
}

test('a backup of an older version is restored, and then migrated', async () => {
  const folder = await createFolder();
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.endsWith('.sql')).toSorted();
  for (const file of files.slice(0, -1))
    await copyFile(path.join(MIGRATIONS_FOLDER, file), path.join(folder.path, file));
  const old = await emptyDatabase();
  await migrate(old, quiet, folder.path);
  await administer(old, `insert into options (field, name, position) values ('setting', 'Coastal', 0)`);
  const destination = await createFolder();
  await backUp({ databaseUrl: old, storage: await createFolder() }, destination);
  const { databaseUrl } = await restore(destination);
  const applied = await administer(databaseUrl, 'select number from schema_migrations');
  expect(applied.rowCount).toBe(files.length);
  expect((await administer(databaseUrl, 'select name from options')).rows).toEqual([{ name: 'Coastal' }]);
});

describe('a restore is refused', async () => {
  const destination = await createFolder();
  await backUp(site, destination);

  test('into a database that is not empty, which it does not change', async () => {
    const used = await emptyDatabase();
    await migrate(used, quiet);
    const before = await readTables(used);
    await expect(restore(destination, { databaseUrl: used })).rejects.toThrow('The database is not empty');
    expect(await readTables(used)).toEqual(before);
  });

  test('into a database that a node still uses', async () => {
    const databaseUrl = await emptyDatabase();
    const { kysely, pool } = connect(databaseUrl, console);
    await sql`select 1`.execute(kysely);
    await expect(restore(destination, { databaseUrl })).rejects.toThrow('A node of the site still uses this database.');
    await pool.end();
  });

  test('into a storage that is not empty', async () => {
    const used = await createFolder();
    await used.put(toStorageKey('originals/a'), randomBytes(9));
    await expect(restore(destination, { storage: used })).rejects.toThrow('The storage is not empty (originals/a)');
  });

  test('from a place without backups, and by a version that is older than the backup', async () => {
    await expect(restore(await createFolder())).rejects.toThrow('There is no complete backup.');
    const newer = await createFolder();
    const other = await emptyDatabase();
    await migrate(other, quiet);
    await administer(
      other,
      `insert into schema_migrations (number, name, sha256) values (9999, 'later', '${'0'.repeat(64)}')`,
    );
    await backUp({ databaseUrl: other, storage: await createFolder() }, newer);
    await expect(restore(newer)).rejects.toThrow('does not know: 9999_later.sql. Restore it with the version');
  });
});
