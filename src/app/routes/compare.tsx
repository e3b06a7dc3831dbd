import { useSuspenseQueries } from '@tanstack/react-query';
import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { consentAreasQuery } from '../../features/consents/client.ts';
import { FILMING_PERMISSIONS, describeConsentArea } from '../../features/consents/messages.ts';
import { formatTitle } from '../../features/content/client.ts';
import { locationQuery } from '../../features/locations/catalogue/published/client.ts';
import { LocationComparison } from '../../features/locations/catalogue/published/ui/comparison/LocationComparison.tsx';
import type { PublicLocation } from '../../features/locations/catalogue/schema.ts';
import {
  MAX_COMPARED,
  parseComparison,
  readComparedFrom,
} from '../../features/locations/catalogue/published/ui/comparison/comparison-links.ts';
import { ArrowLeft } from '../../ui/icons.tsx';
import { loadIfFound } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';

/** The URL names of locations. */
interface Names {
  readonly names: string[];
}

/** Compares published locations. The page of a board opens it by a form, which needs no script. */
export const Route = createFileRoute('/compare')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, deps }): Promise<Names> => {
    const load = (name: string) => loadIfFound<PublicLocation>(queryClient.ensureQueryData(locationQuery(api, name)));
    const names = parseComparison(deps).slice(0, MAX_COMPARED);
    const locations = await Promise.all(names.map(load));
    await Promise.all(
      locations.map((location) => location && queryClient.ensureQueryData(consentAreasQuery(api, location.id))),
    );
    return { names: names.filter((_, index) => locations[index] !== undefined) };
  },
  head: ({ match: { context } }) => ({
    meta: [{ title: formatTitle(context, 'Compare locations') }, { name: 'robots', content: 'noindex, follow' }],
  }),
  component: ComparisonPage,
});

function ComparisonPage() {
  const { api } = Route.useRouteContext();
  const { names: found }: Names = Route.useLoaderData();
  const asked = parseComparison(Route.useSearch());
  const locations = useSuspenseQueries({ queries: found.map((name) => locationQuery(api, name)) }).map(
    ({ data }) => data,
  );
  const areas = useSuspenseQueries({ queries: locations.map(({ id }) => consentAreasQuery(api, id)) });
  const permissions = areas.map(({ data }) => data.map(describeConsentArea).join('. '));
  const isHydrated = useHydrated();
  const back = (isHydrated && readComparedFrom()) || '/find-a-location';
  const missing = Math.min(asked.length, MAX_COMPARED) - found.length;
  return (
    <main id="content" tabIndex={-1} className="wrap comparison-page">
      <a href={back} className="crumb no-print">
        <ArrowLeft small />
        {back.startsWith('/boards/') ? 'Board' : 'Find a location'}
      </a>
      <h1 className="display display--4">Compare locations</h1>
      {asked.length > MAX_COMPARED && (
        <p>
          These are the first {MAX_COMPARED} of the {asked.length} that you have chosen.
        </p>
      )}
      {missing > 0 && <p>{missing === 1 ? 'One location is' : `${missing} locations are`} no longer available.</p>}
      {locations.length < 2 && (
        <p>
          Choose 2 to {MAX_COMPARED} locations in the list of a board, or by <b>Compare</b> where you{' '}
          <a className="link" href="/find-a-location">
            find a location
          </a>
          .
        </p>
      )}
      {locations.length > 0 && (
        <LocationComparison locations={locations} further={[{ label: FILMING_PERMISSIONS, values: permissions }]} />
      )}
    </main>
  );
}
