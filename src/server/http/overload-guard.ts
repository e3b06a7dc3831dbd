import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RejectionReason, rejections } from '../../platform/diagnostics/channels.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PROBES } from './probes.ts';

/** Limits of a node; requests beyond them are rejected with 503 before any of their work is done. */
interface LoadLimits {
  /**
   * Processor time for which the event loop may handle requests without checking for new ones (milliseconds). Those that it handles later
   * have waited for at least as long. Other processes of a busy machine do not count.
   */
  readonly turnMs: number;
  /** Requests of one API route that may be in progress. A separate limit for each route: a slow one must not block the others. */
  readonly perRoute: number;
}

const LIMITS: LoadLimits = { turnMs: 400, perRoute: 64 };
const RETRY_AFTER_SECONDS = 2;
const OVERLOADED_MESSAGE = 'Too many people are using the site at the moment. Please try again in a few seconds.';

/** Rejects requests beyond the capacity of this node, so that those that it accepts stay fast. */
export function rejectBeyondCapacity(server: FastifyInstance, { turnMs, perRoute }: LoadLimits = LIMITS): void {
  let turnStartedAt: number | undefined;
  const inProgress = new Map<string, number>();
  const counted = new WeakSet<FastifyRequest>();

  const release = (request: FastifyRequest) => {
    if (!counted.delete(request)) return;
    const route = request.routeOptions.url!;
    const remaining = inProgress.get(route)! - 1;
    if (remaining > 0) inProgress.set(route, remaining);
    else inProgress.delete(route);
  };

  /** Takes the place of a request in its route. Returns false if there is none. */
  const take = (request: FastifyRequest) => {
    const { url = '' } = request.routeOptions;
    if (counted.has(request) || !url.startsWith('/api/') || PROBES.has(url)) return true;
    const count = inProgress.get(url) ?? 0;
    if (count >= perRoute) return false;
    inProgress.set(url, count + 1);
    counted.add(request);
    return true;
  };

  server.addHook('onRequest', (request, _reply, done) => {
    if (turnStartedAt === undefined) {
      turnStartedAt = getProcessorMs();
      setImmediate(() => (turnStartedAt = undefined));
    } else if (getProcessorMs() - turnStartedAt > turnMs && !PROBES.has(request.routeOptions.url)) {
      return done(overloaded('event_loop'));
    }
    // Others count from the arrival of their body: a slow client must not take the place of others.
    if (request.method === 'GET' && !take(request)) return done(overloaded('route_limit'));
    done();
  });
  server.addHook('preHandler', (request, _reply, done) => (take(request) ? done() : done(overloaded('route_limit'))));
  server.addHook('onSend', (request, _reply, _payload, done) => {
    release(request);
    done();
  });
  server.addHook('onResponse', (request, _reply, done) => {
    release(request);
    done();
  });
}

/** Processor time of this thread. */
function getProcessorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function overloaded(reason: RejectionReason): ApiError {
  rejections.publish({ reason });
  return new ApiError('UNAVAILABLE', OVERLOADED_MESSAGE, undefined, RETRY_AFTER_SECONDS);
}
