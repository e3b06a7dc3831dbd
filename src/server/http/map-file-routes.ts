import { promisify } from 'node:util';
import { createHash } from 'node:crypto';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InstalledMaps, MapFile, MapFileKind } from '../../features/geography/map-files/schema.ts';
import { MapTileReader } from '../../features/geography/map-files/tiles.server.ts';
import { createInstalledStyle } from '../../features/geography/street-map/style.ts';
import type { FileRoute } from '../../platform/http/openapi.ts';
import type { Storage } from '../../platform/storage/storage.ts';

const TILE_PATH = /^(\d{1,2})\/(0|[1-9]\d{0,7})\/(0|[1-9]\d{0,7})\.(\w+)$/;
const MAX_ZOOM = 24;
/** The URL of a tile has the id of its file. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const CONTENT_TYPES: Readonly<Record<MapFile['format'], string>> = {
  mvt: 'application/vnd.mapbox-vector-tile',
  png: 'image/png',
  webp: 'image/webp',
};
const decompress = promisify(gunzip);

export const MAP_FILE_ROUTES: readonly FileRoute[] = [
  {
    path: '/basemap/style/{theme}.json',
    summary: 'Returns the MapLibre style of the installed maps; theme is light or dark',
    contentTypes: ['application/json'],
  },
  {
    path: '/basemap/streets/{file}/{z}/{x}/{y}.mvt',
    summary: 'Returns a vector tile of the installed street map',
    contentTypes: [CONTENT_TYPES.mvt],
  },
  {
    path: '/basemap/relief/{file}/{z}/{x}/{y}.{format}',
    summary: 'Returns a tile of the installed elevations, in the Terrarium encoding',
    contentTypes: [CONTENT_TYPES.png, CONTENT_TYPES.webp],
  },
];

interface TileRequest {
  Params: { file: string; z: string; x: string; y: string };
}

/** Serves tiles of the installed map files, and their style. @param deps.getMaps returns the files that this node knows */
export function registerMapFiles(
  server: FastifyInstance,
  { storage, getMaps }: { storage: Pick<Storage, 'readRange'>; getMaps: () => InstalledMaps },
): void {
  const tiles = new MapTileReader(storage);
  const serveTiles = (kind: MapFileKind) =>
    server.get<TileRequest>(`/basemap/${kind}/:file/:z/:x/:y`, async (request, reply) => {
      const maps = getMaps();
      tiles.retain(Object.values(maps).map(({ id }) => id));
      return sendTile(request, reply, tiles, maps[kind]);
    });
  serveTiles('streets');
  serveTiles('relief');
  server.get<{ Params: { file: string } }>('/basemap/style/:file', async (request, reply) => {
    const [, theme] = /^(light|dark)\.json$/.exec(request.params.file) ?? [];
    if (theme !== 'light' && theme !== 'dark') return reply.callNotFound();
    const style = JSON.stringify(createInstalledStyle(theme, getMaps()));
    const etag = `"${createHash('sha256').update(style).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(style);
  });
}

async function sendTile(
  { params, headers }: FastifyRequest<TileRequest>,
  reply: FastifyReply,
  tiles: MapTileReader,
  file: MapFile | undefined,
): Promise<FastifyReply> {
  const { z, x, y } = params;
  const [name, zoom, column, row, extension] = TILE_PATH.exec(`${z}/${x}/${y}`) ?? [];
  const isTile = Number(zoom) <= MAX_ZOOM && Math.max(Number(column), Number(row)) < 2 ** Number(zoom);
  if (!file || !isTile || extension !== file.format) return reply.callNotFound() as never;
  const etag = `"${file.id}/${name}"`;
  const isCached = headers['if-none-match'] === etag;
  const tile = isCached ? undefined : await tiles.read(file, Number(zoom), Number(column), Number(row));
  // Only now, since a failure must not be cached. Pages that were opened before the file was replaced get tiles of the new one, and
  // nodes that have not heard of it send the old.
  reply.header('cache-control', params.file === file.id ? IMMUTABLE : 'no-store').type(CONTENT_TYPES[file.format]);
  if (isCached) return reply.code(304).send();
  // Nothing there: an empty response, not an error.
  if (!tile) return reply.code(204).send();
  reply.header('etag', etag);
  if (!file.isGzip) return reply.send(Buffer.from(tile));
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(await decompress(tile));
  return reply.header('content-encoding', 'gzip').send(Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength));
}
