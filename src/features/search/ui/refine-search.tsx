import { type ComponentProps, useCallback } from 'react';
import { useRouter } from '@tanstack/react-router';
import { toQuery } from '../../../platform/http/contract.ts';
import type { SearchParams } from '../search-params.ts';

/** The element that the page of results begins with, below the filter bar. */
export const RESULTS_ID = 'results';
/** The element that holds the map, beside the results or instead of them. */
export const RESULTS_MAP_ID = 'results-map';

const PATH = '/find-a-location';

/**
 * Changes the search. On its own page nothing jumps: the filters stay where they are, and the list or the map is brought back to
 * its beginning if that had been scrolled away.
 */
export function useRefine(): (address: SearchParams) => Promise<void> {
  const router = useRouter();
  return useCallback(
    async (address) => {
      const stays = router.state.location.pathname === PATH;
      await router.navigate({ to: PATH, search: address, resetScroll: !stays });
      const shown = [RESULTS_ID, RESULTS_MAP_ID]
        .map((id) => document.getElementById(id))
        .find((element) => element && element.getClientRects().length > 0);
      if (stays && shown && shown.getBoundingClientRect().top < 0) shown.scrollIntoView();
    },
    [router],
  );
}

/** A real link to another search, which changes the present one where it can. */
export function RefineLink({
  address,
  onFollow,
  children,
  ...anchor
}: { address: SearchParams; onFollow?: () => void } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const refine = useRefine();
  return (
    <a
      {...anchor}
      href={toSearchHref(address)}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void refine(address);
        onFollow?.();
      }}
    >
      {children}
    </a>
  );
}

/** Path and query of a search. */
export function toSearchHref(address: SearchParams): string {
  const query = toQuery({ ...address }).toString();
  return query ? `${PATH}?${query}` : PATH;
}
