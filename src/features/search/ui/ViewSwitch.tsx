import { List, Map } from '../../../ui/icons.tsx';
import { type SearchParams, withoutView } from '../search-params.ts';
import { RefineLink } from './refine-search.tsx';

/** Where there is no room for both, either the list or the map is seen. */
export function ViewSwitch({ address }: { address: SearchParams }) {
  const { view } = address;
  const list = withoutView(address);
  return (
    <nav className="view-switch no-print" aria-label="View">
      <RefineLink address={list} aria-current={view ? undefined : 'true'}>
        <List />
        List
      </RefineLink>
      <RefineLink address={{ ...list, view: 'map' }} aria-current={view ? 'true' : undefined}>
        <Map />
        Map
      </RefineLink>
    </nav>
  );
}
