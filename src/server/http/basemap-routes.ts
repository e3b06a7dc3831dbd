import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MAX_TILE_ZOOM } from '../../features/geography/basemap/style.ts';
import { parseOverviewName } from '../../features/geography/basemap/overview.ts';
import { renderOverview } from '../../features/geography/basemap/static-map/static-map.server.ts';
import { SVG_POLICY } from '../../platform/http/svg-policy.ts';
import { createTile } from '../../features/geography/basemap/tiles.server.ts';

/** A region such as Scotland has a few hundred tiles at all zoom levels of the base map. */
const MAX_TILES = 2_000;
/** Searches without a place, and each place, have one for each of a few sizes of windows; some 80 KB each. */
const MAX_OVERVIEWS = 200;
const TILE_PATH = /^([3-9])\/(0|[1-9]\d{0,2})\/(0|[1-9]\d{0,2})\.pbf$/;
const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

interface Rendered {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

function toRendered(bytes: Uint8Array): Rendered {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

function renderTile(zoom: number, column: number, row: number): Rendered | undefined {
  const bytes = createTile(zoom, column, row);
  return bytes ? toRendered(bytes) : undefined;
}

/** Serves the base map; a tile, or an overview, is generated on its first request and then cached. */
export function registerBasemap(server: FastifyInstance): void {
  registerTiles(server);
  registerOverviews(server);
}

function registerOverviews(server: FastifyInstance): void {
  const cache = new LRUCache<string, Rendered>({ max: MAX_OVERVIEWS });
  server.get<{ Params: { name: string } }>('/basemap/overview/:name', async (request, reply) => {
    const { name } = request.params;
    const camera = parseOverviewName(name);
    if (!camera) return reply.callNotFound();
    const found = cache.get(name) ?? toRendered(Buffer.from(renderOverview(camera)));
    cache.set(name, found);
    reply.headers({ 'cache-control': CACHE_CONTROL, 'content-security-policy': SVG_POLICY, etag: found.etag });
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send();
    return reply.type('image/svg+xml; charset=utf-8').send(Buffer.from(found.bytes));
  });
}

function registerTiles(server: FastifyInstance): void {
  const cache = new LRUCache<string, Rendered>({ max: MAX_TILES });
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
