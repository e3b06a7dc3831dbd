import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { fetchEditedContent, pagePreviewQuery } from '../../features/content/editing/client.ts';
import { StaticPage } from '../../features/content/ui/StaticPage.tsx';
import { DraftPreview } from '../../features/content/ui/admin/DraftPreview.tsx';
import { getPreviewPath } from '../../features/content/ui/admin/preview-path.ts';
import { featuredQuery } from '../../features/search/client.ts';
import type { Api } from '../../platform/http/contract.ts';
import { RecordBar } from '../../ui/record/RecordHeader.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/content/$name/preview')({
  // Neither preloaded nor cached: an older version could not be published from here.
  preload: false,
  gcTime: 0,
  loader: async ({ context: { api, queryClient }, params: { name } }) => {
    const [edited, [featured]] = await Promise.all([
      loadRequired(fetchEditedContent(api, queryClient, name)),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
    const path = getPreviewPath(name, featured?.locationurl);
    if (path === null) await loadRequired(queryClient.fetchQuery({ ...pagePreviewQuery(api, name), staleTime: 0 }));
    const { version, published, draft } = edited;
    return { title: edited.title, path, version, isPublished: published !== null, hasDraft: draft !== null };
  },
  head: ({ loaderData, match }) =>
    createLoadedHead({ loaderData: loaderData && { title: `Preview of ${loaderData.title}` }, match }),
  component: PreviewPage,
});

function PreviewPage() {
  const { api } = Route.useRouteContext();
  const { name } = Route.useParams();
  const { path, ...preview } = Route.useLoaderData();
  if (path === null) return <TextPreview api={api} name={name} title={preview.title} />;
  return <DraftPreview api={api} name={name} path={path} {...preview} />;
}

/** The preview of a page that the Locations Team cannot open itself: only its text. */
function TextPreview({ api, name, title }: { api: Api; name: string; title: string }) {
  const { data: page } = useSuspenseQuery(pagePreviewQuery(api, name));
  return (
    <div className="record-page">
      <RecordBar back={{ href: `/admin/content/${name}`, label: 'Back to editing' }} />
      <p className="record-notice">
        You cannot open this page yourself: it is for other people, such as owners or people who follow a link in an
        email. Its text is below.
      </p>
      <StaticPage
        page={page}
        banner={
          <div className="wrap">
            <h1 className="display display--4">{title}</h1>
          </div>
        }
      />
    </div>
  );
}
