import type { Actor } from '../../platform/http/route-permission.ts';

export type EnquiryPermission = 'enquiry.view' | 'enquiry.answer';

/** The fields of the user that the access rule uses. */
export type Caller = Pick<Actor, 'id' | 'permissions' | 'officeId'>;
