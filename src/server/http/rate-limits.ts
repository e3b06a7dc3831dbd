import type { FastifyInstance } from 'fastify';
import { rejections } from '../../platform/diagnostics/channels.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { listCountedNetworks } from '../../platform/http/ip-prefix.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { LocalCounter } from './local-counter.ts';
import { PROBES } from './probes.ts';
import { SharedCounter } from './shared-counter.ts';

/**
 * Requests per network, node and minute, without pictures and other files. Routes with a limit of their own do not count. Probes are counted
 * apart: a load balancer may have the address of visitors who send too much.
 */
const LIMIT = { calls: 600, seconds: 60 };
/** Pictures and other files are not counted, since one page loads many. */
const FILES = /^\/(assets|basemap|media)\//;

/**
 * Limits the requests of each network. The limits of single routes protect what is expensive (emails, log-in, forms, uploads) and count over
 * all nodes; the general limit counts in the memory of each node.
 */
export function registerRateLimits(server: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  const local = new LocalCounter();
  const shared = new SharedCounter(db);
  server.addHook('onRequest', async ({ ip, method, routeOptions: { url = '', config } }) => {
    if (FILES.test(url)) return;
    const { rateLimit: limit } = config;
    const counts = listCountedNetworks(ip).map(({ prefix, factor }) => ({
      key: limit ? `${method} ${url} ${prefix}` : PROBES.has(url) ? `probes ${prefix}` : prefix,
      max: (limit ?? LIMIT).calls * factor,
    }));
    const { seconds } = limit ?? LIMIT;
    const wait = limit ? await shared.count(counts, seconds, now()) : local.count(counts, seconds, now());
    if (wait === 0) return;
    rejections.publish({ reason: 'rate_limit' });
    throw new ApiError(
      'TOO_MANY_REQUESTS',
      `Too many requests. Please try again in ${formatWait(wait)}.`,
      undefined,
      wait,
    );
  });
}

function formatWait(seconds: number): string {
  return seconds < 60 ? formatCount(seconds, 'second') : formatCount(Math.ceil(seconds / 60), 'minute');
}
