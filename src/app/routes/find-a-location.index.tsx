import { type MouseEvent, type ReactNode, type RefObject, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { type QueryClient, keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { InView } from '../../features/geography/ui/InView.tsx';
import type { LocationCard as Location } from '../../features/locations/schema.ts';
import { LocationCard } from '../../features/locations/ui/LocationCard.tsx';
import { Picture } from '../../features/media/ui/Picture.tsx';
import { pageQuery, siteQuery } from '../../features/content/client.ts';
import { FACET_FIELDS, RANGE_FIELDS } from '../../features/locations/schema.ts';
import { FooterEnquire } from '../../features/content/ui/FooterEnquire.tsx';
import { ErrorPage } from '../../features/content/ui/ErrorPage.tsx';
import {
  type SearchParams,
  withoutView,
  listActiveFilters,
  parseSearchParams,
} from '../../features/search/search-params.ts';
import { featuredQuery, relaxationsQuery, searchQuery } from '../../features/search/client.ts';
import type { SearchResult } from '../../features/search/contract.ts';
import { PAGE_SIZE } from '../../features/search/schema.ts';
import { FilterBar } from '../../features/search/ui/FilterBar.tsx';
import { Highlighted } from '../../features/search/ui/Highlighted.tsx';
import { NoResults } from '../../features/search/ui/NoResults.tsx';
import { withPage } from '../../features/search/ui/ResultPages.tsx';
import { Results } from '../../features/search/ui/Results.tsx';
import { SearchFailed } from '../../features/search/ui/SearchFailed.tsx';
import { ViewSwitch } from '../../features/search/ui/ViewSwitch.tsx';
import { RESULTS_ID, RESULTS_MAP_ID, toSearchHref } from '../../features/search/ui/refine-search.tsx';
import { formatLocationCount, formatPageTitle } from '../../features/search/ui/result-texts.ts';
import type { Api } from '../../platform/http/contract.ts';
import { type HistoryEntryState, useHistoryEntryState } from '../navigation/history-entry-state.ts';
import { rememberSearch } from '../navigation/last-search.ts';
import { buildHead } from '../seo.ts';
import { SEARCHING } from '../../features/search/messages.ts';

const ResultsMap = lazy(() => import('../components/ResultsMap.tsx'));

const PAGE_NAME = 'find-a-location';
/** Cards whose pictures come before anything else: those that a phone opens with. */
const PRIORITY_CARDS = 2;
const CARD_SIZES = '(min-width: 1000px) 29vw, (min-width: 760px) 46vw, calc(100vw - 32px)';
/** Milliseconds for which a search may take its time before the page says so. */
const LATE_AFTER_MS = 150;

/** Every part of an address, none of it given. */
const NOTHING = Object.fromEntries(
  ['query', 'currentPage', 'view', 'bbox', ...FACET_FIELDS, ...RANGE_FIELDS].map((part) => [part, undefined]),
) as SearchParams;

export const Route = createFileRoute('/find-a-location/')({
  // The router lays what is read over what was given, so what makes no sense is taken away by name.
  validateSearch: (raw: Record<string, unknown>): SearchParams => ({ ...NOTHING, ...parseSearchParams(raw) }),
  loaderDeps: ({ search }) => withoutView(parseSearchParams({ ...search })),
  loader: async ({ context: { api, queryClient }, deps }) => {
    // In the browser the page itself shows that it is searching, and keeps its filters meanwhile.
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
  // The API rejects with nothing but errors.
  errorComponent: ({ error }) => <Failure error={error as Error} />,
  component: FindPage,
});

/** The results, or all that an empty page shows instead. */
async function loadResults(api: Api, queryClient: QueryClient, address: SearchParams): Promise<void> {
  const { meta } = await queryClient.ensureQueryData(searchQuery(api, address));
  if (meta.page.total_results > 0) return;
  await Promise.all([
    queryClient.ensureQueryData(relaxationsQuery(api, address)),
    queryClient.ensureQueryData(featuredQuery(api, 1)),
  ]);
}

/** Everything, or what one option holds; words and combinations are without number and all the same places. */
function isIndexed(address: SearchParams): boolean {
  return !address.query && !address.bbox && listActiveFilters(address).length <= 1;
}

function toJsonLd(locations: readonly Location[], origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    // Fictional places must not be found as real ones.
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

/** The pages before and after this one, as search engines read them. */
function toPageLinks(address: SearchParams, result: SearchResult | undefined, origin: string) {
  if (!result) return [];
  const { current, total_results } = result.meta.page;
  const link = (rel: string, page: number) => ({ rel, href: origin + toSearchHref(withPage(address, page)) });
  return [
    ...(current > 1 ? [link('prev', current - 1)] : []),
    ...(current * PAGE_SIZE < total_results ? [link('next', current + 1)] : []),
  ];
}

function FindPage() {
  const { api } = Route.useRouteContext();
  const given = Route.useSearch();
  const address = useMemo(() => parseSearchParams({ ...given }), [given]);
  const { data: page } = useSuspenseQuery(pageQuery(api, PAGE_NAME));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const search = useQuery({ ...searchQuery(api, address), placeholderData: keepPreviousData });
  const late = useIsLate(search.isPlaceholderData || search.isPending);
  const result = late ? undefined : search.data;
  const [lit, setHighlighted] = useState<string>();
  const camera = useRef<HistoryEntryState['camera']>(undefined);
  const rememberFollowed = useScrollToFollowed(search.isPlaceholderData ? undefined : address, camera);
  const mark = useHighlight(result?.meta.terms);
  useEffect(() => rememberSearch(toSearchHref(address)), [address]);
  if (search.isError) return <Failure error={search.error} />;

  const total = result?.meta.page.total_results;
  return (
    <main id="content" tabIndex={-1} onClickCapture={rememberFollowed}>
      <h1 className="visually-hidden">{page.title}</h1>
      <FilterBar
        label={page.banner?.searchLabel ?? page.title}
        params={address}
        filters={search.data?.filters}
        ranges={search.data?.ranges}
        stale={search.isPlaceholderData}
        total={total}
      />
      <output className="visually-hidden">{total === undefined ? SEARCHING : formatLocationCount(total)}</output>
      {total === 0 ? (
        <NoResults params={address} picture={<EmptyPicture />} />
      ) : (
        <div className={address.view === 'map' ? 'find find--map' : 'find'}>
          <Results
            params={address}
            result={result}
            onPointAt={setHighlighted}
            renderCard={(location, index) => (
              <LocationCard
                key={location.id}
                location={location}
                sizes={CARD_SIZES}
                priority={index < PRIORITY_CARDS}
                lit={lit === location.id}
                mark={mark}
              />
            )}
          />
          <aside id={RESULTS_MAP_ID} className="find__map no-print" aria-label="Map">
            <InView className="find__map-place">
              <ResultsMap
                api={api}
                address={address}
                cards={result?.data ?? []}
                styleUrl={site.mapStyleUrl}
                lit={lit}
                onLight={setHighlighted}
                onCamera={(moved) => (camera.current = moved)}
              />
            </InView>
          </aside>
          <ViewSwitch params={address} />
        </div>
      )}
      <FooterEnquire content={page.footerEnquire} />
    </main>
  );
}

/** Stands beside the words of an empty result. */
function EmptyPicture() {
  const { api } = Route.useRouteContext();
  const picture = useQuery(featuredQuery(api, 1)).data?.[0]?.primaryimage;
  return picture && <Picture picture={{ ...picture, alt: '' }} sizes="(min-width: 760px) 75vw, 100vw" priority />;
}

/** A search that failed leads to the one without conditions; where that is what failed, there is only trying again. */
function Failure({ error }: { error: Error }) {
  const router = useRouter();
  const hasConditions = Object.keys(router.state.location.search).length > 0;
  return hasConditions ? <SearchFailed error={error} /> : <ErrorPage error={error} />;
}

/** Whether something has been under way for longer than goes unnoticed. */
function useIsLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return busy && late;
}

/** Marks the words that were searched for; nothing without words. Keeps its identity while they are the same. */
function useHighlight(terms: readonly string[] | undefined): ((text: string) => ReactNode) | undefined {
  return useMemo(
    () => (terms && terms.length > 0 ? (text) => <Highlighted text={text} terms={terms} /> : undefined),
    [terms],
  );
}

/**
 * Brings the keyboard back to the link of the results that was followed; the returned handler notes it, and where the map
 * looks.
 * @param arrived the search whose results are shown; undefined while they are still those of the one before
 */
function useScrollToFollowed(
  arrived: SearchParams | undefined,
  camera: RefObject<HistoryEntryState['camera']>,
): (event: MouseEvent) => void {
  const notes = useHistoryEntryState();
  useEffect(() => {
    const { followed } = notes.read();
    if (!arrived || !followed) return;
    const links = document.querySelectorAll<HTMLAnchorElement>(`#${RESULTS_ID} a`);
    const link = [...links].find(({ href, rel }) => href === followed.href && rel === followed.rel);
    link?.focus({ preventScroll: true });
  }, [notes, arrived]);
  return (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(`#${RESULTS_ID} a`);
    if (link)
      notes.add({ followed: { href: link.href, rel: link.rel }, ...(camera.current && { camera: camera.current }) });
  };
}
