import { createRecordPager, toListPage } from '../../../../ui/table/record-pager.ts';
import { queueQuery } from '../client.ts';
import { REVIEW_LIST, toQueueParams } from './queue-list.tsx';

/** A review that was opened from an email or a notification has a pager through the whole queue. */
export const queuePager = createRecordPager(
  REVIEW_LIST,
  (api, state) => queueQuery(api, toQueueParams(state)),
  toListPage,
  true,
);
