import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { OWN_KEY } from '../working-copy/client.ts';
import { locationRecordById } from './contract.ts';
import type { LocationRecord } from './schema.ts';

const RECORDS_KEY = 'location-records';

/** A location as the Locations Team sees it. */
export const recordQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [RECORDS_KEY, id],
    queryFn: ({ signal }) => api(locationRecordById, { id }, { signal }),
  });

/** Shows of a location at once what an act has made of it, until it is asked for again. */
export function setRecord(queryClient: QueryClient, api: Api, id: string, changes: Partial<LocationRecord>): void {
  queryClient.setQueryData(recordQuery(api, id).queryKey, (record) => record && { ...record, ...changes });
}

/** Asks again for what an act makes old: the location itself, whoever sees it. */
export async function refreshRecord(queryClient: QueryClient, api: Api, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: recordQuery(api, id).queryKey }),
    queryClient.invalidateQueries({ queryKey: [OWN_KEY, 'location', id] }),
  ]);
}
