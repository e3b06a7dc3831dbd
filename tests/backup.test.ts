import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { copyFile, readFile, readdir, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { deleteOrphanedDocuments } from '../src/features/documents/jobs.server.ts';
import { addUploadedImages } from '../src/features/locations/images/upload.commands.server.ts';
import { deleteUnusedPictures, startRenditionWorker } from '../src/features/media/jobs.server.ts';
import { deleteOrphanedChunks } from '../src/features/media/uploads/cleanup.jobs.server.ts';
import { startIngestionWorker } from '../src/features/media/uploads/ingestion.jobs.server.ts';
import { ingestion } from '../src/features/media/uploads/ingestion-queue.server.ts';
import { MIGRATIONS_FOLDER, migrate } from '../src/platform/db/migrate.ts';
import { connect } from '../src/platform/db/pool.ts';
import type { Db } from '../src/platform/db/transaction.ts';
import { openJobs, startJobs } from '../src/platform/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { createOutbox, mailJobHandler, mailQueue } from '../src/platform/mail/outbox.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import { type Storage, toStorageKey } from '../src/platform/storage/storage.ts';
import { BackupError } from '../src/server/backup/backup-error.ts';
import { listBackups } from '../src/server/backup/backups.ts';
import { createEncryption, readDecryption } from '../src/server/backup/encryption.ts';
import { verifyBackup } from '../src/server/backup/verify.ts';
import { QUEUES } from '../src/server/worker/queues.ts';
import {
  type Folder,
  backUp,
  copyFiles,
  createFolder,
  readFiles,
  readSchema,
  readTables,
  restore,
} from './support/backup.ts';
import { emptyDatabase, testDatabase } from './support/database.ts';
import { addLocation } from './support/locations.ts';
import { addPerson } from './support/people.ts';
import { photograph } from './support/photograph.ts';
import { administer } from './support/test-server.ts';

const log = createLog({ logLevel: 'error' });
const quiet = { info() {} };
const database = await testDatabase(inject('demo').template);
const { kysely: db } = database;
const storage = await createFolder();
await copyFiles(await openStorage({ storageUrl: inject('demo').storageUrl, dataDir: '' }), storage);
const site = { databaseUrl: database.url, storage };
const owner = await addPerson(db, 'OWNER');

/** Adds a document with its file. */
async function addDocument(content: string): Promise<{ id: string; key: string }> {
  const id = randomUUID();
  const key = toStorageKey(`documents/${id}`);
  const location_id = await addLocation(db);
  await storage.put(key, Buffer.from(content));
  const row = { id, location_id, name: 'permit.pdf', bytes: content.length, uploaded_by: owner.id };
  await db.insertInto('documents').values(row).execute();
  return { id, key };
}

/** Adds a picture that no location uses, with its original. */
async function addPicture(): Promise<{ sha256: string; key: string }> {
  const content = randomBytes(2_000);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const key = toStorageKey(`originals/${sha256}`);
  await storage.put(key, content);
  await storage.put(toStorageKey(`renditions/${sha256}/thumbnail.webp`), content.subarray(0, 100));
  const row = {
    sha256,
    content_type: 'image/jpeg',
    bytes: content.length,
    width: 900,
    height: 600,
    state: 'READY',
  } as const;
  await db.insertInto('pictures').values(row).execute();
  return { sha256, key };
}

/** Adds an upload of which these chunks are stored. */
async function addUpload(chunks: readonly Uint8Array[], bytes: number): Promise<{ id: string; key: string }> {
  const location_id = await addLocation(db, { owner_id: owner.id });
  const received = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const state = received === bytes ? 'CHECKING' : 'RECEIVING';
  const { id } = await db
    .insertInto('uploads')
    .values({ location_id, user_id: owner.id, name: 'mill.jpg', bytes, received, state })
    .returning('id')
    .executeTakeFirstOrThrow();
  let offset = 0;
  for (const chunk of chunks) {
    await storage.put(toStorageKey(`uploads/${id}/${offset}`), chunk);
    offset += chunk.length;
  }
  return { id, key: `uploads/${id}/0` };
}

/** The files that a backup has of those in the storage: all, if there are no orphans. */
function selectBackedUp(files: Record<string, string>): Record<string, string> {
  const isDerived = (key: string) => /^(maps|renditions)\//.test(key) && !key.endsWith('/thumbnail.webp');
  return Object.fromEntries(Object.entries(files).filter(([key]) => !isDerived(key)));
}

/** Deletes files that no row refers to, as the worker does. */
async function deleteOrphans(): Promise<void> {
  await deleteOrphanedDocuments(db, storage);
  await deleteUnusedPictures(db, storage);
  await deleteOrphanedChunks(db, storage);
}

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
    expect(manifest.tables.map(({ name }) => name)).toEqual(Object.keys(tables));
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

  test('sends waiting mails, processes received uploads, and creates the renditions of its pictures', async () => {
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

describe('damage', async () => {
  const original = await createFolder();
  const { name } = await backUp(site, original);
  const identity = await generateIdentity();
  const encrypted = await createFolder();
  const encryptedBackup = await backUp(site, encrypted, { recipients: [await identityToRecipient(identity)] });
  const firstOf = async (folder: Folder, prefix: string) => {
    const keys = Object.keys(await readFiles(folder)).filter((key) => key.startsWith(prefix));
    return keys[Math.floor(keys.length / 2)]!;
  };
  const flip = async (file: string) => {
    const content = await readFile(file);
    content[Math.floor(content.length / 2)]! ^= 1;
    await writeFile(file, content);
  };
  const damages = { flip, truncate: (file: string) => truncate(file, 20), delete: (file: string) => unlink(file) };
  const kinds = [`backups/${name}/manifest.json`, `backups/${name}/sha256sums`, 'rows/', 'files/'];

  test.each(kinds.flatMap((kind) => Object.keys(damages).map((damage) => [damage, kind] as const)))(
    'is detected by verify and restore: %s %s',
    async (damage, kind) => {
      const folder = await createFolder();
      await copyFiles(original, folder);
      expect((await verifyBackup(folder, name, null)).problems).toEqual([]);
      const key = await firstOf(folder, kind);
      await damages[damage as keyof typeof damages](path.join(folder.path, key));
      expect((await verifyBackup(folder, name, null)).problems).toEqual([expect.stringContaining(key)]);
      const databaseUrl = await emptyDatabase();
      await expect(restore(folder, { databaseUrl })).rejects.toThrow(BackupError);
      expect(await readTables(databaseUrl)).not.toHaveProperty('users');
    },
  );

  test('of a backup without checksums means that it is incomplete', async () => {
    const folder = await createFolder();
    await copyFiles(original, folder);
    await folder.delete(toStorageKey(`backups/${name}/sha256sums`));
    expect(await listBackups(folder)).toEqual({ complete: [], incomplete: [name] });
  });

  test('is detected in an encrypted backup, also without the private key', async () => {
    for (const kind of [`backups/${encryptedBackup.name}/manifest`, 'rows/', 'files/']) {
      const folder = await createFolder();
      await copyFiles(encrypted, folder);
      const key = await firstOf(folder, kind);
      await flip(path.join(folder.path, key));
      expect((await verifyBackup(folder, encryptedBackup.name, null)).problems).toEqual([expect.stringContaining(key)]);
    }
  });
});

describe('an encrypted backup', () => {
  test('is readable with the private key only, and incremental', async () => {
    await deleteOrphans();
    const [identity, stranger] = [await generateIdentity(), await generateIdentity()];
    const recipients = [await identityToRecipient(identity)];
    const destination = await createFolder();
    const keyFile = path.join((await createFolder()).path, 'key.txt');
    const decryption = async (key: string) => {
      await writeFile(keyFile, `# created by age-keygen\n${key}\n`);
      return readDecryption(keyFile);
    };
    const { name, manifest } = await backUp(site, destination, { recipients });
    for await (const key of destination.list()) {
      if (key.endsWith('sha256sums')) continue;
      expect(
        Buffer.from((await destination.read(key))!)
          .subarray(0, 21)
          .toString(),
      ).toBe('age-encryption.org/v1');
      // Names do not tell which known files a backup has.
      for (const { sha256 } of manifest.files.slice(0, 5)) expect(key).not.toContain(sha256);
    }
    await expect(restore(destination)).rejects.toThrow('name the file of the private key with --identity');
    await expect(restore(destination, { decrypt: await decryption(stranger) })).rejects.toThrow('does not match');
    const decrypt = await decryption(identity);
    expect(await verifyBackup(destination, name, decrypt)).toMatchObject({ contentChecked: true, problems: [] });
    expect(await verifyBackup(destination, name, null)).toMatchObject({ contentChecked: false, problems: [] });
    const restored = await restore(destination, { decrypt });
    expect(await readTables(restored.databaseUrl)).toEqual(await readTables(site.databaseUrl));
    expect(await readFiles(restored.storage)).toEqual(selectBackedUp(await readFiles(storage)));

    const document = await addDocument('Only this is new');
    const second = await backUp(site, destination, { recipients });
    const addedFiles = second.manifest.files.filter(({ key }) => !manifest.files.some((file) => file.key === key));
    expect(addedFiles.map(({ key }) => key)).toEqual([document.key]);
    // The document, and the tables documents, locations and the list of locations.
    expect(second.added.blobs).toBeLessThan(6);
    // Nothing that was encrypted to others is reused: the new recipient can read all of it.
    const rotated = await backUp(site, destination, { recipients: [await identityToRecipient(stranger)] });
    expect(await verifyBackup(destination, rotated.name, await decryption(stranger))).toMatchObject({ problems: [] });
  });

  test('needs a valid public key', () => {
    expect(() => createEncryption(['age1wrong'])).toThrow('age1wrong is not a public key of age');
  });
});

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
