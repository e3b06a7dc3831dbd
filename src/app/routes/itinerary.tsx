import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { formatTitle } from '../../features/content/client.ts';
import { itineraryQuery } from '../../features/viewings/client.ts';
import { ItineraryPage } from '../../features/viewings/ui/ItineraryPage.tsx';
import { DAY_IS_OVER } from '../../features/viewings/messages.ts';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { isMailedLink, useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/itinerary')({
  validateSearch: validateLinkSearch,
  loaderDeps: ({ search }) => ({ isLink: isMailedLink(search) }),
  loader: ({ deps: { isLink } }) => {
    if (!isLink) throw notFound();
  },
  head: ({ match: { context } }) => ({ meta: [{ title: formatTitle(context, 'Itinerary') }, ...SECRET_LINK_META] }),
  component: Itinerary,
});

function Itinerary() {
  const { api } = Route.useRouteContext();
  const token = useLinkSecret();
  const found = useQuery({ ...itineraryQuery(api, token ?? ''), enabled: typeof token === 'string' });
  return (
    <LinkPage token={token} found={found} title="Viewing" ended={DAY_IS_OVER}>
      {(itinerary) => <ItineraryPage itinerary={itinerary} />}
    </LinkPage>
  );
}
