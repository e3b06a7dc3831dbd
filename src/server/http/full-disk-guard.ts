import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { diskFullError } from '../../platform/http/temporary-failure.ts';

/** Space that the embedded database needs to finish open transactions and to restart: three WAL segments of 16 MB. */
const MIN_FREE_BYTES = 48 * 1024 * 1024;
const CHECK_INTERVAL_MS = 1_000;
/** Users must be able to log in to free space by deleting. */
const ALLOWED_WHEN_FULL: ReadonlySet<string> = new Set(['/api/login', '/api/logout']);

/** Rejects writes (POST, PUT) while the disk of `folder` is nearly full, so that the database on it can still serve reads. */
export function rejectWritesWhenFull(server: FastifyInstance, folder: string): void {
  let nextCheckAt = 0;
  let isFull = false;
  server.addHook('onRequest', async ({ method, routeOptions: { url = '' } }) => {
    if ((method !== 'POST' && method !== 'PUT') || ALLOWED_WHEN_FULL.has(url)) return;
    if (performance.now() > nextCheckAt) {
      nextCheckAt = performance.now() + CHECK_INTERVAL_MS;
      const { bavail, bsize } = await statfs(folder);
      isFull = bavail * bsize < MIN_FREE_BYTES;
    }
    if (isFull) throw diskFullError();
  });
}
