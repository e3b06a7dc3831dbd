import type { Actor } from '../../platform/http/route-permission.ts';

export type ProductionPermission = 'production.view' | 'production.edit' | 'production.delete';

/** The fields of the user that the access rule uses. */
export type Caller = Pick<Actor, 'id' | 'permissions' | 'officeId'>;
