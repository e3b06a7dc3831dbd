import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/db/tables.ts';
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
  summary: 'Whether database, storage and search answer, so that this node can serve',
  access: 'public',
  input: z.object({}),
  output: z.object({ status: z.literal('ready'), generation: z.number() }),
});

const RETRY_AFTER_SECONDS = 2;

/** Calls that answer during maintenance too; logging in finds out who it is, and refuses all but the Locations Team. */
export const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/login']);

/**
 * @param isDraining whether this node is about to stop, so that a load balancer asks others
 * @param search rejects while the index cannot answer, and gives the generation that it has
 */
export function statusHandlers(deps: {
  db: Kysely<Database>;
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
