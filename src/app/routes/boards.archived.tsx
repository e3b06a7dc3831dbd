import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { boardPageQuery } from '../../features/boards/client.ts';
import { BoardList } from '../../features/boards/ui/BoardList.tsx';
import { pageQuery } from '../../features/content/client.ts';
import { BoardsIntroduction } from '../components/BoardsIntroduction.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { createPrivateHead } from '../seo.ts';

const PAGE_NAME = 'archived-boards';

export const Route = createFileRoute('/boards/archived')({
  validateSearch: (raw: Record<string, unknown>) => toPageSearch(parsePage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { api, queryClient }, deps }) => {
    await Promise.all([
      loadRequired(queryClient.ensureQueryData(pageQuery(api, PAGE_NAME))),
      queryClient.ensureQueryData(boardPageQuery(api, 'archived', deps.page)),
    ]);
  },
  head: createPrivateHead('Archived boards'),
  component: ArchivedBoards,
});

function ArchivedBoards() {
  const { api } = Route.useRouteContext();
  const { page = 1 } = Route.useSearch();
  const { data: content } = useSuspenseQuery(pageQuery(api, PAGE_NAME));
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <BoardsIntroduction page={content} />
      <BoardList
        api={api}
        list="archived"
        page={page}
        empty={<p>You have no archived boards.</p>}
        href={(to) => (to > 1 ? `/boards/archived?page=${to}` : '/boards/archived')}
      />
    </main>
  );
}
