import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, vi } from 'vitest';

export interface S3Service {
  /** Returns a value of STORAGE_URL, below an optional path. */
  getUrl(path?: string): string;
  /** Objects by path: /bucket/key. */
  readonly objects: Map<string, Buffer>;
  /** The requested ranges of objects. */
  readonly ranges: string[];
  /** Uploads in parts that are neither complete nor aborted. */
  readonly openUploads: () => number;
  /** Rejects requests for which it returns true. */
  rejects: (request: { readonly method: string; readonly url: URL; readonly headers: IncomingHttpHeaders }) => boolean;
}

/** Few, so that listing needs several pages. */
const PAGE_SIZE = 7;

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret of the example' };

/**
 * Starts a fake of the part of S3 that the storage uses, with path-style addresses. Sets its credentials. It is stopped when the calling
 * test file ends.
 */
export async function startS3Service(bucket: string): Promise<S3Service> {
  const objects = new Map<string, Buffer>();
  const ranges: string[] = [];
  const uploads = new Map<string, Buffer[]>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://service');
    const name = decodeURIComponent(url.pathname);
    const query = url.searchParams;
    const method = request.method!;
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/');
    if (service.rejects({ method, url, headers: request.headers }) || !signed) return response.writeHead(403).end();
    const upload = query.get('uploadId');
    if (method === 'POST' && query.has('uploads')) {
      const id = String(uploads.size + 1);
      uploads.set(id, []);
      return response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (method === 'PUT' && upload) {
      uploads.get(upload)![Number(query.get('partNumber')) - 1] = await buffer(request);
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (method === 'POST' && upload) {
      objects.set(name, Buffer.concat(uploads.get(upload)!));
      uploads.delete(upload);
      return response.end('<CompleteMultipartUploadResult/>');
    }
    if (method === 'DELETE' && upload) {
      uploads.delete(upload);
      return response.writeHead(204).end();
    }
    if (method === 'PUT') {
      objects.set(name, await buffer(request));
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (method === 'DELETE') {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    if (method === 'POST') {
      for (const [, listed] of (await text(request)).matchAll(/<Key>([^<]+)</g)) objects.delete(`/${bucket}/${listed}`);
      return response.end('<DeleteResult/>');
    }
    if (name === `/${bucket}/` || name === `/${bucket}`) {
      const keys = [...objects.keys()].map((path) => path.slice(`/${bucket}/`.length));
      return response.end(listObjects(keys, query));
    }
    const object = objects.get(name);
    if (!object) return response.writeHead(404).end();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (first !== undefined) ranges.push(`${first}-${last}`);
    const content = first === undefined ? object : object.subarray(Number(first), Number(last) + 1);
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': content.length,
      etag: '"1"',
      'last-modified': new Date(0).toUTCString(),
    });
    return response.end(method === 'HEAD' ? undefined : content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: S3Service = {
    getUrl: (path = '') => `s3://${bucket}${path}?endpoint=${endpoint}&region=eu-west-2`,
    objects,
    ranges,
    openUploads: () => uploads.size,
    rejects: () => false,
  };
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });
  return service;
}

/** Returns a page of the objects with a prefix. The continuation token is the last key of the page before. */
function listObjects(all: readonly string[], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = all.filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, PAGE_SIZE);
  const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  const token = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult>${contents.join('')}<IsTruncated>${token !== ''}</IsTruncated>${token}</ListBucketResult>`;
}
