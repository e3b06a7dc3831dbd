import { useEffect, useRef, useState } from 'react';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { ListViews } from '../../features/list-views/schema.ts';
import { ALL_VIEW_ID, findView } from '../../features/list-views/ui/views.ts';
import { fromSearchParams } from '../../platform/http/contract.ts';
import { readListQuery, saveListQuery } from '../../ui/table/saved-list-query.ts';
import type { ListDefinition } from '../../ui/table/table-state.ts';

type Search = Readonly<Record<string, unknown>>;

/**
 * If the URL has no parameters, restores the saved query, or else opens the default view; saves every later query.
 * @param normalise returns the query string of the valid parameters
 * @param saved the views of the list, if they are known
 * @returns the restored query, if any
 */
export function useRestoredQuery(
  list: ListDefinition,
  search: Search,
  normalise: (search: Search) => string,
  saved: ListViews | undefined,
): string | undefined {
  const router = useRouter();
  const [restoredQuery, setRestoredQuery] = useState<string>();
  const initial = useRef({ search, saved });
  useEffect(() => {
    const { search: opened, saved: views } = initial.current;
    const isBare = Object.keys(opened).length === 0;
    const replace = (query: string) =>
      void router.navigate({ href: `${list.path}?${query}`, replace: true, resetScroll: false });
    const last = isBare && !list.startsFresh && !isOpenedFromList(list, router) ? readListQuery(list) : undefined;
    // The saved query may be from an older version of the list.
    const restored = last && normalise(withoutUnknownView(fromSearchParams(new URLSearchParams(last)), views));
    if (restored) {
      setRestoredQuery(restored);
      replace(restored);
    } else if (isBare && views?.defaultId) replace(`view=${views.defaultId}`);
    else saveListQuery(list, normalise(opened));
    // Saved before the navigation finishes, so that it is saved even if the user leaves the page before that.
    return router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      if (toLocation.pathname === list.path) saveListQuery(list, normalise(toLocation.search));
    });
  }, [list, router, normalise]);
  return restoredQuery;
}

/**
 * Whether a link on the list itself loaded this page, such as Reset before the page was hydrated, or in a new tab. Its query is then the
 * one that was asked for, even if it is empty.
 */
function isOpenedFromList({ path }: ListDefinition, router: AnyRouter): boolean {
  // The referrer remains that of the loaded page when scripts navigate; only the first entry was loaded.
  // oxlint-disable-next-line no-underscore-dangle -- the router's name for it
  const isLoaded = router.state.location.state.__TSR_index === 0;
  return isLoaded && URL.parse(document.referrer)?.pathname === path;
}

/** Only who follows a link to a view that is gone is told so, not again at each later visit. */
function withoutUnknownView(search: Search, views: ListViews | undefined): Search {
  const isKnown = views === undefined || search['view'] === ALL_VIEW_ID || findView(views, search) !== undefined;
  return isKnown ? search : { ...search, view: undefined };
}
