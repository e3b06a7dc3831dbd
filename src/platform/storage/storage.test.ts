import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collect } from '../../../tests/support/collect.ts';
import { openStorage } from './open-storage.ts';
import { type Key, type Storage, toStorageKey } from './storage.ts';

const bytes = (content: string) => new TextEncoder().encode(content);

describe('a storage key', () => {
  it('cannot lead outside the storage', () => {
    const segment = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '\0', '%2e%2e', '~', ' ', '.temporary', 'originals'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (segments) => {
        let key: string;
        try {
          key = toStorageKey(segments.join('/'));
        } catch {
          return;
        }
        const resolved = path.resolve('/root', key);
        expect(resolved).toBe(`/root/${key}`);
        expect(key.split('/').some((name) => name.startsWith('.'))).toBe(false);
      }),
    );
  });

  it.each(['', '/', 'a//b', '/etc/passwd', '../a', 'a/..', 'a/../b', 'a/.hidden', 'A', 'a b', `a${'b'.repeat(200)}`])(
    'rejects %j',
    (text) => {
      expect(() => toStorageKey(text)).toThrow();
    },
  );
});

describe('files on disk', () => {
  let dataDir: string;
  let storage: Storage;
  const key = toStorageKey('renditions/abc/320.webp');

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'recce-storage-'));
    storage = await openStorage({ dataDir });
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('are read unchanged', async () => {
    await storage.put(key, bytes('picture'));
    expect(await storage.exists(key)).toBe(true);
    expect(new TextDecoder().decode((await storage.read(key))!)).toBe('picture');
    const file = await storage.open(key);
    expect(file!.bytes).toBe(7);
    expect(await text(file!.stream)).toBe('picture');
  });

  it('are not stored where the system creates no folder', async () => {
    await expect(openStorage({ dataDir: '/proc/none' })).rejects.toThrow('Files cannot be stored in /proc/none/files');
  });

  it('are read without creating a folder', async () => {
    await storage.put(key, bytes('picture'));
    await rm(path.join(dataDir, 'files/.temporary'), { recursive: true });
    const reader = await openStorage({ dataDir }, { readOnly: true });
    expect(new TextDecoder().decode((await reader.read(key))!)).toBe('picture');
    expect(await readdir(path.join(dataDir, 'files'))).toEqual(['renditions']);
  });

  it('are null if missing', async () => {
    expect(await storage.exists(key)).toBe(false);
    expect(await storage.read(key)).toBeNull();
    expect(await storage.open(key)).toBeNull();
  });

  it('are copied from a local file, and read in ranges', async () => {
    const file = path.join(dataDir, 'source');
    await writeFile(file, 'large map');
    await storage.putFile(key, file);
    const read = async (offset: number, length: number) =>
      new TextDecoder().decode((await storage.readRange(key, offset, length))!);
    expect(await read(0, 5)).toBe('large');
    expect(await read(6, 100)).toBe('map');
    expect(await storage.readRange(toStorageKey('missing'), 0, 1)).toBeNull();
    expect((await stat(path.join(dataDir, 'files', key))).mode & 0o077).toBe(0);
    await expect(storage.putFile(key, path.join(dataDir, 'nothing'))).rejects.toThrow();
    expect(await read(0, 100)).toBe('large map');
    expect(await readdir(path.join(dataDir, 'files', '.temporary'))).toEqual([]);
  });

  it('can be replaced, and deleted repeatedly', async () => {
    await storage.put(key, bytes('first, and longer'));
    await storage.put(key, bytes('second'));
    expect(new TextDecoder().decode((await storage.read(key))!)).toBe('second');
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.exists(key)).toBe(false);
  });

  it('are deleted with their folder, but not with one whose name has the same prefix', async () => {
    const [inside, deeper, beside] = ['a1/0', 'a1/b/1', 'a10/0'].map((name) => toStorageKey(name)) as [Key, Key, Key];
    for (const each of [inside, deeper, beside]) await storage.put(each, bytes('content'));
    await storage.deleteFolder(toStorageKey('a1'));
    await storage.deleteFolder(toStorageKey('a1'));
    expect(await Promise.all([inside, deeper, beside].map((each) => storage.exists(each)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('are listed by folder, without temporary and foreign files', async () => {
    for (const name of ['a1/0', 'a1/b/1', 'a10/0', 'c']) await storage.put(toStorageKey(name), bytes('content'));
    await writeFile(path.join(dataDir, 'files', '.temporary', 'left-over'), 'content');
    await writeFile(path.join(dataDir, 'files', 'a1', 'Not A Key'), 'content');
    expect((await collect(storage.list())).toSorted()).toEqual(['a1/0', 'a1/b/1', 'a10/0', 'c']);
    expect((await collect(storage.list(toStorageKey('a1')))).toSorted()).toEqual(['a1/0', 'a1/b/1']);
    expect(await collect(storage.list(toStorageKey('none')))).toEqual([]);
  });

  it('leave no temporary files after concurrent writes of the same key', async () => {
    const contents = Array.from({ length: 20 }, (_, n) => String(n).repeat(10_000));
    await Promise.all(contents.map((content) => storage.put(key, bytes(content))));
    expect(contents).toContain(new TextDecoder().decode((await storage.read(key))!));
    expect(await readdir(path.join(dataDir, 'files', '.temporary'))).toEqual([]);
  });

  it('are accessible to the account of the server only', async () => {
    await storage.put(key, bytes('picture'));
    expect((await stat(path.join(dataDir, 'files', key))).mode & 0o077).toBe(0);
    expect((await stat(path.join(dataDir, 'files'))).mode & 0o077).toBe(0);
  });

  it('fail the readiness check when their folder is gone', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    await rm(path.join(dataDir, 'files'), { recursive: true });
    await expect(storage.check()).rejects.toThrow();
  });

  it('can be stored in a configured folder', async () => {
    const chosen = path.join(dataDir, 'elsewhere');
    const elsewhere = await openStorage({ storageUrl: pathToFileURL(chosen).href, dataDir });
    await elsewhere.put(key, bytes('picture'));
    expect(await readdir(path.join(chosen, 'renditions/abc'))).toEqual(['320.webp']);
  });
});
