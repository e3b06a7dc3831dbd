import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { publicBoardQuery } from '../../features/boards/client.ts';
import { PublicBoard } from '../../features/boards/ui/PublicBoard.tsx';
import { required } from '../load.ts';
import { readPage, writePage } from '../page-number.ts';

/** Whoever reads along a public board must not learn its address from where its links lead. */
const KEPT_QUIET = [
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export const Route = createFileRoute('/boards/public/$link')({
  validateSearch: (raw: Record<string, unknown>) => writePage(readPage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { api, queryClient }, params, deps }) => {
    await required(queryClient.ensureQueryData(publicBoardQuery(api, params.link, deps)));
  },
  head: ({ match: { context, search }, params }) => {
    const asked = publicBoardQuery(context.api, params.link, { page: search.page ?? 1 });
    const board = context.queryClient.getQueryData(asked.queryKey);
    return { meta: [{ title: board ? `${board.title} - Board` : 'Page not found' }, ...KEPT_QUIET] };
  },
  component: PublicBoardPage,
});

function PublicBoardPage() {
  const { api } = Route.useRouteContext();
  const { link } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  const { data: board } = useSuspenseQuery(publicBoardQuery(api, link, { page }));
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <PublicBoard board={board} link={link} />
    </main>
  );
}
