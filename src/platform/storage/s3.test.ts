import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collect } from '../../../tests/support/collect.ts';
import { startS3Service } from '../../../tests/support/s3-service.ts';
import { openStorage } from './open-storage.ts';
import { toStorageKey } from './storage.ts';

const key = toStorageKey('renditions/abc/320.webp');

describe('files in a bucket', async () => {
  const service = await startS3Service('pictures');
  const { objects } = service;
  const storage = await openStorage({ storageUrl: service.getUrl(), dataDir: '/unused' });
  beforeEach(() => {
    objects.clear();
    service.rejects = () => false;
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
    expect(await storage.readRange(key, 0, 1)).toBeNull();
    await expect(storage.check()).resolves.toBeUndefined();
  });

  describe('of any size', () => {
    const PART_BYTES = 32 * 1024 * 1024;
    const content = Buffer.alloc(PART_BYTES + 10, 'map');
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'recce-s3-'));
      await writeFile(path.join(folder, 'large'), content);
    });
    afterAll(() => rm(folder, { recursive: true }));

    it('are uploaded in parts, and read in ranges', async () => {
      await storage.putFile(key, path.join(folder, 'large'));
      expect(objects.get('/pictures/renditions/abc/320.webp')!.equals(content)).toBe(true);
      expect(service.openUploads()).toBe(0);
      const range = await storage.readRange(key, PART_BYTES - 1, 8);
      expect(Buffer.from(range!).equals(content.subarray(PART_BYTES - 1, PART_BYTES + 7))).toBe(true);
      expect(service.ranges.at(-1)).toBe(`${PART_BYTES - 1}-${PART_BYTES + 6}`);
    });

    it('keep their earlier content and leave no parts when an upload fails', async () => {
      await storage.put(key, Buffer.from('earlier'));
      service.rejects = ({ url }) => url.searchParams.get('partNumber') === '2';
      await expect(storage.putFile(key, path.join(folder, 'large'))).rejects.toThrow();
      expect(objects.get('/pictures/renditions/abc/320.webp')!.toString()).toBe('earlier');
      expect(service.openUploads()).toBe(0);
    });
  });

  it('are stored by a service that knows no checksums', async () => {
    service.rejects = ({ headers }) => Object.keys(headers).some((name) => /checksum|x-amz-trailer/.test(name));
    await storage.put(key, Buffer.from('picture'));
    expect(new TextDecoder().decode((await storage.read(key))!)).toBe('picture');
    await storage.deleteFolder(toStorageKey('renditions'));
    expect(objects.size).toBe(0);
  });

  it('are checked by writing, until that has succeeded', async () => {
    const other = await openStorage({ storageUrl: service.getUrl(), dataDir: '/unused' });
    service.rejects = ({ method }) => method === 'PUT';
    await expect(other.check()).rejects.toThrow();
    service.rejects = () => false;
    await other.check();
    expect(objects.size).toBe(0);
    service.rejects = ({ method }) => method !== 'HEAD';
    await expect(other.check()).resolves.toBeUndefined();
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

  it('are listed and deleted if their names have a comma, as those of maps', async () => {
    const map = toStorageKey('maps/abc/55.8409,-4.4226.svg.gz');
    await storage.put(map, new Uint8Array(1));
    expect(await collect(storage.list())).toEqual([map]);
    await storage.deleteFolder(toStorageKey('maps'));
    expect(objects.size).toBe(0);
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
    service.rejects = () => true;
    await expect(storage.read(key)).rejects.toThrow();
    await expect(storage.open(key)).rejects.toThrow();
    await expect(storage.readRange(key, 0, 1)).rejects.toThrow();
    await expect(storage.check()).rejects.toThrow();
  });
});
