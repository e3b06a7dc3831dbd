import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { footerToEditQuery, menuToEditQuery, pageToEditQuery } from '../../features/content/editing/client.ts';
import { FooterEditor, MenuEditor } from '../../features/content/ui/admin/NavigationEditor.tsx';
import { PageEditor } from '../../features/content/ui/admin/PageEditor.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { loadedHead } from '../seo.ts';

/** Editing starts from the latest saved version. */
const ALWAYS_STALE = { staleTime: 0 };

export const Route = createFileRoute('/admin/content/$name/')({
  loader: async ({ context: { api, queryClient }, params: { name } }) => ({
    title: await loadRequired(load(api, queryClient, name)),
  }),
  head: ({ loaderData, match }) =>
    loadedHead({ loaderData: loaderData && { title: `Edit ${loaderData.title}` }, match }),
  component: EditPage,
});

/** Loads the content to edit. Returns its title. */
async function load(api: Api, queryClient: QueryClient, name: string): Promise<string> {
  if (name === 'menu') return queryClient.fetchQuery({ ...menuToEditQuery(api), ...ALWAYS_STALE }).then(() => 'Menu');
  if (name === 'footer')
    return queryClient.fetchQuery({ ...footerToEditQuery(api), ...ALWAYS_STALE }).then(() => 'Footer');
  return (await queryClient.fetchQuery({ ...pageToEditQuery(api, name), ...ALWAYS_STALE })).title;
}

function EditPage() {
  const { api } = Route.useRouteContext();
  const { name } = Route.useParams();
  if (name === 'menu') return <MenuEditor api={api} />;
  if (name === 'footer') return <FooterEditor api={api} />;
  return <PageEditor key={name} api={api} name={name} />;
}
