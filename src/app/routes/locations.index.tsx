import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { profileQuery } from '../../features/accounts/client.ts';
import { ProfileHeader } from '../../features/accounts/ui/ProfileHeader.tsx';
import { pageQuery } from '../../features/pages/client.ts';
import { NotOpenYet } from '../NotOpenYet.tsx';
import { required } from '../load.ts';
import { seo } from '../seo.ts';

const PAGE_NAME = 'locations';

export const Route = createFileRoute('/locations/')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      required(queryClient.ensureQueryData(profileQuery(api))),
      queryClient.ensureQueryData(pageQuery(api, PAGE_NAME)),
    ]);
  },
  head: ({ match: { context } }) => seo(context, { title: 'Your locations', canonical: '/locations', indexed: false }),
  component: Locations,
});

function Locations() {
  const { api } = Route.useRouteContext();
  const { data: profile } = useSuspenseQuery(profileQuery(api));
  const { data: page } = useSuspenseQuery(pageQuery(api, PAGE_NAME));
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <ProfileHeader user={profile} />
      <section className="band band--tight" aria-labelledby="locations-title">
        <div className="band__head">
          <h2 className="display display--3" id="locations-title">
            {page.title}
          </h2>
        </div>
        <NotOpenYet what="Registering locations here" />
      </section>
    </main>
  );
}
