import { Suspense } from 'react';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { can } from '../../features/accounts/permissions.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { boardQuery } from '../../features/boards/client.ts';
import { Board } from '../../features/boards/ui/Board.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { Nothing, lazyPart } from '../../ui/LazyMount.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { toPageParams } from '../../features/boards/view.ts';
import { BoardMapPlace } from '../components/BoardMapPlace.tsx';
import { parseTaggedBoardSearch } from '../navigation/board-search.ts';
import { createLoadedHead } from '../seo.ts';

const BoardProduction = lazyPart(
  () => import('../../features/productions/ui/admin/answers/BoardProduction.tsx'),
  Nothing,
);

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

/** What a private board answers, for the team. */
function PrivateBoardProduction({ api, boardId }: { api: Api; boardId: string }) {
  const { data: board } = useSuspenseQuery(boardQuery(api, boardId, toPageParams(Route.useSearch())));
  // The server renders no component that is loaded later.
  const isHydrated = useHydrated();
  const user = useUser(api);
  if (!isHydrated || !board.private || !can(user, 'board.private') || !can(user, 'production.view')) return null;
  return (
    <Suspense fallback={null}>
      <BoardProduction api={api} boardId={boardId} />
    </Suspense>
  );
}

function BoardPage() {
  const { api } = Route.useRouteContext();
  const { boardId } = Route.useParams();
  const search = Route.useSearch();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <PrivateBoardProduction api={api} boardId={boardId} />
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
