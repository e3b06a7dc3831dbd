import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { beginUpload } from '../../src/features/locations/images/contract.ts';
import { MAX_IMAGES } from '../../src/features/locations/images/schema.ts';
import { CHUNK_BYTES } from '../../src/features/media/schema.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { sendRequest } from './send-request.ts';

/**
 * Sends photographs, in a process of its own so that it does not hold up whoever measures. It makes them first, and says so; told a
 * number, it sends so many and says that they have arrived.
 */
const SENT_AT_ONCE = 3;
/** Megabits a second of the line of each: a good one of a telephone, for sending. */
const LINE = 20;
const SIZE = { width: 4000, height: 3000 };
const [origin = '', token = '', ...locations] = process.argv.slice(2);
const api = createHttpApi({ origin, token: () => token });
const bases = await photographs(5);
let begun = 0;
process.on('message', (photographs: number) => void sendAll(begun + photographs).then(() => process.send?.('sent')));
process.send?.('ready');

/** Photographs of the demo, as large as those of a telephone. */
async function photographs(count: number): Promise<Buffer[]> {
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

/** One of its own: the same pixels with another comment. */
function photograph(n: number): Buffer {
  const base = bases[n % bases.length]!;
  const comment = Buffer.from(`\xff\xfe\0\x08${String(n).padStart(6, '0')}`, 'latin1');
  return Buffer.concat([base.subarray(0, 2), comment, base.subarray(2)]);
}

async function sendAll(until: number): Promise<void> {
  const sender = async () => {
    while (begun < until) {
      const n = begun++;
      await send(locations[Math.floor(n / MAX_IMAGES)]!, photograph(n));
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sender));
}

async function send(id: string, content: Buffer): Promise<void> {
  const upload = await api(beginUpload, {
    id,
    name: 'mill.jpg',
    bytes: content.length,
  });
  const from = performance.now();
  for (let offset = 0; offset < content.length; offset += CHUNK_BYTES) {
    await sendRequest(`${origin}/api/locations/${id}/uploads/${upload.id}?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: content.subarray(offset, offset + CHUNK_BYTES),
    });
    const sent = Math.min(offset + CHUNK_BYTES, content.length);
    await delay(Math.max(0, from + (sent * 8) / (LINE * 1000) - performance.now()));
  }
}
