import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { OWN_KEY } from '../working-copy/client.ts';
import { locationRecordById } from './contract.ts';
import type { LocationRecord } from './schema.ts';

const RECORDS_KEY = 'location-records';

/** A location as the Locations Team sees it. */
export const recordQuery = (api: Api, id: string) => routeQuery(api, [RECORDS_KEY, id], locationRecordById, { id });

/** Shows changes of a location at once, until it is fetched again. */
export function setRecord(queryClient: QueryClient, api: Api, id: string, changes: Partial<LocationRecord>): void {
  queryClient.setQueryData(recordQuery(api, id).queryKey, (record) => record && { ...record, ...changes });
}

/** Fetches a changed location again, for the Locations Team and for its owner. */
export async function refreshRecord(queryClient: QueryClient, api: Api, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: recordQuery(api, id).queryKey }),
    queryClient.invalidateQueries({ queryKey: [OWN_KEY, 'location', id] }),
  ]);
}
