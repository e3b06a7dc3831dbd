import { setTimeout as delay } from 'node:timers/promises';
import * as calls from '../../src/features/locations/images/contract.ts';
import { CHUNK_BYTES, type Upload } from '../../src/features/media/schema.ts';
import type { PictureOfLocation } from '../../src/features/locations/images/schema.ts';
import type { SignedIn } from './people.ts';

/** Sends one piece, as a browser does. */
export function sendChunk(
  sender: Pick<SignedIn, 'fetch'>,
  { id, uploadId, offset }: { id: string; uploadId: string; offset: number },
  piece: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return sender.fetch(`/api/locations/${id}/uploads/${uploadId}?offset=${offset}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: piece,
  });
}

/** Sends a whole file and gives the id of its upload; what comes of it is for the worker to say. */
export async function sendFile(
  sender: Pick<SignedIn, 'api' | 'fetch'>,
  id: string,
  content: Uint8Array,
  name = 'mill.jpg',
): Promise<string> {
  const { id: uploadId } = await sender.api(calls.beginUpload, { id, name, bytes: content.length });
  for (let offset = 0; offset < content.length; offset += CHUNK_BYTES) {
    const answer = await sendChunk(
      sender,
      { id, uploadId, offset },
      Uint8Array.from(content.subarray(offset, offset + CHUNK_BYTES)),
    );
    if (!answer.ok) throw new Error(`a piece was not taken: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  return uploadId;
}

/** The images of a location as soon as nothing is on its way to it any more but what was refused. */
export async function waitForUploads(
  holder: Pick<SignedIn, 'api'>,
  id: string,
  within = 120_000,
): Promise<{ images: PictureOfLocation[]; uploads: Upload[] }> {
  for (const until = Date.now() + within; ;) {
    const all = await holder.api(calls.locationImages, { id });
    if (all.uploads.every(({ state }) => state === 'REFUSED')) return all;
    if (Date.now() > until) throw new Error(`still on their way: ${JSON.stringify(all.uploads)}`);
    await delay(50);
  }
}
