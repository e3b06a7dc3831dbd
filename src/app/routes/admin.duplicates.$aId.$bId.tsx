import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '../../features/content/client.ts';
import { pairQuery } from '../../features/duplicates/client.ts';
import { PairPage } from '../../features/duplicates/ui/PairPage.tsx';
import { imagesQuery } from '../../features/locations/images/client.ts';
import { recordQuery } from '../../features/locations/record/client.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/duplicates/$aId/$bId')({
  // The page shows the latest state.
  preload: false,
  loader: async ({ context: { api, queryClient }, params: { aId, bId } }) => {
    await Promise.all([
      loadRequired(queryClient.fetchQuery(pairQuery(api, aId, bId))),
      ...[aId, bId].flatMap((id) => [
        loadRequired(queryClient.fetchQuery(recordQuery(api, id))),
        loadRequired(queryClient.fetchQuery(imagesQuery(api, id))),
      ]),
    ]);
  },
  head: createPrivateHead('Compare two locations'),
  component: ComparePage,
});

function ComparePage() {
  const { api } = Route.useRouteContext();
  const { aId, bId } = Route.useParams();
  const { data: site } = useSuspenseQuery(siteQuery(api));
  return <PairPage key={`${aId} ${bId}`} api={api} a={aId} b={bId} styleUrl={site.mapStyleUrl} />;
}
