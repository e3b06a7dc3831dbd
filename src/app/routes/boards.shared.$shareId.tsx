import { createFileRoute, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { ReaderBoard } from '../../features/boards/ui/reader/ReaderBoard.tsx';
import { formatTitle } from '../../features/content/client.ts';
import { BoardMapPlace } from '../components/BoardMapPlace.tsx';
import { useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';
import { parseTaggedBoardSearch } from '../navigation/board-search.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/boards/shared/$shareId')({
  validateSearch: (raw: Record<string, unknown>) => ({
    ...validateLinkSearch(raw),
    ...parseTaggedBoardSearch(raw),
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
  const search = Route.useSearch();
  const token = useLinkSecret();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <ReaderBoard
        key={shareId}
        {...{ api, shareId, token, search }}
        renderMap={(items, getHref) => <BoardMapPlace items={items} getHref={getHref} />}
      />
    </main>
  );
}
