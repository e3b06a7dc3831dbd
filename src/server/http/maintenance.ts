import { ApiError } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-handlers.ts';
import { can } from '../../features/accounts/permissions.ts';
import { UNDER_MAINTENANCE } from '../../features/content/messages.ts';

/** Whether maintenance leaves the site open to somebody: to the Locations Team, which ends it from the back office too. */
export function bypassesMaintenance(actor: Pick<Actor, 'permissions' | 'verified'> | undefined): boolean {
  return actor !== undefined && actor.verified && can(actor, 'maintenance.bypass');
}

/** What everybody else is told. */
export function maintenanceError(): ApiError {
  return new ApiError('MAINTENANCE', UNDER_MAINTENANCE);
}
