import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { boardQuery } from '../../features/boards/client.ts';
import { Board } from '../../features/boards/ui/Board.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { toPageParams } from '../../features/boards/view.ts';
import { BoardMapPlace } from '../components/BoardMapPlace.tsx';
import { parseTaggedBoardSearch } from '../navigation/board-search.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/boards/$boardId/')({
  validateSearch: parseTaggedBoardSearch,
  loaderDeps: ({ search }) => toPageParams(search),
  loader: ({ context: { api, queryClient }, params, deps }) => load(queryClient, boardQuery(api, params.boardId, deps)),
  head: createLoadedHead,
  component: BoardPage,
});

async function load(queryClient: QueryClient, board: ReturnType<typeof boardQuery>) {
  const { title } = await loadRequired(queryClient.ensureQueryData(board));
  return { title };
}

function BoardPage() {
  const { api } = Route.useRouteContext();
  const { boardId } = Route.useParams();
  const search = Route.useSearch();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <Board
        key={boardId}
        api={api}
        id={boardId}
        search={search}
        renderMap={(items, getHref) => <BoardMapPlace items={items} getHref={getHref} />}
      />
    </main>
  );
}
