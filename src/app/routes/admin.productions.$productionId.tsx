import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { filmOfficesQuery } from '../../features/accounts/administration/client.ts';
import { sessionQuery } from '../../features/accounts/client.ts';
import { can } from '../../features/accounts/permissions.ts';
import { callOutsQuery } from '../../features/call-outs/client.ts';
import { CallOutsSection } from '../../features/call-outs/ui/admin/CallOutsSection.tsx';
import { assigneesQuery } from '../../features/enquiries/cases/client.ts';
import { impactQuery } from '../../features/impact/client.ts';
import { ImpactSection } from '../../features/impact/ui/admin/ImpactSection.tsx';
import { answersQuery, boardChoiceQuery } from '../../features/productions/answers/client.ts';
import { productionQuery, timelineQuery } from '../../features/productions/client.ts';
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
  const { session } = await queryClient.ensureQueryData(sessionQuery(api));
  const [{ reference }] = await Promise.all([
    loadRequired(queryClient.ensureQueryData(productionQuery(api, id))),
    loadRequired(queryClient.ensureQueryData(assigneesQuery(api))),
    loadRequired(queryClient.ensureQueryData(callOutsQuery(api, id))),
    loadRequired(queryClient.ensureQueryData(viewingsQuery(api, id))),
    loadRequired(queryClient.ensureQueryData(impactQuery(api, id))),
    // What comes later moves the buttons below it.
    queryClient.prefetchQuery(answersQuery(api, id)),
    queryClient.prefetchQuery(timelineQuery(api, id, 1)),
    can(session?.user, 'board.private') && queryClient.prefetchQuery(boardChoiceQuery(api)),
    can(session?.user, 'user.view') && queryClient.prefetchQuery(filmOfficesQuery(api)),
  ]);
  return { title: reference };
}

function Production() {
  const { api } = Route.useRouteContext();
  const { productionId } = Route.useParams();
  return (
    <ProductionPage key={productionId} api={api} id={productionId}>
      <CallOutsSection api={api} id={productionId} />
      <ViewingsSection api={api} id={productionId} />
      <ImpactSection api={api} id={productionId} />
    </ProductionPage>
  );
}
