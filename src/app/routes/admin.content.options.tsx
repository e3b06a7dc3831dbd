import { createFileRoute } from '@tanstack/react-router';
import { optionListsQuery } from '../../features/locations/options/client.ts';
import { OptionLists } from '../../features/locations/ui/office/OptionLists.tsx';
import { required } from '../loaders/required.ts';
import { seo } from '../seo.ts';

export const Route = createFileRoute('/admin/content/options')({
  // Its code is no part of other pages.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { api, queryClient } }) => required(queryClient.ensureQueryData(optionListsQuery(api))),
  head: ({ match: { context } }) =>
    seo(context, { title: 'Options', canonical: '/admin/content/options', indexed: false }),
  component: Options,
});

function Options() {
  const { api } = Route.useRouteContext();
  return <OptionLists api={api} />;
}
