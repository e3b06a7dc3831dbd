import type { FastifyRequest } from 'fastify';
import { shortenIp } from '../../platform/http/ip-prefix.ts';
import type { Caller } from '../../platform/http/route-handlers.ts';

/** Who makes an API request, for the log. */
const callers = new WeakMap<object, Caller>();

export function rememberCaller(request: object, caller: Caller | null): void {
  if (caller) callers.set(request, caller);
}

/** Not found is the response for objects that the caller may not know of. */
const REJECTED = new Set([401, 403, 404]);
const ID = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * Returns who was refused what by an API route, for the log: the account and the service token, or the network of somebody unknown, and
 * the ids in the path, but no other part of it, which can be a secret or words of a search. Undefined for other responses.
 */
export function describeRejectedAccess(request: FastifyRequest, status: number): object | undefined {
  if (!REJECTED.has(status) || !request.routeOptions.url?.startsWith('/api/')) return undefined;
  const ids = Object.values((request.params ?? {}) as Record<string, string>).filter((value) => ID.test(value));
  const objects = ids.length > 0 && { objects: ids };
  const caller = callers.get(request);
  if (!caller) return { network: shortenIp(request.ip), ...objects };
  const { id: user, serviceToken } = caller.actor;
  return { user, ...(serviceToken && { serviceToken: serviceToken.id }), ...objects };
}
