import { createFileRoute } from '@tanstack/react-router';
import { peopleQuery } from '../../features/companies/people/client.ts';
import { PersonList } from '../../features/companies/ui/PersonList.tsx';
import { PERSON_LIST, toPersonParams } from '../../features/companies/ui/person-list.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/people/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) =>
    loadList(options, PERSON_LIST, (state) => peopleQuery(options.context.api, toPersonParams(state))),
  head: createPrivateHead('People'),
  component: People,
});

function People() {
  const { api } = Route.useRouteContext();
  return <PersonList api={api} table={useTable(PERSON_LIST, Route.useSearch())} />;
}
