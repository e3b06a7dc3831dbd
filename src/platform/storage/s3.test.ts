import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from './open-storage.ts';
import { type Storage, toStorageKey } from './storage.ts';

const key = toStorageKey('renditions/abc/320.webp');

describe('files in a bucket', () => {
  const objects = new Map<string, Buffer>();
  let service: Server;
  let rejectAll = false;
  let storage: Storage;

  /** A fake of the part of S3 that the storage uses, with path-style addresses: /bucket/key. */
  beforeAll(async () => {
    service = createServer(async (request, response) => {
      const name = new URL(request.url!, 'http://service').pathname;
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/');
      if (rejectAll || !signed) return response.writeHead(403).end();
      if (request.method === 'PUT') {
        objects.set(name, await buffer(request));
        return response.writeHead(200, { etag: '"1"' }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(name);
        return response.writeHead(204).end();
      }
      if (request.method === 'POST') {
        for (const [, listed] of (await text(request)).matchAll(/<Key>([^<]+)</g))
          objects.delete(`/pictures/${listed}`);
        return response.end('<DeleteResult/>');
      }
      if (name === '/pictures/' || name === '/pictures') {
        const prefix = new URL(request.url!, 'http://service').searchParams.get('prefix') ?? '';
        const listed = [...objects.keys()]
          .map((path) => path.slice('/pictures/'.length))
          .filter((path) => path.startsWith(prefix));
        const contents = listed.map((path) => `<Contents><Key>${path}</Key><Size>1</Size></Contents>`);
        return response.end(
          `<ListBucketResult>${contents.join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`,
        );
      }
      const object = objects.get(name);
      if (!object) return response.writeHead(404).end();
      response.writeHead(200, {
        'content-length': object.length,
        etag: '"1"',
        'last-modified': new Date(0).toUTCString(),
      });
      return response.end(request.method === 'HEAD' ? undefined : object);
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret of the example');
    const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    storage = await openStorage({
      storageUrl: `s3://pictures?endpoint=${endpoint}&region=eu-west-2`,
      dataDir: '/unused',
    });
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
    vi.unstubAllEnvs();
  });
  beforeEach(() => {
    objects.clear();
    rejectAll = false;
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

  it('are not reported as missing when access is denied', async () => {
    rejectAll = true;
    await expect(storage.read(key)).rejects.toThrow();
    await expect(storage.open(key)).rejects.toThrow();
    await expect(storage.check()).rejects.toThrow();
  });
});
