import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { boardQuery } from '../../features/boards/client.ts';
import { guestLinksQuery } from '../../features/boards/guests/client.ts';
import { GuestAnswers } from '../../features/boards/guests/ui/GuestAnswers.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/boards/$boardId/answers')({
  loader: ({ context: { api, queryClient }, params }) => load(api, queryClient, params.boardId),
  head: createLoadedHead,
  component: GuestAnswersPage,
});

async function load(api: Api, queryClient: QueryClient, id: string) {
  const board = await loadRequired(queryClient.ensureQueryData(boardQuery(api, id)));
  // A private board has no guests, and only the owner may know about those of others.
  if (board.private || board.shared.owner_name !== null) throw notFound();
  await loadRequired(queryClient.ensureQueryData(guestLinksQuery(api, id)));
  return { title: `Guests’ answers, ${board.title}` };
}

function GuestAnswersPage() {
  const { api } = Route.useRouteContext();
  const { boardId } = Route.useParams();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <GuestAnswers key={boardId} api={api} id={boardId} />
    </main>
  );
}
