import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { MAX_PAGE_SIZE } from '../../platform/http/paging.ts';
import type { Api } from '../../platform/http/contract.ts';
import { boardQuery } from '../../features/boards/client.ts';
import { pageQuery } from '../../features/content/client.ts';
import { MAX_LOCATIONS } from '../../features/enquiries/schema.ts';
import { featuredQuery } from '../../features/search/client.ts';
import { EnquiryPage } from '../components/EnquiryPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/boards/$boardId/enquire')({
  loader: async ({ context: { api, queryClient }, params }) => {
    const [board] = await Promise.all([
      loadRequired(loadBoard(api, queryClient, params.boardId)),
      queryClient.ensureQueryData(pageQuery(api, 'location-enquiry')),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
    return { title: `Enquire about ‘${board.title}’`, board };
  },
  head: createLoadedHead,
  component: BoardEnquiry,
});

/** Loads the published locations of a board, as many as an enquiry can have. */
async function loadBoard(api: Api, queryClient: QueryClient, id: string) {
  const load = (page: number) => queryClient.ensureQueryData(boardQuery(api, id, { page, size: MAX_PAGE_SIZE }));
  const first = await load(1);
  const pages = Math.ceil(Math.min(first.count, MAX_LOCATIONS) / MAX_PAGE_SIZE);
  const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => load(index + 2)));
  const items = [first, ...others].flatMap(({ locations }) => locations.data);
  const published = items.flatMap(({ location }) => location ?? []);
  return { id, title: first.title, locations: published.slice(0, MAX_LOCATIONS) };
}

function BoardEnquiry() {
  const { board } = Route.useLoaderData();
  return <EnquiryPage pageName="location-enquiry" board={board} />;
}
