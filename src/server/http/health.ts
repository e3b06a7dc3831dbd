import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError, route } from '../../platform/http/contract.ts';
import { type RouteHandler, createHandler } from '../../platform/http/route-handlers.ts';
import type { Storage } from '../../platform/storage/storage.ts';

const health = route({
  method: 'GET',
  path: '/health',
  summary: 'Whether the process is alive',
  access: 'public',
  input: z.object({}),
  output: z.object({ status: z.literal('alive') }),
});

const ready = route({
  method: 'GET',
  path: '/ready',
  summary: 'Whether database, storage and search are available, so that this node can serve requests',
  access: 'public',
  input: z.object({}),
  output: z.object({ status: z.literal('ready'), generation: z.number() }),
});

const RETRY_AFTER_SECONDS = 2;

/** Routes that work during maintenance. Logging in must, to find out who it is; it then rejects all but the Locations Team. */
export const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/login']);

/**
 * Creates the handlers of the liveness and readiness checks.
 * @param isDraining whether this node is shutting down, so that the load balancer stops sending requests
 * @param search resolves to the generation of the search index; rejects while the index is unavailable
 */
export function statusHandlers(deps: {
  db: Db;
  storage: Storage;
  isDraining: () => boolean;
  search: () => Promise<number>;
}): RouteHandler[] {
  return [
    createHandler(health, () => ({ status: 'alive' as const })),
    createHandler(ready, async (_input, call) => {
      if (deps.isDraining()) throw new ApiError('UNAVAILABLE', 'This node is about to stop.');
      try {
        await sql`select 1`.execute(deps.db);
        await deps.storage.check();
        return { status: 'ready' as const, generation: await deps.search() };
      } catch (error) {
        call.log.warn({ err: error }, 'not ready');
        throw new ApiError('UNAVAILABLE', 'This node is not ready.', undefined, RETRY_AFTER_SECONDS);
      }
    }),
  ];
}
