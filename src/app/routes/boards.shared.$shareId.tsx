import { createFileRoute, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { ReaderBoard } from '../../features/boards/ui/reader/ReaderBoard.tsx';
import { formatTitle } from '../../features/content/client.ts';
import { useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/boards/shared/$shareId')({
  validateSearch: (raw: Record<string, unknown>) => ({
    ...validateLinkSearch(raw),
    ...toPageSearch(parsePage(raw['page'])),
  }),
  loader: ({ params }) => {
    if (!z.uuid().safeParse(params.shareId).success) throw notFound();
  },
  head: ({ match: { context } }) => ({ meta: [{ title: formatTitle(context, 'Shared board') }, ...SECRET_LINK_META] }),
  component: ReaderBoardPage,
});

/** Loads the board in the browser: the server gets neither the secret of the link nor, for a cached page, the cookie of the reader. */
function ReaderBoardPage() {
  const { api } = Route.useRouteContext();
  const { shareId } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  const token = useLinkSecret();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <ReaderBoard key={shareId} api={api} shareId={shareId} page={page} token={token} />
    </main>
  );
}
