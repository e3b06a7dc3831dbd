import { open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** S3 allows 10,000 parts, so a file of up to 320 GB. */
const PART_BYTES = 32 * 1024 * 1024;

/** Uploads a local file, keeping only one part in memory. The object is replaced when all parts have arrived. */
export async function uploadInParts(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  file: string,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  const upload = { ...object, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for await (const Body of readParts(file)) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // Parts of an upload that is not aborted are charged for. If this fails too, the first error says more.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function* readParts(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    for (let offset = 0; ;) {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(PART_BYTES), 0, PART_BYTES, offset);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      offset += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
