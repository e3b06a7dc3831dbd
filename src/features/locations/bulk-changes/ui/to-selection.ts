import type { Selected } from '../../../../ui/table/row-selection.ts';
import type { ListRequest } from '../../admin-list/client.ts';

/** The selection as requests carry it. */
export function toSelection({ isAll, keys }: Selected, { query = '', filters }: ListRequest) {
  return isAll ? { matching: { query, filters }, except: [...keys] } : { ids: [...keys] };
}
