import type { Actor } from '../../platform/http/route-handlers.ts';
import { type Scope, can } from '../accounts/permissions.ts';

type EnquiryPermission = 'enquiry.view' | 'enquiry.answer';

/**
 * The scope that an enquiry needs. Today everybody with a permission has it for all enquiries. A role that is limited to an area gets
 * the scope `shared`, and this function then returns it for enquiries about locations of that area.
 */
function getScope(): Scope {
  return 'any';
}

/** Whether a user may use a permission on an enquiry. */
export function canOnEnquiry(caller: Pick<Actor, 'permissions'>, permission: EnquiryPermission): boolean {
  return can(caller, permission, getScope());
}
