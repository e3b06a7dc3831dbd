import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import type { Key, Storage, StoredFile } from '../../platform/storage/storage.ts';
import { getThumbnailKey, getRenditionKey, getOgImageKey } from './storage-keys.server.ts';
import { SVG_POLICY } from '../../platform/http/svg-policy.ts';
import { type RenderStaticMap, createStaticMapStore, parseMapName } from './static-maps.server.ts';
import { isPublishedPosition, findPicture } from './queries.server.ts';
import { enqueueMissingRenditions } from './renditions-queue.server.ts';
import { RENDITION_FORMATS, type RenditionFormat, OG_IMAGE, getRenditionWidths } from './schema.ts';
import { NO_SUCH_PICTURE } from './messages.ts';

interface MediaTools {
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobSender;
  readonly renderStaticMap: RenderStaticMap;
}

/** The URL contains the hash of the content, so a response never changes. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** A static map changes with the base map, which is rare. */
const CACHE_WEEK = 'public, max-age=604800, stale-while-revalidate=2592000';
const NO_STORE = 'no-store';

const SHA256 = /^[0-9a-f]{64}$/;
const RENDITION_NAME = new RegExp(`^([1-9][0-9]{0,3})\\.(${RENDITION_FORMATS.join('|')})$`);
const OG_IMAGE_NAME = /^(0|[1-9][0-9]?|100)-(0|[1-9][0-9]?|100)\.jpg$/;

type Request = FastifyRequest<{ Params: { sha256: string; file: string } }>;

/** Serves renditions, Open Graph images and static maps. Originals have no URL. */
export const mediaRoutes: FastifyPluginAsync<MediaTools> = async (server, tools) => {
  registerPictureRoutes(server, tools);
  registerMapRoute(server, tools);
};

function registerPictureRoutes(server: FastifyInstance, tools: MediaTools): void {
  server.get('/media/:sha256/:file', async ({ params: { sha256, file } }: Request, reply) => {
    const [, digits, ending] = RENDITION_NAME.exec(file) ?? [];
    if (!SHA256.test(sha256) || !ending) return notFound(reply);
    const format = ending as RenditionFormat;
    const width = Number(digits);
    return sendPicture(tools, reply, {
      sha256,
      width,
      key: getRenditionKey(sha256, width, format),
      contentType: `image/${format}`,
      matches: (picture) => getRenditionWidths(picture.width).includes(width),
      format,
    });
  });

  server.get('/media/og/:sha256/:file', async ({ params: { sha256, file } }: Request, reply) => {
    const [, x, y] = OG_IMAGE_NAME.exec(file) ?? [];
    if (!SHA256.test(sha256) || !y) return notFound(reply);
    return sendPicture(tools, reply, {
      sha256,
      width: OG_IMAGE.width,
      key: getOgImageKey(sha256, { x: Number(x) / 100, y: Number(y) / 100 }),
      contentType: 'image/jpeg',
      matches: () => true,
      format: undefined,
    });
  });
}

interface RequestedFile {
  readonly sha256: string;
  readonly width: number;
  readonly key: Key;
  readonly contentType: string;
  /** Whether the picture has such a file, or will have it. */
  readonly matches: (picture: { width: number }) => boolean;
  /** Of a rendition, which is created when it is missing. Not of an Open Graph image, since anybody can request any focal point. */
  readonly format: RenditionFormat | undefined;
}

async function sendPicture(tools: MediaTools, reply: FastifyReply, requested: RequestedFile): Promise<FastifyReply> {
  const etag = `"${requested.key}"`;
  if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  const file = await tools.storage.open(requested.key);
  if (file) return sendFile(reply.headers({ 'cache-control': CACHE_FOREVER, etag }), file, requested.contentType);

  const picture = await findPicture(tools.db, requested.sha256);
  if (!picture || !requested.matches(picture)) return notFound(reply);
  const { sha256, format } = requested;
  if (picture.state === 'READY' && format)
    await tools.db.transaction().execute((trx) => enqueueMissingRenditions(trx, tools.jobs, { sha256, format }));
  const substitute = await openSubstitute(tools.storage, requested, picture);
  return substitute ? sendFile(reply.header('cache-control', NO_STORE), substitute, 'image/webp') : notFound(reply);
}

/** Opens what is served until a file exists: the rendition nearest in width, or else the thumbnail. */
async function openSubstitute(
  storage: Storage,
  requested: RequestedFile,
  picture: { width: number },
): Promise<StoredFile | null> {
  const distance = (width: number) => Math.abs(width - requested.width);
  for (const width of getRenditionWidths(picture.width).toSorted((a, b) => distance(a) - distance(b))) {
    const file = await storage.open(getRenditionKey(requested.sha256, width, 'webp'));
    if (file) return file;
  }
  return storage.open(getThumbnailKey(requested.sha256));
}

function registerMapRoute(server: FastifyInstance, { db, storage, renderStaticMap }: MediaTools): void {
  const maps = createStaticMapStore(storage, renderStaticMap);
  server.get('/media/maps/:file', async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const position = parseMapName(request.params.file);
    if (!position || !(await isPublishedPosition(db, position))) return notFound(reply);
    const etag = `W/"${maps.getVersion()}"`;
    reply.headers({
      'cache-control': CACHE_WEEK,
      etag,
      vary: 'accept-encoding',
      'content-security-policy': SVG_POLICY,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const compressed = await maps.getCompressed(position);
    reply.type('image/svg+xml; charset=utf-8');
    const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
    return acceptsGzip
      ? reply.header('content-encoding', 'gzip').send(compressed)
      : reply.send(await promisify(gunzip)(compressed));
  });
}

function sendFile(reply: FastifyReply, { stream, bytes }: StoredFile, contentType: string): FastifyReply {
  return reply.type(contentType).header('content-length', bytes).send(stream);
}

function notFound(reply: FastifyReply): FastifyReply {
  const error = new ApiError('NOT_FOUND', NO_SUCH_PICTURE);
  return reply.code(error.status).header('cache-control', NO_STORE).send(error.body);
}
