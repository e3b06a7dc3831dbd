import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { publicBoardQuery } from '../../features/boards/client.ts';
import { exportPublicBoard } from '../../features/boards/exporting/contract.ts';
import { getPublicBoardPath } from '../../features/boards/schema.ts';
import { PublicBoard } from '../../features/boards/ui/PublicBoard.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { toPageParams } from '../../features/boards/view.ts';
import { BoardMapPlace } from '../components/BoardMapPlace.tsx';
import { parseBoardSearch } from '../navigation/board-search.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';
import { formatTitle } from '../../features/content/client.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { getOgImageUrl } from '../../features/media/schema.ts';
import { SECRET_LINK_META, buildSecretLinkHead } from '../seo.ts';

export const Route = createFileRoute('/boards/public/$link')({
  validateSearch: parseBoardSearch,
  loaderDeps: ({ search }) => toPageParams(search),
  loader: ({ context: { api, queryClient }, params, deps }) =>
    load(queryClient, publicBoardQuery(api, params.link, deps)),
  head: ({ loaderData, match: { context } }) =>
    loaderData
      ? buildSecretLinkHead(context, loaderData)
      : { meta: [{ title: formatTitle(context, PAGE_NOT_FOUND) }, ...SECRET_LINK_META] },
  component: PublicBoardPage,
});

async function load(queryClient: QueryClient, board: ReturnType<typeof publicBoardQuery>) {
  const { title, owner_name, primaryimage, locations } = await loadRequired(queryClient.ensureQueryData(board));
  return {
    title: `${title} - Board`,
    description: `A board of ${owner_name} with ${formatCount(locations.total, 'location')}.`,
    image: primaryimage ? getOgImageUrl(primaryimage) : undefined,
  };
}

function PublicBoardPage() {
  const { api } = Route.useRouteContext();
  const { link } = Route.useParams();
  const search = Route.useSearch();
  const { data: board } = useSuspenseQuery(publicBoardQuery(api, link, toPageParams(search)));
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <PublicBoard
        board={board}
        path={getPublicBoardPath(link)}
        search={search}
        fetchFile={(format) => api(exportPublicBoard, { link, format })}
        renderMap={(items, getHref) => <BoardMapPlace items={items} getHref={getHref} />}
      />
    </main>
  );
}
