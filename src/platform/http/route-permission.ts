import { ApiError, type Grants, type Route } from './contract.ts';
import * as messages from '../text/common-messages.ts';

/** A signed-in user. */
export interface Actor {
  readonly id: string;
  readonly permissions: Grants;
  /** Whether the email address is verified. */
  readonly verified: boolean;
  /** The office whose area permissions with the scope `shared` are limited to; without one they cover no area. */
  readonly officeId?: number | null;
  /** The service token of the call, which then acts in the name of the user. */
  readonly serviceToken?: { readonly id: string; readonly name: string; readonly isReadOnly: boolean };
}

/** Returns the signed-in user. @throws {ApiError} UNAUTHENTICATED if there is none */
export function requireActor({ actor }: { readonly actor: Actor | null }): Actor {
  if (!actor) throw new ApiError('UNAUTHENTICATED', messages.LOG_IN_REQUIRED);
  return actor;
}

/** @throws {ApiError} UNAUTHENTICATED, EMAIL_NOT_VERIFIED or FORBIDDEN if the user may not call the route */
export function authorise(route: Route, actor: Actor | null): void {
  if (actor?.serviceToken) assertForServices(route, actor.serviceToken);
  if (route.access === 'public') return;
  const { verified, permissions } = requireActor({ actor });
  if (route.access === 'unverified') return;
  if (!verified) throw new ApiError('EMAIL_NOT_VERIFIED', messages.VERIFIED_EMAIL_REQUIRED);
  if (permissions[route.access] === undefined) {
    throw new ApiError('FORBIDDEN', messages.PERMISSION_REQUIRED);
  }
}

/** @throws {ApiError} FORBIDDEN if the route does not accept the service token */
function assertForServices(route: Route, { isReadOnly }: NonNullable<Actor['serviceToken']>): void {
  if (route.isForPeople || route.access === 'unverified')
    throw new ApiError('FORBIDDEN', messages.NOT_WITH_SERVICE_TOKEN);
  if (isReadOnly && route.method !== 'GET' && !route.isReadOnly)
    throw new ApiError('FORBIDDEN', messages.SERVICE_TOKEN_READ_ONLY);
}

/** @throws {ApiError} IDENTITY_NOT_CONFIRMED if the user has not confirmed recently who they are */
export function assertConfirmed({ isConfirmed }: { readonly isConfirmed: boolean }): void {
  if (!isConfirmed) throw new ApiError('IDENTITY_NOT_CONFIRMED', messages.IDENTITY_NOT_CONFIRMED);
}
