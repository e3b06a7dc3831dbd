import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { duplicatesQuery } from '../../features/companies/merging/client.ts';
import { personQuery } from '../../features/companies/people/client.ts';
import { PersonPage } from '../../features/companies/ui/PersonPage.tsx';
import { getPersonPath } from '../../features/companies/ui/person-list.tsx';
import { productionsQuery } from '../../features/productions/client.ts';
import { ProductionsOf } from '../../features/productions/ui/admin/ProductionsOf.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/people/$personId/')({
  loader: ({ context: { api, queryClient }, params }) => load(api, queryClient, params.personId),
  head: createLoadedHead,
  component: Person,
});

async function load(api: Api, queryClient: QueryClient, id: string) {
  const person = await loadRequired(queryClient.ensureQueryData(personQuery(api, id)));
  // They were merged into another entry.
  if (person.id !== id) throw redirect({ href: getPersonPath(person), replace: true });
  await Promise.all([
    loadRequired(queryClient.ensureQueryData(productionsQuery(api, { person: id }))),
    // What comes later moves the buttons below it.
    queryClient.prefetchQuery(duplicatesQuery(api, 'people', id)),
  ]);
  return { title: person.name };
}

function Person() {
  const { api } = Route.useRouteContext();
  const { personId } = Route.useParams();
  return (
    <PersonPage key={personId} api={api} id={personId}>
      <ProductionsOf api={api} of={{ person: personId }} />
    </PersonPage>
  );
}
