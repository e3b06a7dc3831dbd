import { createFileRoute } from '@tanstack/react-router';
import { GuestBoard } from '../../features/boards/ui/guests/GuestBoard.tsx';
import { formatTitle } from '../../features/content/client.ts';
import { BoardMapPlace } from '../components/BoardMapPlace.tsx';
import { parseBoardSearch } from '../navigation/board-search.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/boards/guest/$secret')({
  validateSearch: parseBoardSearch,
  head: ({ match: { context } }) => ({ meta: [{ title: formatTitle(context, 'Shared board') }, ...SECRET_LINK_META] }),
  component: GuestBoardPage,
});

/** Loads the board in the browser: the server does not get the cookie of the guest for a cached page. */
function GuestBoardPage() {
  const { api } = Route.useRouteContext();
  const { secret } = Route.useParams();
  const search = Route.useSearch();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <GuestBoard
        key={secret}
        {...{ api, secret, search }}
        renderMap={(items, getHref) => <BoardMapPlace items={items} getHref={getHref} />}
      />
    </main>
  );
}
