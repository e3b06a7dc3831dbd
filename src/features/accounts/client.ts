import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { currentSession, ownProfile, validatePasswordReset } from './contract.ts';

/** The session of the signed-in user. It comes with the page, and changes only by logging in or out in any tab. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => api(currentSession, {}, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** The profile of the signed-in user, with contact details. */
export const profileQuery = (api: Api) =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api(ownProfile, { expand: 'true' }, { signal }),
  });

/** Whether a password-reset link is still valid. Fetched only in the browser, because the page may be cached. */
export const resetLinkQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => api(validatePasswordReset, { token }, { signal }),
    staleTime: Infinity,
  });
