import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import type { ListPage } from '../../../../ui/table/record-pages.ts';
import { type RecordPager, storeListPage, useRecordPager } from '../../../../ui/table/record-pager.ts';
import { type ListRequest, locationListQuery } from '../client.ts';
import type { LocationList } from '../contract.ts';
import { LOCATIONS_LIST } from './list-definition.ts';

type Params = Omit<ListRequest, 'page'>;

/** Neighbours are looked up again after this time. */
const STALE_TIME_MS = 60_000;

/** Stores a page of the list for the pager of its locations. */
export function storeList(request: ListRequest, found: LocationList): void {
  const { page: _, ...params } = request;
  storeListPage(LOCATIONS_LIST, params satisfies Params, found.meta.page.current, toPage(found));
}

/** Returns the position of a location in the list that it was opened from. */
export function useLocationPager(api: Api, id: string): RecordPager | undefined {
  const client = useQueryClient();
  return useRecordPager<Params>(LOCATIONS_LIST, id, async (params, page) => {
    const list = locationListQuery(api, { ...params, page: { current: page } });
    return toPage(await client.fetchQuery({ ...list, staleTime: STALE_TIME_MS }));
  });
}

function toPage({ data, meta }: LocationList): ListPage {
  return { ids: data.map(({ id }) => id), total: meta.page.total_results };
}
