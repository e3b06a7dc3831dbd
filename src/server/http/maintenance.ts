import type { FastifyInstance, FastifyRequest } from 'fastify';
import { can } from '../../features/accounts/permissions.ts';
import { UNDER_MAINTENANCE } from '../../features/content/messages.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Actor, Caller } from '../../platform/http/route-handlers.ts';

/** Routes that work during maintenance. A log-in must, to find out whose it is; it then rejects all but the Locations Team. */
const ALWAYS_AVAILABLE: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/login']);

type MaybeActor = Pick<Actor, 'permissions' | 'verified'> | undefined;

/** Whether somebody may use the site during maintenance. The Locations Team can: it ends maintenance in the back office. */
export function canBypassMaintenance(actor: MaybeActor): boolean {
  return actor !== undefined && actor.verified && can(actor, 'maintenance.bypass');
}

/** @throws {ApiError} MAINTENANCE for users who may not use the site during maintenance */
export function assertCanBypassMaintenance(actor: MaybeActor): void {
  if (!canBypassMaintenance(actor)) throw new ApiError('MAINTENANCE', UNDER_MAINTENANCE);
}

/** Rejects API calls during maintenance. */
export function rejectDuringMaintenance(
  server: FastifyInstance,
  inMaintenance: () => boolean,
  findCaller: (request: FastifyRequest) => Promise<Caller | null>,
): void {
  server.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? '';
    if (!inMaintenance() || !route.startsWith('/api/') || ALWAYS_AVAILABLE.has(route)) return;
    assertCanBypassMaintenance((await findCaller(request))?.actor);
  });
}
