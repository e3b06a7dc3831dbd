import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { profileQuery } from '../../features/accounts/client.ts';
import { ProfileHeader } from '../../features/accounts/ui/ProfileHeader.tsx';
import { newDraftQuery } from '../../features/locations/editing/client.ts';
import {
  OwnLocations,
  ownLocationsPageQuery,
} from '../../features/locations/editing/ui/own-locations/OwnLocations.tsx';
import { pageQuery } from '../../features/content/client.ts';
import { Banner } from '../../features/content/ui/Banner.tsx';
import { featuredQuery } from '../../features/search/client.ts';
import { ownProductionsQuery } from '../../features/productions/own-locations/client.ts';
import { OwnProductions } from '../../features/productions/ui/OwnProductions.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { createPrivateHead } from '../seo.ts';
import '../../features/content/ui/static-page.css';

const PAGE_NAME = 'locations';

export const Route = createFileRoute('/locations/')({
  validateSearch: (raw: Record<string, unknown>) => toPageSearch(parsePage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { api, queryClient }, deps }) => {
    await Promise.all([
      loadRequired(queryClient.ensureQueryData(profileQuery(api))),
      loadRequired(queryClient.ensureQueryData(ownLocationsPageQuery(api, deps.page))),
      loadRequired(queryClient.ensureQueryData(newDraftQuery(api))),
      queryClient.ensureQueryData(pageQuery(api, PAGE_NAME)),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
      queryClient.ensureQueryData(ownProductionsQuery(api)),
    ]);
  },
  head: createPrivateHead('My locations'),
  component: Locations,
});

function Locations() {
  const { api } = Route.useRouteContext();
  const { page = 1 } = Route.useSearch();
  const { data: profile } = useSuspenseQuery(profileQuery(api));
  const { data: content } = useSuspenseQuery(pageQuery(api, PAGE_NAME));
  const { data: featured } = useSuspenseQuery(featuredQuery(api, 1));
  const picture = content.banner?.image ?? featured[0]?.primaryimage;
  return (
    <main id="content" tabIndex={-1}>
      <Banner title={`${profile.first_name} ${profile.last_name}`} picture={picture} />
      <div className="wrap">
        <ProfileHeader user={profile} isBelowBanner />
        <OwnLocations
          api={api}
          page={page}
          title="My locations"
          empty={
            content.content && (
              <div className="prose card-grid__empty" dangerouslySetInnerHTML={{ __html: content.content }} />
            )
          }
          href={(to) => (to > 1 ? `/locations?page=${to}` : '/locations')}
        />
        <OwnProductions api={api} />
      </div>
    </main>
  );
}
