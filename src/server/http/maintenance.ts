import { ApiError } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-handlers.ts';
import { can } from '../../features/accounts/permissions.ts';
import { UNDER_MAINTENANCE } from '../../features/content/messages.ts';

/** Whether somebody may use the site during maintenance. The Locations Team can: it ends maintenance in the back office. */
export function bypassesMaintenance(actor: Pick<Actor, 'permissions' | 'verified'> | undefined): boolean {
  return actor !== undefined && actor.verified && can(actor, 'maintenance.bypass');
}

/** The error for everybody else during maintenance. */
export function maintenanceError(): ApiError {
  return new ApiError('MAINTENANCE', UNDER_MAINTENANCE);
}
