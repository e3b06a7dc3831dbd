import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { siteQuery } from '../../features/content/client.ts';
import { pairQuery } from '../../features/duplicates/client.ts';
import { GonePair } from '../../features/duplicates/ui/GonePair.tsx';
import { PairPage } from '../../features/duplicates/ui/PairPage.tsx';
import { imagesQuery } from '../../features/locations/editing/images/client.ts';
import { recordQuery } from '../../features/locations/admin-record/client.ts';
import type { LocationRecord } from '../../features/locations/admin-record/schema.ts';
import { loadIfFound, loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/duplicates/$aId/$bId')({
  // The page shows the latest state.
  preload: false,
  loader: async ({ context: { api, queryClient }, params: { aId, bId } }) => {
    const findRecord = (id: string) => loadIfFound<LocationRecord>(queryClient.fetchQuery(recordQuery(api, id)));
    const [pair, a, b] = await Promise.all([
      loadIfFound(queryClient.fetchQuery(pairQuery(api, aId, bId))),
      findRecord(aId),
      findRecord(bId),
    ]);
    const remaining = [a, b].filter((record) => record !== undefined);
    if (remaining.length === 0) throw notFound();
    if (!pair || !a || !b) return { gone: remaining.map(({ id, title, merged_into }) => ({ id, title, merged_into })) };
    await Promise.all([aId, bId].map((id) => loadRequired(queryClient.fetchQuery(imagesQuery(api, id)))));
    return {};
  },
  head: createPrivateHead('Compare two locations'),
  component: ComparePage,
});

function ComparePage() {
  const { api } = Route.useRouteContext();
  const { aId, bId } = Route.useParams();
  const { gone } = Route.useLoaderData();
  const { data: site } = useSuspenseQuery(siteQuery(api));
  if (gone) return <GonePair locations={gone} />;
  return <PairPage key={`${aId} ${bId}`} api={api} a={aId} b={bId} styleUrl={site.mapStyleUrl} />;
}
