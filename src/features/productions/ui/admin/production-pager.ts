import { createRecordPager, toListPage } from '../../../../ui/table/record-pager.ts';
import { productionsQuery } from '../../client.ts';
import { PRODUCTION_LIST, toProductionParams } from './production-list.tsx';

export const productionPager = createRecordPager(
  PRODUCTION_LIST,
  (api, state) => productionsQuery(api, toProductionParams(state)),
  toListPage,
);
