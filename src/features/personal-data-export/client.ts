import type { Api } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import { latestExport, requestExport } from './contract.ts';
import type { DataExport } from './schema.ts';

const KEY = ['profile', 'data-export'] as const;
/** How often the page looks whether a requested archive is ready. */
const POLL_MS = 4_000;

export const latestExportQuery = (api: Api) => ({
  ...routeQuery(api, KEY, latestExport, {}),
  refetchInterval: ({ state }: { state: { data?: { export: DataExport | null } | undefined } }) =>
    state.data?.export?.state === 'WAITING' && POLL_MS,
});

export const requestExportMutation = (api: Api) =>
  routeMutation(api, requestExport, (client) => client.invalidateQueries({ queryKey: KEY }));
