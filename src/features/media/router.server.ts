import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Key, Storage, StoredFile } from '../../platform/storage/storage.ts';
import { miniatureKey, renditionKey, sharedPictureKey } from './files.server.ts';
import { type DrawMap, drawnMaps, parsePosition } from './maps.server.ts';
import { isPublishedPosition, pictureWidth } from './queries.server.ts';
import { askForMissing } from './queue.server.ts';
import { RENDITION_FORMATS, type RenditionFormat, SHARED_PICTURE, renditionWidths } from './schema.ts';
import { NO_SUCH_PICTURE } from './messages.ts';

export interface MediaTools {
  readonly db: Kysely<Database>;
  readonly storage: Storage;
  readonly jobs: JobSender;
  readonly drawMap: DrawMap;
}

/** The address names the content, so what was sent once never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A drawn map changes when the base map does, once in a while. */
const FOR_A_WEEK = 'public, max-age=604800, stale-while-revalidate=2592000';
const NOT_AT_ALL = 'no-store';
/** A map can load nothing and run nothing, also when it is opened as a page. */
const MAP_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const SHA256 = /^[0-9a-f]{64}$/;
const RENDITION = new RegExp(`^([1-9][0-9]{0,3})\\.(${RENDITION_FORMATS.join('|')})$`);
const SHARED = /^(0|[1-9][0-9]?|100)-(0|[1-9][0-9]?|100)\.jpg$/;

type Request = FastifyRequest<{ Params: { sha256: string; file: string } }>;

/** Serves renditions, crops for shared links and drawn maps. Originals have no address. */
export const mediaRoutes: FastifyPluginAsync<MediaTools> = async (server, tools) => {
  pictureRoutes(server, tools);
  mapRoute(server, tools);
};

function pictureRoutes(server: FastifyInstance, tools: MediaTools): void {
  server.get('/media/:sha256/:file', async ({ params: { sha256, file } }: Request, reply) => {
    const [, digits, ending] = RENDITION.exec(file) ?? [];
    if (!SHA256.test(sha256) || !ending) return notFound(reply);
    const format = ending as RenditionFormat;
    const width = Number(digits);
    return sendPicture(tools, reply, {
      sha256,
      width,
      key: renditionKey(sha256, width, format),
      contentType: `image/${format}`,
      belongsTo: (picture) => renditionWidths(picture.width).includes(width),
      format,
    });
  });

  server.get('/media/og/:sha256/:file', async ({ params: { sha256, file } }: Request, reply) => {
    const [, x, y] = SHARED.exec(file) ?? [];
    if (!SHA256.test(sha256) || !y) return notFound(reply);
    return sendPicture(tools, reply, {
      sha256,
      width: SHARED_PICTURE.width,
      key: sharedPictureKey(sha256, { x: Number(x) / 100, y: Number(y) / 100 }),
      contentType: 'image/jpeg',
      belongsTo: () => true,
      format: undefined,
    });
  });
}

interface WantedFile {
  readonly sha256: string;
  readonly width: number;
  readonly key: Key;
  readonly contentType: string;
  /** Whether there is, or will be, such a file of the picture. */
  readonly belongsTo: (picture: { width: number }) => boolean;
  /** Of a rendition. It is made when it is missed; a crop is not, since strangers can ask for any focal point. */
  readonly format: RenditionFormat | undefined;
}

async function sendPicture(tools: MediaTools, reply: FastifyReply, wanted: WantedFile): Promise<FastifyReply> {
  const etag = `"${wanted.key}"`;
  if (reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  const file = await tools.storage.open(wanted.key);
  if (file) return sendFile(reply.headers({ 'cache-control': FOR_EVER, etag }), file, wanted.contentType);

  const picture = await pictureWidth(tools.db, wanted.sha256);
  if (!picture || !wanted.belongsTo(picture)) return notFound(reply);
  const { sha256, format } = wanted;
  if (picture.state === 'READY' && format)
    await tools.db.transaction().execute((trx) => askForMissing(trx, tools.jobs, { sha256, format }));
  const substitute = await standIn(tools.storage, wanted, picture);
  return substitute ? sendFile(reply.header('cache-control', NOT_AT_ALL), substitute, 'image/webp') : notFound(reply);
}

/** What is shown until a file is made: the rendition nearest in width, or else the miniature. */
async function standIn(storage: Storage, wanted: WantedFile, picture: { width: number }): Promise<StoredFile | null> {
  const distance = (width: number) => Math.abs(width - wanted.width);
  for (const width of renditionWidths(picture.width).toSorted((a, b) => distance(a) - distance(b))) {
    const file = await storage.open(renditionKey(wanted.sha256, width, 'webp'));
    if (file) return file;
  }
  return storage.open(miniatureKey(wanted.sha256));
}

function mapRoute(server: FastifyInstance, { db, storage, drawMap }: MediaTools): void {
  const maps = drawnMaps(storage, drawMap);
  server.get('/media/maps/:file', async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const position = parsePosition(request.params.file);
    if (!position || !(await isPublishedPosition(db, position))) return notFound(reply);
    const etag = `W/"${maps.version()}"`;
    reply.headers({
      'cache-control': FOR_A_WEEK,
      etag,
      vary: 'accept-encoding',
      'content-security-policy': MAP_POLICY,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const compressed = await maps.compressed(position);
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
  return reply.code(error.status).header('cache-control', NOT_AT_ALL).send(error.body);
}
