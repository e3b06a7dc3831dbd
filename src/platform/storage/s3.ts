import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { uploadInParts } from './s3-multipart-upload.ts';
import { type Key, type Storage, isStorageKey } from './storage.ts';

/** Ends checks whose connection hangs, which would pile up. */
const CHECK_TIMEOUT_MS = 5_000;

/**
 * Stores files in a private S3 bucket, below the path of the URL if it has one. Credentials come from the default AWS credential
 * chain.
 */
export function createS3Storage(url: URL): Storage {
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint');
  const bucket = url.hostname;
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Many S3-compatible services reject the CRC32 that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const driver = new S3Driver({
    bucket,
    client,
    visibility: 'private',
    // Buckets are private by default, and many S3-compatible services reject ACLs on objects.
    supportsACL: false,
  });
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const toName = (key: string) => (prefix ? `${prefix}/${key}` : key);
  const list = (folder?: string) =>
    listObjects(client, { Bucket: bucket, Prefix: toName(folder ? `${folder}/` : '') }, toName('').length);
  const probe = { Bucket: bucket, Key: toName('readiness') };
  let wasWritten = false;
  return {
    put: (key, content) => driver.put(toName(key), content),
    putFile: (key, file) => uploadInParts(client, { Bucket: bucket, Key: toName(key) }, file),
    readRange: async (key, offset, length) => {
      const range = { Bucket: bucket, Key: toName(key), Range: `bytes=${offset}-${offset + length - 1}` };
      const object = await client.send(new GetObjectCommand(range)).catch(nullIfMissing);
      return object && object.Body!.transformToByteArray();
    },
    read: (key) => driver.getBytes(toName(key)).catch(nullIfMissing),
    open: async (key) => {
      const description = await driver.getMetaData(toName(key)).catch(nullIfMissing);
      const stream = description && (await driver.getStream(toName(key)).catch(nullIfMissing));
      return stream && { bytes: description.contentLength, stream };
    },
    exists: (key) => driver.exists(toName(key)),
    list,
    delete: (key) => driver.delete(toName(key)),
    // One by one: the request that deletes several needs a checksum.
    deleteFolder: async (key) => {
      for await (const found of list(key)) await driver.delete(toName(found));
    },
    check: async () => {
      const options = { abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS) };
      // Writes until it has succeeded once: services that serve reads can reject every upload.
      if (wasWritten) return void (await client.send(new HeadObjectCommand(probe), options).catch(nullIfMissing));
      await client.send(new PutObjectCommand({ ...probe, Body: new Uint8Array(1) }), options);
      await client.send(new DeleteObjectCommand(probe), options);
      wasWritten = true;
    },
  };
}

/**
 * Lists the objects whose names begin with a prefix, without the first `skip` characters of their names. Not by the driver, which rejects
 * the names of maps: they contain a comma.
 */
async function* listObjects(
  client: S3Client,
  objects: { Bucket: string; Prefix: string },
  skip: number,
): AsyncGenerator<Key, void, void> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, objects)) {
    for (const object of Contents) {
      const key = object.Key?.slice(skip) ?? '';
      if (isStorageKey(key)) yield key;
    }
  }
}

function nullIfMissing(error: { $metadata?: { httpStatusCode?: number } }): null {
  if (error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}
