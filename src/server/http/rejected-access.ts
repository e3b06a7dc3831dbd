import type { FastifyRequest } from 'fastify';
import { shortenIp } from '../../platform/http/ip-prefix.ts';
import type { Caller } from '../../platform/http/route-handlers.ts';

/** The caller of an API request, for the log. */
const callers = new WeakMap<object, Caller>();

export function rememberCaller(request: object, caller: Caller | null): void {
  if (caller) callers.set(request, caller);
}

/** Not found is the response for objects that the caller may not know of. */
const REJECTED = new Set([401, 403, 404]);
const ID = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * Returns the caller and object of a rejected API request, for the log: the account and service token, or the network of a visitor, and the
 * ids in the path, but nothing else of the URL, which can contain a secret or search words. Undefined for other responses.
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
