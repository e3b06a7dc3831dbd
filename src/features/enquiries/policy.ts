import type { Actor } from '../../platform/http/route-permission.ts';
import { can } from '../accounts/permissions.ts';

export type EnquiryPermission = 'enquiry.view' | 'enquiry.answer';

/** The fields of the user that the access rule uses. */
export type Caller = Pick<Actor, 'id' | 'permissions' | 'officeId'>;

/**
 * Whether a user may use a permission on an enquiry.
 * @param enquiry.offices the film offices in whose areas its locations are, and those that it was passed on to
 */
export function canOnEnquiry(
  caller: Pick<Caller, 'permissions' | 'officeId'>,
  permission: EnquiryPermission,
  { offices }: { readonly offices: readonly number[] },
): boolean {
  if (can(caller, permission, 'any')) return true;
  const { officeId } = caller;
  return can(caller, permission, 'shared') && officeId !== null && officeId !== undefined && offices.includes(officeId);
}
