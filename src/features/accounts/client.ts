import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { currentSession, ownProfile } from './contract.ts';

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
