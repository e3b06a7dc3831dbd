import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { boardPageQuery } from '../../features/boards/client.ts';
import { BoardList } from '../../features/boards/ui/BoardList.tsx';
import { pageQuery } from '../../features/content/client.ts';
import { Banner } from '../../features/content/ui/Banner.tsx';
import { featuredQuery } from '../../features/search/client.ts';
import { BackToBoards } from '../components/BoardsIntroduction.tsx';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { createPrivateHead } from '../seo.ts';

const PAGE_NAME = 'private-boards';

export const Route = createFileRoute('/boards/private')({
  validateSearch: (raw: Record<string, unknown>) => toPageSearch(parsePage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { api, queryClient }, deps }) => {
    const content = queryClient.ensureQueryData(pageQuery(api, PAGE_NAME)).catch(() => {
      throw notFound();
    });
    await Promise.all([
      content,
      queryClient.ensureQueryData(boardPageQuery(api, 'private', deps.page)),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
  },
  head: createPrivateHead('Private boards'),
  component: PrivateBoards,
});

function PrivateBoards() {
  const { api } = Route.useRouteContext();
  const { page = 1 } = Route.useSearch();
  const { data: content } = useSuspenseQuery(pageQuery(api, PAGE_NAME));
  const { data: featured } = useSuspenseQuery(featuredQuery(api, 1));
  const banner = content.banner?.image ?? featured[0]?.primaryimage;
  return (
    <main id="content" tabIndex={-1}>
      <Banner title={content.banner?.title ?? content.title} picture={banner} />
      <div className="wrap boards-below-banner">
        <BackToBoards />
        {content.content && <div className="prose" dangerouslySetInnerHTML={{ __html: content.content }} />}
        <BoardList
          api={api}
          list="private"
          page={page}
          empty={null}
          href={(to) => (to > 1 ? `/boards/private?page=${to}` : '/boards/private')}
        />
      </div>
    </main>
  );
}
