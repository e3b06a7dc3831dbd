import { createFileRoute } from '@tanstack/react-router';
import { fetchEditedContent } from '../../features/content/editing/client.ts';
import { FooterEditor, MenuEditor } from '../../features/content/ui/admin/NavigationEditor.tsx';
import { PageEditor } from '../../features/content/ui/admin/PageEditor.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/content/$name/')({
  // Neither preloaded nor cached: the editor keeps the version that it opens with, which must not be one from before a publication.
  preload: false,
  gcTime: 0,
  loader: async ({ context: { api, queryClient }, params: { name } }) => {
    const { title } = await loadRequired(fetchEditedContent(api, queryClient, name));
    return { title };
  },
  head: ({ loaderData, match }) =>
    createLoadedHead({ loaderData: loaderData && { title: `Edit ${loaderData.title}` }, match }),
  component: EditPage,
});

function EditPage() {
  const { api } = Route.useRouteContext();
  const { name } = Route.useParams();
  if (name === 'menu') return <MenuEditor api={api} />;
  if (name === 'footer') return <FooterEditor api={api} />;
  return <PageEditor key={name} api={api} name={name} />;
}
