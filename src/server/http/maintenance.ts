import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SINGLE_SIGN_ON_PAGE, logInHash } from '../../features/accounts/page-access.ts';
import { can } from '../../features/accounts/permissions.ts';
import { UNDER_MAINTENANCE } from '../../features/content/messages.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Caller } from '../../platform/http/route-handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { PROBES } from './probes.ts';

/** Routes that work during maintenance. A log-in must, to find out whose it is; it then rejects all but the Locations Team. */
const ALWAYS_AVAILABLE: ReadonlySet<string | undefined> = new Set([
  ...PROBES,
  '/api/login',
  '/api/login/code',
  '/api/login/passkey/begin',
  '/api/login/passkey',
  '/api/login/single-sign-on/begin',
  '/api/login/single-sign-on',
]);

type MaybeActor = Pick<Actor, 'permissions' | 'verified'> | undefined;

/** How soon after maintenance the uploads of browsers continue, at the latest. */
const RETRY_AFTER_SECONDS = 60;

/** Whether somebody may use the site during maintenance. The Locations Team can: it ends maintenance in the back office. */
function canBypassMaintenance(actor: MaybeActor): boolean {
  return actor !== undefined && actor.verified && can(actor, 'maintenance.bypass');
}

/** @throws {ApiError} MAINTENANCE for users who may not use the site during maintenance */
export function assertCanBypassMaintenance(actor: MaybeActor): void {
  if (!canBypassMaintenance(actor)) {
    throw new ApiError('MAINTENANCE', UNDER_MAINTENANCE, undefined, RETRY_AFTER_SECONDS);
  }
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

/** Returns the page that a page request is redirected to, during maintenance and from its notice afterwards. */
export function getMaintenanceRedirect(
  pathname: string,
  maintenance: boolean,
  visitor: Caller | null,
): string | undefined {
  const isOpen = pathname === '/maintenance' || pathname === SINGLE_SIGN_ON_PAGE;
  if (maintenance && !canBypassMaintenance(visitor?.actor) && !isOpen) {
    // The log-in form stays reachable for the Locations Team, whose sessions may have expired.
    return /^\/admin(\/|$)/.test(pathname) ? `/maintenance#${logInHash(pathname)}` : '/maintenance';
  }
  if (!maintenance && pathname === '/maintenance') return '/';
  return undefined;
}
