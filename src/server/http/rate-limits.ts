import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/http/contract.ts';
import { toIpPrefix } from '../../platform/http/ip-prefix.ts';

/** Requests per minute and network (IPv4 address or IPv6 /64), without pictures and other files. Routes can have lower limits. */
const REQUESTS_PER_MINUTE = 600;
/** Routes of pictures and other files: exempt from the rate limit, since one page loads many. */
const FILES = /^\/(assets|basemap|media)\//;

/** Limits the requests of each network. Call it before routes are registered. */
export async function registerRateLimits(server: FastifyInstance): Promise<void> {
  server.addHook('onRoute', (route) => {
    if (FILES.test(route.url)) route.config = { ...route.config, rateLimit: false };
  });
  await server.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => toIpPrefix(ip),
    errorResponseBuilder: (_request, { after }) =>
      new ApiError('TOO_MANY_REQUESTS', `Too many requests. Please try again in ${after}.`),
  });
}
