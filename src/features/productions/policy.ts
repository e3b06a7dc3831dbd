import type { Actor } from '../../platform/http/route-permission.ts';
import { can } from '../accounts/permissions.ts';

export type ProductionPermission = 'production.view' | 'production.edit' | 'production.delete';

/** The fields of the user that the access rule uses. */
export type Caller = Pick<Actor, 'id' | 'permissions' | 'officeId'>;

/**
 * Whether a user may use a permission on a production.
 * @param production.offices the film office that looks after it, and those that see one of its enquiries
 */
export function canOnProduction(
  caller: Pick<Caller, 'permissions' | 'officeId'>,
  permission: ProductionPermission,
  { offices }: { readonly offices: readonly number[] },
): boolean {
  if (can(caller, permission, 'any')) return true;
  const { officeId } = caller;
  return can(caller, permission, 'shared') && officeId !== null && officeId !== undefined && offices.includes(officeId);
}
