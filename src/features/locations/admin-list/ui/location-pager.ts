import { createRecordPager } from '../../../../ui/table/record-pager.ts';
import { locationListQuery } from '../client.ts';
import { LOCATIONS_LIST, toRequest } from './list-definition.ts';

export const locationPager = createRecordPager(
  LOCATIONS_LIST,
  (api, state) => locationListQuery(api, toRequest(state)),
  ({ data, meta }) => ({ ids: data.map(({ id }) => id), total: meta.page.total_results }),
);
