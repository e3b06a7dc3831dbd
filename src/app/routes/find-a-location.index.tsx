import { type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type QueryClient, keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useHydrated, useRouter } from '@tanstack/react-router';
import { Nothing, lazyPart } from '../../ui/LazyMount.tsx';
import { can } from '../../features/accounts/permissions.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { InView } from '../../features/geography/ui/in-view/InView.tsx';
import { type LocationCard as Location, isFacetField } from '../../features/locations/catalogue/schema.ts';
import { LocationCard } from '../../features/locations/catalogue/published/ui/card/LocationCard.tsx';
import { Picture } from '../../features/media/ui/Picture.tsx';
import { pageQuery, siteQuery } from '../../features/content/client.ts';
import { FooterEnquire } from '../../features/content/ui/footer-enquire/FooterEnquire.tsx';
import { ErrorPage } from '../../features/content/ui/ErrorPage.tsx';
import {
  SEARCH_PARAM_NAMES,
  type SearchParams,
  withPage,
  withoutView,
  listActiveFilters,
  parseSearchParams,
} from '../../features/search/search-params.ts';
import { countsQuery, featuredQuery, similarSearchesQuery, searchQuery } from '../../features/search/client.ts';
import type { SearchResult } from '../../features/search/contract.ts';
import { PAGE_SIZE } from '../../features/search/schema.ts';
import { FilterBar } from '../../features/search/ui/FilterBar.tsx';
import { Highlighted } from '../../features/search/ui/highlight/Highlighted.tsx';
import { NoResults } from '../../features/search/ui/NoResults.tsx';
import { Results } from '../../features/search/ui/Results.tsx';
import { SearchFailed } from '../../features/search/ui/SearchFailed.tsx';
import { ViewSwitch } from '../../features/search/ui/ViewSwitch.tsx';
import { RESULTS_ID, RESULTS_MAP_ID, toSearchHref } from '../../features/search/ui/search-field/refine-search.tsx';
import { formatPageTitle } from '../../features/search/ui/page-title.ts';
import { formatResultStatus } from '../../features/search/ui/result-texts.ts';
import type { Api } from '../../platform/http/contract.ts';
import { type HistoryEntryState, useHistoryEntryState } from '../navigation/history-entry-state.ts';
import { saveLastSearch } from '../../features/search/client.ts';
import { buildHead } from '../seo.ts';
import { SEARCHING } from '../../features/search/messages.ts';

const PinnedNotice = lazyPart(() => import('../../features/search/ui/admin/PinnedNotice.tsx'), Nothing);
const ResultsMap = lazyPart(() => import('../components/ResultsMap.tsx'));

const PAGE_NAME = 'find-a-location';
/** Cards whose pictures are loaded with priority: those in the initial viewport of a phone. */
const PRIORITY_CARDS = 2;
const CARD_SIZES = '(min-width: 1000px) 29vw, (min-width: 760px) 46vw, calc(100vw - 32px)';
/** Milliseconds after which a running search shows skeletons. */
const SKELETON_DELAY_MS = 150;

/** All search parameters, undefined. */
const NO_PARAMS = Object.fromEntries(SEARCH_PARAM_NAMES.map((name) => [name, undefined])) as SearchParams;

export const Route = createFileRoute('/find-a-location/')({
  // The router merges the result into the raw parameters, so invalid ones must be overwritten with undefined.
  validateSearch: (raw: Record<string, unknown>): SearchParams => ({ ...NO_PARAMS, ...parseSearchParams(raw) }),
  loaderDeps: ({ search }) => withoutView(parseSearchParams({ ...search })),
  loader: async ({ context: { api, queryClient }, deps }) => {
    // In the browser the page shows that it is loading, and keeps its filters.
    if (!import.meta.env.SSR) void queryClient.prefetchQuery(searchQuery(api, deps));
    await Promise.all([
      queryClient.ensureQueryData(pageQuery(api, PAGE_NAME)),
      queryClient.ensureQueryData(siteQuery(api)),
      import.meta.env.SSR && loadResults(api, queryClient, deps),
    ]);
  },
  head: ({ match: { context, search: given } }) => {
    const search = parseSearchParams({ ...given });
    const { api, queryClient } = context;
    const page = queryClient.getQueryData(pageQuery(api, PAGE_NAME).queryKey);
    const origin = queryClient.getQueryData(siteQuery(api).queryKey)?.url ?? '';
    const result = queryClient.getQueryData(searchQuery(api, search).queryKey);
    const canonical = withoutView(search);
    const { meta, links } = buildHead(context, {
      title: formatPageTitle(search),
      description: page?.description,
      canonical: toSearchHref(canonical),
      indexed: isIndexed(search),
      jsonLd: result && toJsonLd(result.data, origin),
    });
    return { meta, links: [...links, ...toPageLinks(canonical, result, origin)] };
  },
  // The API always rejects with an Error.
  errorComponent: ({ error }) => <Failure error={error as Error} />,
  component: FindPage,
});

/** Loads the results, or the data of an empty page. */
async function loadResults(api: Api, queryClient: QueryClient, params: SearchParams): Promise<void> {
  const { meta } = await queryClient.ensureQueryData(searchQuery(api, params));
  if (meta.page.total_results > 0) return;
  await Promise.all([
    queryClient.ensureQueryData(similarSearchesQuery(api, params)),
    queryClient.ensureQueryData(featuredQuery(api, 1)),
    queryClient.ensureQueryData(countsQuery(api)),
  ]);
}

/** Whether search engines may index a search: all locations, or those of one option. Queries, areas and combinations are unlimited. */
function isIndexed(params: SearchParams): boolean {
  const filters = listActiveFilters(params);
  return !params.query && !params.sort && filters.length <= 1 && filters.every(({ field }) => isFacetField(field));
}

function toJsonLd(locations: readonly Location[], origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    // Search engines must not list fictional places as real ones.
    itemListElement: locations
      .filter((location) => !location.sample)
      .map(({ title, locationurl }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        url: `${origin}/find-a-location/${locationurl}`,
      })),
  };
}

/** Returns link elements to the previous and next pages, for search engines. */
function toPageLinks(params: SearchParams, result: SearchResult | undefined, origin: string) {
  if (!result) return [];
  const { current, total_results } = result.meta.page;
  const link = (rel: string, page: number) => ({ rel, href: origin + toSearchHref(withPage(params, page)) });
  return [
    ...(current > 1 ? [link('prev', current - 1)] : []),
    ...(current * PAGE_SIZE < total_results ? [link('next', current + 1)] : []),
  ];
}

function FindPage() {
  const { api } = Route.useRouteContext();
  const given = Route.useSearch();
  const params = useMemo(() => parseSearchParams({ ...given }), [given]);
  const { data: page } = useSuspenseQuery(pageQuery(api, PAGE_NAME));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const search = useQuery({ ...searchQuery(api, params), placeholderData: keepPreviousData });
  const showsSkeleton = useDelayedLoading(search.isPlaceholderData || search.isPending);
  const result = showsSkeleton ? undefined : search.data;
  const [highlighted, setHighlighted] = useState<string>();
  const [pinned, setPinned] = useState<readonly string[]>([]);
  const camera = useRef<HistoryEntryState['camera']>(undefined);
  const isHydrated = useHydrated();
  const canPin = can(useUser(api), 'search.edit-terms') && isHydrated && params.query;
  const saveFollowedLink = useRestoreFocus(search.isPlaceholderData ? undefined : params, camera);
  const mark = useHighlight(result?.meta.terms);
  useEffect(() => saveLastSearch(toSearchHref(params)), [params]);
  if (search.isError) return <Failure error={search.error} />;

  const total = result?.meta.page.total_results;
  return (
    <main id="content" tabIndex={-1} onClickCapture={saveFollowedLink}>
      <h1 className="visually-hidden">{page.title}</h1>
      <FilterBar
        label={page.banner?.searchLabel ?? page.title}
        params={params}
        filters={search.data?.filters}
        ranges={search.data?.ranges}
        stale={search.isPlaceholderData}
        total={total}
      />
      <output className="visually-hidden">
        {total === undefined ? SEARCHING : formatResultStatus(total, params.sort)}
      </output>
      {result && total === 0 ? (
        <NoResults
          params={params}
          understood={result.meta.understood}
          picture={<EmptyPicture />}
          firstSteps={<FirstSteps />}
        />
      ) : (
        <div className={params.view === 'map' ? 'find find--map' : 'find'}>
          <Results
            params={params}
            result={result}
            notice={
              canPin && (
                <Suspense fallback={null}>
                  <PinnedNotice api={api} query={canPin} onPins={setPinned} />
                </Suspense>
              )
            }
            onPointAt={setHighlighted}
            renderCard={(location, index) => (
              <LocationCard
                key={location.id}
                location={location}
                sizes={CARD_SIZES}
                priority={index < PRIORITY_CARDS}
                isHighlighted={highlighted === location.id}
                mark={mark}
                tag={getTag(location.id, pinned, result)}
              />
            )}
          />
          <aside id={RESULTS_MAP_ID} className="find__map no-print" aria-label="Map">
            <InView className="find__map-place">
              <ResultsMap
                api={api}
                params={params}
                cards={result?.data ?? []}
                styleUrl={site.mapStyleUrl}
                highlighted={highlighted}
                onHighlight={setHighlighted}
                onCameraChange={(moved) => (camera.current = moved)}
              />
            </InView>
          </aside>
          <ViewSwitch params={params} />
        </div>
      )}
      <FooterEnquire content={page.footerEnquire} />
    </main>
  );
}

/** What a card says over its picture. */
function getTag(id: string, pinned: readonly string[], result: SearchResult | undefined): string | undefined {
  const isLikely = result?.meta.likely.includes(id);
  return [pinned.includes(id) && 'Pinned', isLikely && 'Likely unavailable'].filter(Boolean).join(', ') || undefined;
}

/** The picture beside the text of an empty result. */
function EmptyPicture() {
  const { api } = Route.useRouteContext();
  const picture = useQuery(featuredQuery(api, 1)).data?.[0]?.primaryimage;
  return picture && <Picture picture={{ ...picture, alt: '' }} sizes="(min-width: 760px) 75vw, 100vw" priority />;
}

/** Leads the Locations Team of a new site to what it has to do. */
function FirstSteps() {
  const { api } = Route.useRouteContext();
  const user = useUser(api);
  if (!can(user, 'location.administer', 'any')) return null;
  return (
    <p>
      <a className="link" href="/admin/locations">
        See how to add the first locations
      </a>
    </p>
  );
}

/** The error of a search: with a link to the search without filters, or, without filters, a retry. */
function Failure({ error }: { error: Error }) {
  const router = useRouter();
  const hasConditions = Object.keys(router.state.location.search).length > 0;
  return hasConditions ? <SearchFailed error={error} /> : <ErrorPage error={error} />;
}

/** Whether loading has taken longer than `SKELETON_DELAY_MS`. */
function useDelayedLoading(isLoading: boolean): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setIsDelayed(true), SKELETON_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setIsDelayed(false);
    };
  }, [isLoading]);
  return isLoading && isDelayed;
}

/** Returns a memoised function that highlights the terms in a text; undefined without terms. */
function useHighlight(terms: readonly string[] | undefined): ((text: string) => ReactNode) | undefined {
  return useMemo(
    () => (terms && terms.length > 0 ? (text) => <Highlighted text={text} terms={terms} /> : undefined),
    [terms],
  );
}

/**
 * Restores the focus to the result that was followed when the visitor returns. Returns a click handler that saves the link, and the
 * camera of the map.
 * @param shown the search whose results are shown; undefined while they belong to the previous search
 */
function useRestoreFocus(
  shown: SearchParams | undefined,
  camera: RefObject<HistoryEntryState['camera']>,
): (event: MouseEvent) => void {
  const entryState = useHistoryEntryState();
  useEffect(() => {
    const { followed } = entryState.read();
    if (!shown || !followed) return;
    const links = document.querySelectorAll<HTMLAnchorElement>(`#${RESULTS_ID} a`);
    const link = [...links].find(({ href, rel }) => href === followed.href && rel === followed.rel);
    link?.focus({ preventScroll: true });
  }, [entryState, shown]);
  return (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(`#${RESULTS_ID} a`);
    if (link)
      entryState.add({
        followed: { href: link.href, rel: link.rel },
        ...(camera.current && { camera: camera.current }),
      });
  };
}
