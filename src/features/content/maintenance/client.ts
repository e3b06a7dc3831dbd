import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { maintenance } from './contract.ts';

export const maintenanceQuery = (api: Api) =>
  queryOptions({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => api(maintenance, {}, { signal }),
    staleTime: 0,
  });
