import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { locationByUrl, locationFields } from './contract.ts';

export const locationQuery = (api: Api, locationurl: string) =>
  queryOptions({
    queryKey: ['locations', 'by-url', locationurl],
    queryFn: ({ signal }) => api(locationByUrl, { locationurl }, { signal }),
  });

/** The options of all option fields. */
export const locationFieldsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['locations', 'fields'],
    queryFn: ({ signal }) => api(locationFields, {}, { signal }),
  });
