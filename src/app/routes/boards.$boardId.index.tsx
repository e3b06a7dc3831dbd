import { createFileRoute } from '@tanstack/react-router';
import { boardQuery } from '../../features/boards/client.ts';
import { Board } from '../../features/boards/ui/Board.tsx';
import { required } from '../load.ts';
import { readPage, writePage } from '../page-number.ts';
import { seo } from '../seo.ts';

export const Route = createFileRoute('/boards/$boardId/')({
  validateSearch: (raw: Record<string, unknown>) => writePage(readPage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { api, queryClient }, params, deps }) => {
    await required(queryClient.ensureQueryData(boardQuery(api, params.boardId, deps)));
  },
  head: ({ match: { context, search }, params }) => {
    const asked = boardQuery(context.api, params.boardId, { page: search.page ?? 1 });
    const board = context.queryClient.getQueryData(asked.queryKey);
    if (!board) return {};
    return seo(context, { title: board.title, canonical: `/boards/${board.id}`, indexed: false });
  },
  component: BoardPage,
});

function BoardPage() {
  const { api } = Route.useRouteContext();
  const { boardId } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <Board key={boardId} api={api} id={boardId} page={page} />
    </main>
  );
}
