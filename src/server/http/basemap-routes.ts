import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MAX_TILE_ZOOM } from '../../features/geography/basemap/style.ts';
import { createTile } from '../../features/geography/basemap/tiles.server.ts';

/** A region such as Scotland has a few hundred tiles at all zoom levels of the base map. */
const MAX_TILES = 2_000;
const TILE_PATH = /^([3-9])\/(0|[1-9]\d{0,2})\/(0|[1-9]\d{0,2})\.pbf$/;
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

interface RenderedTile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

function renderTile(zoom: number, column: number, row: number): RenderedTile | undefined {
  const bytes = createTile(zoom, column, row);
  return bytes
    ? { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
    : undefined;
}

/** Serves the vector tiles of the base map; a tile is generated on its first request and then cached. */
export function registerBasemap(server: FastifyInstance): void {
  const cache = new LRUCache<string, RenderedTile>({ max: MAX_TILES });
  server.get<{ Params: { z: string; x: string; y: string } }>('/basemap/:z/:x/:y', async (request, reply) => {
    const { z, x, y } = request.params;
    const name = `${z}/${x}/${y}`;
    const [, zoom, column, row] = TILE_PATH.exec(name) ?? [];
    if (zoom === undefined || Number(zoom) > MAX_TILE_ZOOM) return reply.callNotFound();
    const found = cache.get(name) ?? renderTile(Number(zoom), Number(column), Number(row));
    if (found) cache.set(name, found);
    reply.header('cache-control', CACHE_CONTROL).type('application/vnd.mapbox-vector-tile');
    // Open sea has no tile: an empty response, not an error.
    if (!found) return reply.code(204).send();
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send();
    return reply.header('etag', found.etag).send(Buffer.from(found.bytes));
  });
}
