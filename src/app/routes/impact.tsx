import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getRegionRules } from '../../features/geography/region-rules.ts';
import { publishedImpactQuery } from '../../features/impact/published/client.ts';
import { formatHeading } from '../../features/impact/published/format.ts';
import { PublishedImpactPage } from '../../features/impact/ui/PublishedImpactPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { type PageMetadata, createPublicHead } from '../seo.ts';

export const Route = createFileRoute('/impact')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, deps }): Promise<PageMetadata> => {
    const year = parseYear(deps);
    await loadRequired(queryClient.ensureQueryData(publishedImpactQuery(api, year)));
    return {
      title: formatHeading(year),
      description: `What productions have brought to ${getRegionRules().name}: days, local crew and spend, as tables and open data.`,
      canonical: year === undefined ? '/impact' : `/impact?year=${year}`,
    };
  },
  head: createPublicHead,
  component: Impact,
});

function Impact() {
  const { api } = Route.useRouteContext();
  const { data } = useSuspenseQuery(publishedImpactQuery(api, parseYear(Route.useSearch())));
  return <PublishedImpactPage {...data} />;
}

function parseYear(search: object): number | undefined {
  const { year } = search as { readonly year?: unknown };
  return year === undefined || year === '' ? undefined : Number(year);
}
