import { GetObjectCommand, HeadObjectCommand, S3Client, paginateListObjectsV2 } from '@aws-sdk/client-s3';
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
  const client = new S3Client({ region, ...(endpoint !== null && { endpoint, forcePathStyle: true }) });
  const driver = new S3Driver({
    bucket,
    client,
    visibility: 'private',
    // Buckets are private by default, and many S3-compatible services reject ACLs on objects.
    supportsACL: false,
  });
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  const toName = (key: string) => (prefix ? `${prefix}/${key}` : key);
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
    list: (folder) =>
      listObjects(client, { Bucket: bucket, Prefix: toName(folder ? `${folder}/` : '') }, toName('').length),
    delete: (key) => driver.delete(toName(key)),
    deleteFolder: (key) => driver.deleteAll(`${toName(key)}/`),
    check: async () => {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: toName('readiness') });
      await client.send(command, { abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).catch(nullIfMissing);
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
