import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { publicBoardQuery } from '../../features/boards/client.ts';
import { getPublicBoardPath } from '../../features/boards/schema.ts';
import { PublicBoard } from '../../features/boards/ui/PublicBoard.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';
import { formatTitle } from '../../features/content/client.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import { getOgImageUrl } from '../../features/media/schema.ts';
import { SECRET_LINK_META, buildSecretLinkHead } from '../seo.ts';

export const Route = createFileRoute('/boards/public/$link')({
  validateSearch: (raw: Record<string, unknown>) => toPageSearch(parsePage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
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
  const { page = 1 } = Route.useSearch();
  const { data: board } = useSuspenseQuery(publicBoardQuery(api, link, { page }));
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <PublicBoard board={board} path={getPublicBoardPath(link)} />
    </main>
  );
}
