import { List, Map } from '../../../ui/icons.tsx';
import { type SearchParams, withoutView } from '../search-params.ts';
import { RefineLink } from './search-field/refine-search.tsx';

/** Switches between list and map on screens without room for both. */
export function ViewSwitch({ params }: { params: SearchParams }) {
  const { view } = params;
  const list = withoutView(params);
  return (
    <nav className="view-switch no-print" aria-label="View">
      <RefineLink params={list} aria-current={view ? undefined : 'true'}>
        <List />
        List
      </RefineLink>
      <RefineLink params={{ ...list, view: 'map' }} aria-current={view ? 'true' : undefined}>
        <Map />
        Map
      </RefineLink>
    </nav>
  );
}
