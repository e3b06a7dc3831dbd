import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { wantedQuery } from '../../features/call-outs/client.ts';
import { WantedPage } from '../../features/call-outs/ui/WantedPage.tsx';
import { formatTitle } from '../../features/content/client.ts';
import { loadRequired } from '../loaders/load-required.ts';

export const Route = createFileRoute('/wanted')({
  loader: ({ context: { api, queryClient } }) => loadRequired(queryClient.ensureQueryData(wantedQuery(api))),
  head: ({ match: { context } }) => ({ meta: [{ title: formatTitle(context, 'Wanted') }] }),
  component: Wanted,
});

function Wanted() {
  const { api } = Route.useRouteContext();
  const { data: wanted } = useSuspenseQuery(wantedQuery(api));
  return <WantedPage wanted={wanted} />;
}
