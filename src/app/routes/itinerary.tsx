import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { itineraryQuery } from '../../features/viewings/client.ts';
import { ItineraryPage } from '../../features/viewings/ui/ItineraryPage.tsx';
import { DAY_IS_OVER } from '../../features/viewings/messages.ts';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { createLinkPageOptions } from '../navigation/link-page-options.ts';
import { useLinkSecret } from '../navigation/link-secret.ts';

export const Route = createFileRoute('/itinerary')({
  ...createLinkPageOptions('Itinerary'),
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
