import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { deleteOrphanedDocuments } from '../../src/features/documents/jobs.server.ts';
import { deleteUnusedPictures } from '../../src/features/media/renditions.jobs.server.ts';
import { deleteOrphanedChunks } from '../../src/features/media/uploads/cleanup.jobs.server.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { type Storage, toStorageKey } from '../../src/platform/storage/storage.ts';
import { createFolder } from './backup.ts';
import { testDatabase } from './database.ts';
import { addLocation } from './locations.ts';
import { addPerson } from './people.ts';

/** Creates a copy of the demo, with its own storage, and functions that change it. */
export async function createBackupSite() {
  const { kysely: db, url: databaseUrl } = await testDatabase(inject('demo').template);
  const storage = await createFolder();
  await copyPictures(db, storage);
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

  /** Adds an upload with these stored chunks. */
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

  /** Deletes files that no row refers to, as the worker does. */
  async function deleteOrphans(): Promise<void> {
    await deleteOrphanedDocuments(db, storage);
    await deleteUnusedPictures(db, storage);
    await deleteOrphanedChunks(db, storage);
  }

  return { db, databaseUrl, storage, addDocument, addPicture, addUpload, deleteOrphans };
}

/** Copies the pictures of the demo. Its storage is shared with other tests, which add files of their own. */
async function copyPictures(db: Db, to: Storage): Promise<void> {
  const from = await openStorage({ storageUrl: inject('demo').storageUrl, dataDir: '' });
  for (const { sha256 } of await db.selectFrom('pictures').select('sha256').execute()) {
    for (const name of [`originals/${sha256}`, `renditions/${sha256}/thumbnail.webp`]) {
      const key = toStorageKey(name);
      const content = await from.read(key);
      if (content) await to.put(key, content);
    }
  }
}

/** The files that a backup has of those in the storage: all, if there are no orphans. */
export function selectBackedUp(files: Record<string, string>): Record<string, string> {
  const isDerived = (key: string) => /^(maps|renditions)\//.test(key) && !key.endsWith('/thumbnail.webp');
  return Object.fromEntries(Object.entries(files).filter(([key]) => !isDerived(key)));
}
