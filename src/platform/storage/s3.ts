import { S3Driver } from 'flydrive/drivers/s3';
import type { Storage } from './storage.ts';

/** Stores files in a private S3 bucket. Credentials come from the default AWS credential chain. */
export function createS3Storage(url: URL): Storage {
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint');
  const driver = new S3Driver({
    bucket: url.hostname,
    region,
    visibility: 'private',
    // Buckets are private by default, and many S3-compatible services reject ACLs on objects.
    supportsACL: false,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
  });
  return {
    put: (key, content) => driver.put(key, content),
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
