import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { beginUpload, locationImages } from '../../src/features/locations/editing/images/contract.ts';
import { MAX_IMAGES } from '../../src/features/locations/editing/images/schema.ts';
import { CHUNK_BYTES } from '../../src/features/media/schema.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { ApiError } from '../../src/platform/http/contract.ts';
import { sendRequest } from '../uploads/send-request.ts';

/** Six megapixels. */
const SIZE = { width: 3000, height: 2000 };
const ORIGINALS = 5;
/** As in the browser. */
const CONCURRENT_UPLOADS = 3;
/** Between requests while too many uploads wait, or until all are images. */
const POLL_MS = 500;

/** Returns a function that makes unique photographs: those of the demo, scaled, each with another comment. */
export async function loadPhotographs(): Promise<(n: number) => Buffer> {
  const folder = new URL('../../demo/photographs/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).slice(0, ORIGINALS);
  const originals = await Promise.all(
    names.map(async (name) =>
      sharp(await readFile(new URL(name, folder)))
        .resize({ ...SIZE, fit: 'cover' })
        .jpeg({ quality: 88 })
        .toBuffer(),
    ),
  );
  return (n) => {
    const original = originals[n % originals.length]!;
    const comment = Buffer.from(`\xff\xfe\0\x08${String(n).padStart(6, '0')}`, 'latin1');
    return Buffer.concat([original.subarray(0, 2), comment, original.subarray(2)]);
  };
}

/** Uploads photographs as browsers do, over a connection without a limit. Resolves when all of them are images. */
export async function upload(
  { origin, token, locations }: { origin: string; token: string; locations: readonly string[] },
  { count, create }: { count: number; create: (n: number) => Buffer },
): Promise<void> {
  const api = createHttpApi({ origin, token: () => token });
  const begin = async (id: string, bytes: number) => {
    for (;;) {
      try {
        return await api(beginUpload, { id, name: 'mill.jpg', bytes });
      } catch (error) {
        if (!(error instanceof ApiError) || error.errorType !== 'TOO_MANY_REQUESTS') throw error;
        await delay(POLL_MS);
      }
    }
  };
  let started = 0;
  const send = async () => {
    while (started < count) {
      const n = started++;
      const id = locations[Math.floor(n / MAX_IMAGES)]!;
      const content = create(n);
      const { id: uploadId } = await begin(id, content.length);
      for (let offset = 0; offset < content.length; offset += CHUNK_BYTES)
        await sendRequest(`${origin}/api/locations/${id}/uploads/${uploadId}?offset=${offset}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
          body: content.subarray(offset, offset + CHUNK_BYTES),
        });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, send));
  for (;;) {
    const all = await Promise.all(locations.map((id) => api(locationImages, { id })));
    const images = all.reduce((sum, location) => sum + location.images.length, 0);
    if (images === count) return;
    await delay(POLL_MS);
  }
}
