import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { userQuery } from '../../features/accounts/administration/client.ts';
import { getUserPath } from '../../features/accounts/ui/admin/users-list.tsx';
import { boardOfUserQuery } from '../../features/boards/ui/admin/client.ts';
import { AdminBoard } from '../../features/boards/ui/admin/AdminBoard.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/users/$userId/boards/$boardId')({
  validateSearch: (raw: Record<string, unknown>) => toPageSearch(parsePage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: ({ context: { api, queryClient }, params, deps }) => load(api, queryClient, params, deps.page),
  head: createLoadedHead,
  component: BoardPage,
});

async function load(api: Api, queryClient: QueryClient, of: { userId: string; boardId: string }, page: number) {
  const [{ title }] = await Promise.all([
    loadRequired(queryClient.ensureQueryData(boardOfUserQuery(api, { ...of, page }))),
    loadRequired(queryClient.ensureQueryData(userQuery(api, of.userId))),
  ]);
  return { title };
}

function BoardPage() {
  const { api } = Route.useRouteContext();
  const { userId, boardId } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  const { data: user } = useSuspenseQuery(userQuery(api, userId));
  const owner = { id: userId, href: getUserPath(user), name: `${user.first_name} ${user.last_name}` };
  return <AdminBoard key={boardId} api={api} id={boardId} page={page} owner={owner} />;
}
