import { createRecordPager, toListPage } from '../../../../ui/table/record-pager.ts';
import { enquiriesQuery } from '../../cases/client.ts';
import { ENQUIRY_LIST, toEnquiryParams } from './enquiry-list.tsx';

export const enquiryPager = createRecordPager(
  ENQUIRY_LIST,
  (api, state) => enquiriesQuery(api, toEnquiryParams(state)),
  toListPage,
);
