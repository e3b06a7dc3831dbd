import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, vi } from 'vitest';

const BUCKET = '/pictures/';
/** Few, so that listing needs several pages. */
const PAGE_SIZE = 7;

export interface S3Server {
  /** STORAGE_URL of the bucket, below an optional path. */
  getUrl(path?: string): string;
  /** Stored objects by bucket and key. */
  readonly objects: Map<string, Buffer>;
  /** Whether all requests are rejected as unauthorised. */
  rejectAll: boolean;
}

/**
 * Starts a fake of the part of S3 that the storage uses, with path-style addresses: /bucket/key. Sets its credentials. It is stopped
 * when the calling test file ends.
 */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server: S3Server = { objects, rejectAll: false, getUrl: () => '' };
  const service = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://service');
    const name = url.pathname;
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/');
    if (server.rejectAll || !signed) return response.writeHead(403).end();
    if (request.method === 'PUT') {
      objects.set(name, await buffer(request));
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    if (request.method === 'POST') {
      for (const [, listed] of (await text(request)).matchAll(/<Key>([^<]+)</g)) objects.delete(`${BUCKET}${listed}`);
      return response.end('<DeleteResult/>');
    }
    if (name === BUCKET || `${name}/` === BUCKET) return response.end(listObjects(objects, url.searchParams));
    const object = objects.get(name);
    if (!object) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-length': object.length,
      etag: '"1"',
      'last-modified': new Date(0).toUTCString(),
    });
    return response.end(request.method === 'HEAD' ? undefined : object);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret of the example');
  afterAll(() => {
    service.closeAllConnections();
    service.close();
    vi.unstubAllEnvs();
  });
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server.getUrl = (path = '') => `s3://pictures${path}?endpoint=${endpoint}&region=eu-west-2`;
  return server;
}

/** Returns a page of the objects with a prefix. The continuation token is the last key of the page before. */
function listObjects(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .map((path) => path.slice(BUCKET.length))
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const page = keys.slice(0, PAGE_SIZE);
  const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  const token = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult>${contents.join('')}<IsTruncated>${token !== ''}</IsTruncated>${token}</ListBucketResult>`;
}
