import { SEARCH_ORDERS, type SearchOrder } from '../schema.ts';
import { type SearchParams, withParams } from '../search-params.ts';
import { useRefine } from './search-field/refine-search.tsx';

const LABELS: Readonly<Record<SearchOrder, string>> = { newest: 'Newest', nearest: 'Nearest', title: 'Title' };

/** The order of the results. @param props.hasPlace whether there is a place that distances are measured from */
export function SortSelect({ params, hasPlace }: { params: SearchParams; hasPlace: boolean }) {
  const refine = useRefine();
  const orders = SEARCH_ORDERS.filter((order) => order !== 'nearest' || hasPlace || params.sort === 'nearest');
  return (
    <label className="sort no-print">
      Sort by
      <select
        value={params.sort ?? ''}
        onChange={({ target: { value } }) =>
          void refine(withParams(params, { sort: SEARCH_ORDERS.find((order) => order === value) }))
        }
      >
        <option value="">Best match</option>
        {orders.map((order) => (
          <option key={order} value={order}>
            {LABELS[order]}
          </option>
        ))}
      </select>
    </label>
  );
}
