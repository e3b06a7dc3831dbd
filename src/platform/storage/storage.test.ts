import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from './open-storage.ts';
import { type Key, type Storage, storageKey } from './storage.ts';

const bytes = (content: string) => new TextEncoder().encode(content);

describe('a storage key', () => {
  it('cannot lead outside the storage, whatever it is made of', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '\0', '%2e%2e', '~', ' ', '.unfinished', 'originals'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        let key: string;
        try {
          key = storageKey(pieces.join('/'));
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
    'is not %j',
    (text) => {
      expect(() => storageKey(text)).toThrow();
    },
  );
});

describe('files on disk', () => {
  let dataDir: string;
  let storage: Storage;
  const key = storageKey('renditions/abc/320.webp');

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'recce-storage-'));
    storage = await openStorage({ dataDir });
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('come back as they were put', async () => {
    await storage.put(key, bytes('picture'));
    expect(await storage.exists(key)).toBe(true);
    expect(new TextDecoder().decode((await storage.read(key))!)).toBe('picture');
    const file = await storage.open(key);
    expect(file!.bytes).toBe(7);
    expect(await text(file!.stream)).toBe('picture');
  });

  it('are null where there are none', async () => {
    expect(await storage.exists(key)).toBe(false);
    expect(await storage.read(key)).toBeNull();
    expect(await storage.open(key)).toBeNull();
  });

  it('are replaced as a whole, and forgotten without complaint', async () => {
    await storage.put(key, bytes('first, and longer'));
    await storage.put(key, bytes('second'));
    expect(new TextDecoder().decode((await storage.read(key))!)).toBe('second');
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.exists(key)).toBe(false);
  });

  it('are forgotten with their folder, and not with one whose name only begins like it', async () => {
    const [inside, deeper, beside] = ['a1/0', 'a1/b/1', 'a10/0'].map((name) => storageKey(name)) as [Key, Key, Key];
    for (const each of [inside, deeper, beside]) await storage.put(each, bytes('piece'));
    await storage.deleteFolder(storageKey('a1'));
    await storage.deleteFolder(storageKey('a1'));
    expect(await Promise.all([inside, deeper, beside].map((each) => storage.exists(each)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('leave nothing unfinished when many write the same name at once', async () => {
    const contents = Array.from({ length: 20 }, (_, n) => String(n).repeat(10_000));
    await Promise.all(contents.map((content) => storage.put(key, bytes(content))));
    expect(contents).toContain(new TextDecoder().decode((await storage.read(key))!));
    expect(await readdir(path.join(dataDir, 'files', '.unfinished'))).toEqual([]);
  });

  it('belong to the account of the server alone', async () => {
    await storage.put(key, bytes('picture'));
    expect((await stat(path.join(dataDir, 'files', key))).mode & 0o077).toBe(0);
    expect((await stat(path.join(dataDir, 'files'))).mode & 0o077).toBe(0);
  });

  it('fail the readiness check when their folder is gone', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    await rm(path.join(dataDir, 'files'), { recursive: true });
    await expect(storage.check()).rejects.toThrow();
  });

  it("can be kept in a folder of one's choice", async () => {
    const chosen = path.join(dataDir, 'elsewhere');
    const elsewhere = await openStorage({ storageUrl: pathToFileURL(chosen).href, dataDir });
    await elsewhere.put(key, bytes('picture'));
    expect(await readdir(path.join(chosen, 'renditions/abc'))).toEqual(['320.webp']);
  });
});
