import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import type { TableState } from '../../../../ui/table/table-state.ts';
import type { ListPage } from '../../../../ui/table/record-pages.ts';
import { type RecordPager, storeListPage, toListPage, useRecordPager } from '../../../../ui/table/record-pager.ts';
import { enquiriesQuery } from '../../cases/client.ts';
import { ENQUIRY_LIST, toEnquiryParams } from './enquiry-list.tsx';

type Params = Omit<ReturnType<typeof toEnquiryParams>, 'page'>;

/** Stores a page of the list for the pager of its enquiries. */
export function storeEnquiries(state: TableState, found: Parameters<typeof toListPage>[0]): void {
  const { page: _, ...params } = toEnquiryParams(state);
  storeListPage(ENQUIRY_LIST, params satisfies Params, state.page, toListPage(found));
}

/** Returns the position of an enquiry in the list that it was opened from. */
export function useEnquiryPager(api: Api, id: string): RecordPager | undefined {
  const client = useQueryClient();
  const loadPage = async (params: Params, page: number): Promise<ListPage> =>
    toListPage(await client.fetchQuery(enquiriesQuery(api, { ...params, page })));
  return useRecordPager(ENQUIRY_LIST, id, loadPage);
}
