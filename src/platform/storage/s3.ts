import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { uploadInParts } from './s3-multipart-upload.ts';
import type { Storage } from './storage.ts';

/** Stores files in a private S3 bucket. Credentials come from the default AWS credential chain. */
export function createS3Storage(url: URL): Storage {
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint');
  const bucket = url.hostname;
  const client = new S3Client({ region, ...(endpoint !== null && { endpoint, forcePathStyle: true }) });
  const driver = new S3Driver({
    bucket,
    client,
    visibility: 'private',
    // Buckets are private by default, and many S3-compatible services reject ACLs on objects.
    supportsACL: false,
  });
  return {
    put: (key, content) => driver.put(key, content),
    putFile: (key, file) => uploadInParts(client, { Bucket: bucket, Key: key }, file),
    readRange: async (key, offset, length) => {
      const range = { Bucket: bucket, Key: key, Range: `bytes=${offset}-${offset + length - 1}` };
      const object = await client.send(new GetObjectCommand(range)).catch(nullIfMissing);
      return object && object.Body!.transformToByteArray();
    },
    read: (key) => driver.getBytes(key).catch(nullIfMissing),
    open: async (key) => {
      const description = await driver.getMetaData(key).catch(nullIfMissing);
      const stream = description && (await driver.getStream(key).catch(nullIfMissing));
      return stream && { bytes: description.contentLength, stream };
    },
    exists: (key) => driver.exists(key),
    delete: (key) => driver.delete(key),
    deleteFolder: (key) => driver.deleteAll(`${key}/`),
    check: async () => {
      await driver.exists('readiness');
    },
  };
}

function nullIfMissing(error: { $metadata?: { httpStatusCode?: number } }): null {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
