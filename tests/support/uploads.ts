import { setTimeout as delay } from 'node:timers/promises';
import * as calls from '../../src/features/locations/editing/images/contract.ts';
import { CHUNK_BYTES, type Upload } from '../../src/features/media/schema.ts';
import type { LocationImage } from '../../src/features/locations/editing/images/schema.ts';
import type { SignedIn } from './people.ts';

/** Sends one chunk, as a browser does. */
export function sendChunk(
  sender: Pick<SignedIn, 'fetch'>,
  { id, uploadId, offset }: { id: string; uploadId: string; offset: number },
  chunk: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return sender.fetch(`/api/locations/${id}/uploads/${uploadId}?offset=${offset}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: chunk,
  });
}

/** Uploads a file in chunks. Returns the id of the upload, which the worker then ingests. */
export async function sendFile(
  sender: Pick<SignedIn, 'api' | 'fetch'>,
  id: string,
  content: Uint8Array,
  name = 'mill.jpg',
): Promise<string> {
  const { id: uploadId } = await sender.api(calls.beginUpload, { id, name, bytes: content.length });
  for (let offset = 0; offset < content.length; offset += CHUNK_BYTES) {
    const response = await sendChunk(
      sender,
      { id, uploadId, offset },
      Uint8Array.from(content.subarray(offset, offset + CHUNK_BYTES)),
    );
    if (!response.ok) throw new Error(`chunk rejected: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
  return uploadId;
}

/** Waits until all uploads of a location are ingested or rejected. Returns its images and uploads. */
export async function waitForUploads(
  owner: Pick<SignedIn, 'api'>,
  id: string,
  timeoutMs = 120_000,
): Promise<{ images: LocationImage[]; uploads: Upload[] }> {
  for (const until = Date.now() + timeoutMs; ;) {
    const all = await owner.api(calls.locationImages, { id });
    if (all.uploads.every(({ state }) => state === 'REJECTED')) return all;
    if (Date.now() > until) throw new Error(`still in progress: ${JSON.stringify(all.uploads)}`);
    await delay(50);
  }
}
