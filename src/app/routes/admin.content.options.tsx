import { createFileRoute } from '@tanstack/react-router';
import { optionListsQuery } from '../../features/locations/catalogue/options/client.ts';
import { OptionLists } from '../../features/locations/catalogue/options/ui/OptionLists.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/content/options')({
  loader: ({ context: { api, queryClient } }) => loadRequired(queryClient.ensureQueryData(optionListsQuery(api))),
  head: createPrivateHead('Options'),
  component: Options,
});

function Options() {
  const { api } = Route.useRouteContext();
  return <OptionLists api={api} />;
}
