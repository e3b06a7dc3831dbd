import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { assigneesQuery } from '../../features/enquiries/cases/client.ts';
import { productionQuery } from '../../features/productions/client.ts';
import { ProductionPage } from '../../features/productions/ui/admin/ProductionPage.tsx';
import { viewingsQuery } from '../../features/viewings/client.ts';
import { ViewingsSection } from '../../features/viewings/ui/admin/ViewingsSection.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/productions/$productionId')({
  loader: ({ context: { api, queryClient }, params }) => load(api, queryClient, params.productionId),
  head: createLoadedHead,
  component: Production,
});

async function load(api: Api, queryClient: QueryClient, id: string) {
  const [{ reference }] = await Promise.all([
    loadRequired(queryClient.ensureQueryData(productionQuery(api, id))),
    loadRequired(queryClient.ensureQueryData(assigneesQuery(api))),
    loadRequired(queryClient.ensureQueryData(viewingsQuery(api, id))),
  ]);
  return { title: reference };
}

function Production() {
  const { api } = Route.useRouteContext();
  const { productionId } = Route.useParams();
  return (
    <ProductionPage key={productionId} api={api} id={productionId}>
      <ViewingsSection api={api} id={productionId} />
    </ProductionPage>
  );
}
