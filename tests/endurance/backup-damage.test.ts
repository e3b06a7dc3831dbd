import { readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { toStorageKey } from '../../src/platform/storage/storage.ts';
import { BackupError } from '../../src/server/backup/backup-error.ts';
import { listBackups } from '../../src/server/backup/backups.ts';
import { createEncryption, readDecryption } from '../../src/server/backup/encryption.ts';
import { verifyBackup } from '../../src/server/backup/verify.ts';
import { type Folder, backUp, copyFiles, createFolder, readFiles, readTables, restore } from '../support/backup.ts';
import { createBackupSite, selectBackedUp } from '../support/backup-site.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';

const site = await createBackupSite();
const { storage, addDocument, deleteOrphans } = site;

describe('damage', async () => {
  const original = await createFolder();
  const { name } = await backUp(site, original);
  const identity = await generateIdentity();
  const encrypted = await createFolder();
  const encryptedBackup = await backUp(site, encrypted, { recipients: [await identityToRecipient(identity)] });
  /** Returns the path of a file in the middle of those with a prefix. Its content is put back when the test ends. */
  const chooseFile = async (folder: Folder, prefix: string) => {
    const keys: string[] = [];
    for await (const listed of folder.list()) if (listed.startsWith(prefix)) keys.push(listed);
    const key = keys.toSorted()[Math.floor(keys.length / 2)]!;
    const file = path.join(folder.path, key);
    const content = await readFile(file);
    onTestFinished(() => writeFile(file, content));
    return { key, file };
  };
  const flip = async (file: string) => {
    const content = await readFile(file);
    content[Math.floor(content.length / 2)]! ^= 1;
    await writeFile(file, content);
  };
  const damages = { flip, truncate: (file: string) => truncate(file, 20), delete: (file: string) => unlink(file) };
  const kinds = [`backups/${name}/manifest.json`, `backups/${name}/sha256sums`, 'rows/', 'files/'];

  test('is not reported of an undamaged backup', async () => {
    expect((await verifyBackup(original, name, null)).problems).toEqual([]);
    expect((await verifyBackup(encrypted, encryptedBackup.name, null)).problems).toEqual([]);
  });

  test.each(kinds.flatMap((kind) => Object.keys(damages).map((damage) => [damage, kind] as const)))(
    'is detected by verify and restore: %s %s',
    async (damage, kind) => {
      const { key, file } = await chooseFile(original, kind);
      await damages[damage as keyof typeof damages](file);
      expect((await verifyBackup(original, name, null)).problems).toEqual([expect.stringContaining(key)]);
      const databaseUrl = await emptyDatabase();
      await expect(restore(original, { databaseUrl })).rejects.toThrow(BackupError);
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
      const { key, file } = await chooseFile(encrypted, kind);
      await flip(file);
      expect((await verifyBackup(encrypted, encryptedBackup.name, null)).problems).toEqual([
        expect.stringContaining(key),
      ]);
      await flip(file);
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
      if (key === 'site' || key.endsWith('sha256sums')) continue;
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

  test('is not followed by one without encryption in the same destination', async () => {
    const destination = await createFolder();
    const recipients = [await identityToRecipient(await generateIdentity())];
    const { name } = await backUp(site, destination, { recipients });
    await expect(backUp(site, destination)).rejects.toThrow('Add --encrypt-to=KEY');
    expect(await listBackups(destination)).toEqual({ complete: [name], incomplete: [] });
  });

  test('is not mixed with those of another site', async () => {
    const destination = await createFolder();
    const { name } = await backUp(site, destination);
    const { kysely: other, url: databaseUrl } = await testDatabase(inject('demo').template);
    await other
      .updateTable('secrets')
      .set({ value: 'anew'.repeat(16) })
      .execute();
    const retention = { latest: 1, daily: 0, weekly: 0, monthly: 0 };
    const anew = backUp({ databaseUrl, storage: await createFolder() }, destination, { retention });
    await expect(anew).rejects.toThrow('This destination has the backups of another site.');
    expect(await listBackups(destination)).toEqual({ complete: [name], incomplete: [] });
  });

  test('needs a valid public key', () => {
    expect(() => createEncryption(['age1wrong'])).toThrow('age1wrong is not a public key of age');
  });
});
