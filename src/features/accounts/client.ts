import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { currentSession, ownProfile, validatePasswordReset } from './contract.ts';

/** Who is signed in. Comes with the page, and changes only by logging in and out, in this tab or another one. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => api(currentSession, {}, { signal }),
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** The profile of whoever is signed in, with contact details. */
export const profileQuery = (api: Api) =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api(ownProfile, { expand: 'true' }, { signal }),
  });

/** Whether the link of a mail can still be used to choose a new password; asked by the browser alone, as pages may be kept. */
export const resetLinkQuery = (api: Api, token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => api(validatePasswordReset, { token }, { signal }),
    staleTime: Infinity,
  });
