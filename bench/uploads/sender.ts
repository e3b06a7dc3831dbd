import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { beginUpload } from '../../src/features/locations/editing/images/contract.ts';
import { MAX_IMAGES } from '../../src/features/locations/editing/images/schema.ts';
import { CHUNK_BYTES } from '../../src/features/media/schema.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { sendRequest } from './send-request.ts';

/**
 * Uploads photographs, in a separate process that does not disturb the measurement. Sends the message 'ready' when the photographs are
 * created; on a message with a number it uploads that many and replies 'sent'.
 */
const CONCURRENT_UPLOADS = 3;
/** Upload bandwidth of each sender, that of a good mobile connection. */
const MEGABITS_PER_SECOND = 20;
const SIZE = { width: 4000, height: 3000 };
const [origin = '', token = '', ...locations] = process.argv.slice(2);
const api = createHttpApi({ origin, token: () => token });
const originals = await loadPhotographs(5);
let started = 0;
process.on('message', (count: number) => void sendAll(started + count).then(() => process.send?.('sent')));
process.send?.('ready');

/** Loads photographs of the demo, scaled to the size of those of a phone. */
async function loadPhotographs(count: number): Promise<Buffer[]> {
  const folder = new URL('../../demo/photographs/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).slice(0, count);
  return Promise.all(
    names.map(async (name) =>
      sharp(await readFile(new URL(name, folder)))
        .resize({ ...SIZE, fit: 'cover' })
        .jpeg({ quality: 88 })
        .toBuffer(),
    ),
  );
}

/** Returns a unique photograph: the same pixels with another comment. */
function createPhotograph(n: number): Buffer {
  const original = originals[n % originals.length]!;
  const comment = Buffer.from(`\xff\xfe\0\x08${String(n).padStart(6, '0')}`, 'latin1');
  return Buffer.concat([original.subarray(0, 2), comment, original.subarray(2)]);
}

async function sendAll(until: number): Promise<void> {
  const sender = async () => {
    while (started < until) {
      const n = started++;
      await send(locations[Math.floor(n / MAX_IMAGES)]!, createPhotograph(n));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, sender));
}

async function send(id: string, content: Buffer): Promise<void> {
  const upload = await api(beginUpload, {
    id,
    name: 'mill.jpg',
    bytes: content.length,
  });
  const start = performance.now();
  for (let offset = 0; offset < content.length; offset += CHUNK_BYTES) {
    await sendRequest(`${origin}/api/locations/${id}/uploads/${upload.id}?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: content.subarray(offset, offset + CHUNK_BYTES),
    });
    const sent = Math.min(offset + CHUNK_BYTES, content.length);
    await delay(Math.max(0, start + (sent * 8) / (MEGABITS_PER_SECOND * 1000) - performance.now()));
  }
}
