import type { ComponentProps } from 'react';
import { useRouter } from '@tanstack/react-router';
import { toSearchParams } from '../../../../platform/http/contract.ts';
import type { SearchParams } from '../../search-params.ts';

/** Id of the list of results. */
export const RESULTS_ID = 'results';
/** Id of the map. */
export const RESULTS_MAP_ID = 'results-map';

const PATH = '/find-a-location';

/** Returns a function that navigates to another search. On the search page it scrolls only if the results start above the viewport. */
export function useRefine(): (params: SearchParams, options?: { replace: boolean }) => Promise<void> {
  const router = useRouter();
  return async (params, options) => {
    const isSamePage = router.state.location.pathname === PATH;
    await router.navigate({ to: PATH, search: params, resetScroll: !isSamePage, ...options });
    const shown = [RESULTS_ID, RESULTS_MAP_ID]
      .map((id) => document.getElementById(id))
      .find((element) => element && element.getClientRects().length > 0);
    if (isSamePage && shown && shown.getBoundingClientRect().top < 0) shown.scrollIntoView();
  };
}

/** A link to another search that navigates without reloading. */
export function RefineLink({
  params,
  onFollow,
  children,
  ...anchor
}: { params: SearchParams; onFollow?: () => void } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const refine = useRefine();
  return (
    <a
      {...anchor}
      href={toSearchHref(params)}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void refine(params);
        onFollow?.();
      }}
    >
      {children}
    </a>
  );
}

export function toSearchHref(params: SearchParams): string {
  const query = toSearchParams({ ...params }).toString();
  return query ? `${PATH}?${query}` : PATH;
}
