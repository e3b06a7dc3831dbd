import { createFileRoute } from '@tanstack/react-router';
import { pinsQuery } from '../../features/search/pins/client.ts';
import { PinList } from '../../features/search/ui/admin/PinList.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/search-terms/pins/')({
  loader: async ({ context: { api, queryClient } }) => {
    await loadRequired(queryClient.fetchQuery(pinsQuery(api)));
  },
  head: createPrivateHead('Pinned results'),
  component: Pins,
});

function Pins() {
  const { api } = Route.useRouteContext();
  return <PinList api={api} />;
}
