import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '../../features/content/client.ts';
import { getRegionRules } from '../../features/geography/region-rules.ts';
import { InView } from '../../features/geography/ui/in-view/InView.tsx';
import { filmedLocationsQuery } from '../../features/impact/filmed-here/locations/client.ts';
import { parseFilmedSearch } from '../../features/impact/filmed-here/locations/search-params.ts';
import { FilmedLocationsPage } from '../../features/impact/ui/FilmedLocationsPage.tsx';
import { lazyPart } from '../../ui/LazyMount.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { type PageMetadata, createPublicHead } from '../seo.ts';

const FilmedLocationsMap = lazyPart(() => import('../components/FilmedLocationsMap.tsx'));

export const Route = createFileRoute('/filmed-here')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, deps }): Promise<PageMetadata> => {
    const { filters, page } = parseFilmedSearch({ ...deps });
    await Promise.all([
      loadRequired(queryClient.ensureQueryData(filmedLocationsQuery(api, filters, page))),
      queryClient.ensureQueryData(siteQuery(api)),
    ]);
    return {
      title: 'Filmed here',
      description: `Locations in ${getRegionRules().name} where films and series were made, on a map and as a list.`,
      canonical: '/filmed-here',
      indexed: Object.values(deps).every((value) => value === undefined),
    };
  },
  head: createPublicHead,
  component: FilmedHere,
});

function FilmedHere() {
  const { api } = Route.useRouteContext();
  const { filters, page } = parseFilmedSearch({ ...Route.useSearch() });
  const { data: found } = useSuspenseQuery(filmedLocationsQuery(api, filters, page));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  return (
    <FilmedLocationsPage
      filters={filters}
      found={found}
      map={
        <aside aria-label="Map" className="filmed-page__map no-print">
          <InView className="">
            <FilmedLocationsMap api={api} filters={filters} cards={found.data} styleUrl={site.mapStyleUrl} />
          </InView>
        </aside>
      }
    />
  );
}
