import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MAX_TILE_ZOOM } from '../../features/geography/basemap/style.ts';
import { tile } from '../../features/geography/basemap/tiles.server.ts';

/** All of Scotland at the zooms of the base map is a few hundred. */
const MAX_TILES = 2_000;
const TILE_PATH = /^([3-9])\/(0|[1-9]\d{0,2})\/(0|[1-9]\d{0,2})\.pbf$/;
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

interface RenderedTile {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

function renderTile(zoom: number, column: number, row: number): RenderedTile | undefined {
  const bytes = tile(zoom, column, row);
  return bytes
    ? { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
    : undefined;
}

/** Serves the base map's vector tiles, cut when first asked for. */
export function registerBasemap(host: FastifyInstance): void {
  const cut = new LRUCache<string, RenderedTile>({ max: MAX_TILES });
  host.get<{ Params: { z: string; x: string; y: string } }>('/basemap/:z/:x/:y', async (request, reply) => {
    const { z, x, y } = request.params;
    const name = `${z}/${x}/${y}`;
    const [, zoom, column, row] = TILE_PATH.exec(name) ?? [];
    if (zoom === undefined || Number(zoom) > MAX_TILE_ZOOM) return reply.callNotFound();
    const found = cut.get(name) ?? renderTile(Number(zoom), Number(column), Number(row));
    if (found) cut.set(name, found);
    reply.header('cache-control', CACHE_CONTROL).type('application/vnd.mapbox-vector-tile');
    // Where there is nothing but sea there is an empty tile, not an error.
    if (!found) return reply.code(204).send();
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send();
    return reply.header('etag', found.etag).send(Buffer.from(found.bytes));
  });
}
