import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import type { TableState } from '../../../../ui/table/table-state.ts';
import type { ListPage } from '../../../../ui/table/record-pages.ts';
import { type RecordPager, storeListPage, toListPage, useRecordPager } from '../../../../ui/table/record-pager.ts';
import { queueQuery } from '../client.ts';
import { REVIEW_LIST, toQueueParams } from './queue-list.tsx';

type Params = Omit<ReturnType<typeof toQueueParams>, 'page'>;

const { by: sortBy, order: sortOrder } = REVIEW_LIST.sort;
/** The whole queue, for a review that was opened from an email or a notification. */
const INITIAL: Params = toQueueParams({ page: 1, query: '', sortBy, sortOrder, filters: {} });

/** Stores a page of the queue for the pager of its reviews. */
export function storeQueue(state: TableState, found: Parameters<typeof toListPage>[0]): void {
  const { page, ...params } = toQueueParams(state);
  storeListPage(REVIEW_LIST, params satisfies Params, page, toListPage(found));
}

/** Returns the position of a location in the queue that it was opened from. */
export function useQueuePager(api: Api, id: string): RecordPager | undefined {
  const client = useQueryClient();
  const loadPage = async (params: Params, page: number): Promise<ListPage> =>
    toListPage(await client.fetchQuery(queueQuery(api, { ...params, page })));
  return useRecordPager(REVIEW_LIST, id, loadPage, INITIAL);
}
