import { sql } from 'kysely';
import { z } from 'zod';
import { health } from '../../features/operations/contract.ts';
import { ApiError, route } from '../../platform/http/contract.ts';
import { type Handler, query, withTag } from '../../platform/http/handlers.ts';
import { VERSION } from '../../platform/settings/version.ts';

const ready = route('GET', '/ready', {
  summary: 'Readiness check: this node reaches the database, and its search index is up to date',
  access: 'public',
  output: z.object({ status: z.literal('ready'), generation: z.number() }),
});

const RETRY_AFTER_SECONDS = 2;

/** A node that has not read the change versions for this long is not ready. */
const MAX_STALENESS_MS = 30_000;

export interface NodeStatus {
  readonly isStorageAvailable: () => boolean;
  /** Whether this node is shutting down, so that the load balancer stops sending requests. */
  readonly isDraining: () => boolean;
  /** Whether all database connections are in use and requests wait for one. */
  readonly isDatabaseBusy: () => boolean;
  /** Milliseconds since this node was last known to be up to date. */
  readonly getStaleness: () => number;
  /** Generation of the search index. */
  readonly getGeneration: () => number;
}

/**
 * Creates the handlers of the liveness and readiness checks. A node is not ready if other nodes can serve requests better. The storage
 * does not count: it is the same for all nodes, and without it only uploads and pictures fail. A proxy that leaves out every node would
 * take the whole site offline.
 */
export function statusHandlers(status: NodeStatus): Handler[] {
  return withTag('health', [
    query(health, () => ({
      status: 'alive' as const,
      version: VERSION,
      storage: status.isStorageAvailable() ? ('available' as const) : ('unavailable' as const),
    })),
    query(ready, async (db, _caller, _input, { log }) => {
      if (status.isDraining()) throw new ApiError('UNAVAILABLE', 'This node is shutting down.');
      try {
        // A busy node must not count as one that cannot reach its database: the others would get its requests too.
        if (!status.isDatabaseBusy()) await sql`select 1`.execute(db);
        if (status.getStaleness() > MAX_STALENESS_MS)
          throw new Error(`the change versions were last read more than ${MAX_STALENESS_MS} ms ago`);
        return { status: 'ready' as const, generation: status.getGeneration() };
      } catch (error) {
        log.warn({ err: error }, 'not ready');
        throw new ApiError('UNAVAILABLE', 'This node is not ready.', undefined, RETRY_AFTER_SECONDS);
      }
    }),
  ]);
}
