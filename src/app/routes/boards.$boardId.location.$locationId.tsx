import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { boardQuery, locationOnBoardQuery } from '../../features/boards/client.ts';
import type { BoardLocation } from '../../features/boards/schema.ts';
import { BoardBreadcrumb } from '../../features/boards/ui/BoardBreadcrumb.tsx';
import { UnpublishedLocation } from '../../features/boards/ui/UnpublishedLocation.tsx';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import type { Api } from '../../platform/http/contract.ts';
import { LocationDetails } from '../components/LocationDetails.tsx';
import { loadLocationPage } from '../loaders/location-loader.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/boards/$boardId/location/$locationId')({
  loader: ({ context: { api, queryClient }, params }) => load(api, queryClient, params),
  head: createLoadedHead,
  component: BoardLocationPage,
});

async function load(api: Api, queryClient: QueryClient, params: { boardId: string; locationId: string }) {
  const locationPromise = queryClient.ensureQueryData(locationOnBoardQuery(api, params.boardId, params.locationId));
  const { board, item, location } = await loadRequired(locationPromise);
  await Promise.all([
    ...neighbourQueries(api, params.boardId, item).map((query) => queryClient.ensureQueryData(query)),
    location && loadLocationPage(api, queryClient, Promise.resolve(location)),
  ]);
  const title = location?.title ?? (item.unpublished ? getDisplayTitle(item.unpublished.title) : 'Location');
  return { title: `${title}, on ${board.title}` };
}

/** Returns the queries of the previous and the next location on the board, as pages of size 1. */
function neighbourQueries(api: Api, boardId: string, { position }: BoardLocation) {
  const at = (index: number) => boardQuery(api, boardId, { page: index + 1, size: 1 });
  return [at(Math.max(0, position - 1)), at(position + 1)] as const;
}

function BoardLocationPage() {
  const { api } = Route.useRouteContext();
  const { boardId, locationId } = Route.useParams();
  const { data } = useSuspenseQuery(locationOnBoardQuery(api, boardId, locationId));
  const [before, after] = neighbourQueries(api, boardId, data.item);
  const previous = useQuery(before).data?.locations.data[0];
  const next = useQuery(after).data?.locations.data[0];
  const back = (
    <BoardBreadcrumb
      board={data.board}
      previous={data.item.position > 0 ? previous : undefined}
      next={next}
      position={data.item.position}
    />
  );
  if (!data.location) return <UnpublishedLocation item={data.item} back={back} />;
  return <LocationDetails location={data.location} back={back} />;
}
