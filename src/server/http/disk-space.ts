import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { diskFullError } from '../../platform/http/temporary-failure.ts';

/** What the embedded database needs for what is under way, and to start again after that: three segments of its log. */
const MIN_FREE_BYTES = 48 * 1024 * 1024;
const CHECK_INTERVAL_MS = 1_000;
/** Who would make room by deleting has to be signed in. */
const ALLOWED_WHEN_FULL: ReadonlySet<string> = new Set(['/api/login', '/api/logout']);

/** Refuses what would write while the disk of `folder` is nearly full, so that the database there goes on answering who reads. */
export function rejectWritesWhenFull(host: FastifyInstance, folder: string): void {
  let nextCheckAt = 0;
  let isFull = false;
  host.addHook('onRequest', async ({ method, routeOptions: { url = '' } }) => {
    if ((method !== 'POST' && method !== 'PUT') || ALLOWED_WHEN_FULL.has(url)) return;
    if (performance.now() > nextCheckAt) {
      nextCheckAt = performance.now() + CHECK_INTERVAL_MS;
      const { bavail, bsize } = await statfs(folder);
      isFull = bavail * bsize < MIN_FREE_BYTES;
    }
    if (isFull) throw diskFullError();
  });
}
