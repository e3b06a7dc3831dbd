import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { collect } from '../../../tests/support/collect.ts';
import { startS3Server } from '../../../tests/support/s3-server.ts';
import { openStorage } from './open-storage.ts';
import { toStorageKey } from './storage.ts';

const key = toStorageKey('renditions/abc/320.webp');

describe('files in a bucket', async () => {
  const service = await startS3Server();
  const { objects } = service;
  const storage = await openStorage({ storageUrl: service.getUrl(), dataDir: '/unused' });
  beforeEach(() => {
    objects.clear();
    service.rejectAll = false;
  });

  it('are deleted with their folder, but not with one whose name has the same prefix', async () => {
    for (const name of ['a1/0', 'a1/b/1', 'a10/0']) await storage.put(toStorageKey(name), new Uint8Array(1));
    await storage.deleteFolder(toStorageKey('a1'));
    expect([...objects.keys()]).toEqual(['/pictures/a10/0']);
    await storage.deleteFolder(toStorageKey('a1'));
  });

  it('are stored under their bucket and key, and read unchanged', async () => {
    await storage.put(key, new TextEncoder().encode('picture'));
    expect([...objects.keys()]).toEqual(['/pictures/renditions/abc/320.webp']);
    expect(await storage.exists(key)).toBe(true);
    expect(new TextDecoder().decode((await storage.read(key))!)).toBe('picture');
    const file = await storage.open(key);
    expect(file!.bytes).toBe(7);
    expect(await text(file!.stream)).toBe('picture');
  });

  it('are null if missing', async () => {
    expect(await storage.exists(key)).toBe(false);
    expect(await storage.read(key)).toBeNull();
    expect(await storage.open(key)).toBeNull();
    await expect(storage.check()).resolves.toBeUndefined();
  });

  it('can be deleted repeatedly', async () => {
    await storage.put(key, new TextEncoder().encode('picture'));
    await storage.delete(key);
    await storage.delete(key);
    expect(objects.size).toBe(0);
  });

  it('are listed by folder, in pages', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `a1/${n}`);
    for (const name of [...names, 'a10/0', 'b']) await storage.put(toStorageKey(name), new Uint8Array(1));
    expect((await collect(storage.list(toStorageKey('a1')))).toSorted()).toEqual(names.toSorted());
    expect((await collect(storage.list())).toSorted()).toEqual([...names, 'a10/0', 'b'].toSorted());
  });

  it('are stored below the path of the URL', async () => {
    const below = await openStorage({ storageUrl: service.getUrl('/nightly/site'), dataDir: '/unused' });
    await storage.put(toStorageKey('nightly/other'), new Uint8Array(1));
    await below.put(key, new TextEncoder().encode('picture'));
    expect(objects.has(`/pictures/nightly/site/${key}`)).toBe(true);
    expect(await collect(below.list())).toEqual([key]);
    expect(new TextDecoder().decode((await below.read(key))!)).toBe('picture');
    expect(await text((await below.open(key))!.stream)).toBe('picture');
    expect(await below.exists(key)).toBe(true);
    await below.deleteFolder(toStorageKey('renditions'));
    expect([...objects.keys()]).toEqual(['/pictures/nightly/other']);
  });

  it('are not reported as missing when access is denied', async () => {
    service.rejectAll = true;
    await expect(storage.read(key)).rejects.toThrow();
    await expect(storage.open(key)).rejects.toThrow();
    await expect(storage.check()).rejects.toThrow();
  });
});
