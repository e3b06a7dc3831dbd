import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { boardQuery } from '../../features/boards/client.ts';
import { z } from 'zod';
import { answersQuery, guestLinksQuery } from '../../features/boards/guests/client.ts';
import { type AnswersSearch, toAnswersInput } from '../../features/boards/ui/guests/AnswerList.tsx';
import { GuestAnswers } from '../../features/boards/ui/guests/GuestAnswers.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/boards/$boardId/answers')({
  validateSearch: ({ link, page }: Record<string, unknown>): AnswersSearch => ({
    ...(z.uuid().safeParse(link).success && { link: link as string }),
    ...toPageSearch(parsePage(page)),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) => load(api, queryClient, params.boardId, deps),
  head: createLoadedHead,
  component: GuestAnswersPage,
});

async function load(api: Api, queryClient: QueryClient, id: string, search: AnswersSearch) {
  const board = await loadRequired(queryClient.ensureQueryData(boardQuery(api, id)));
  // Only the owner may know about the guests of others.
  if (board.shared.owner_name !== null) throw notFound();
  await Promise.all([
    loadRequired(queryClient.ensureQueryData(guestLinksQuery(api, id))),
    loadRequired(queryClient.ensureQueryData(answersQuery(api, id, toAnswersInput(search)))),
  ]);
  return { title: `Guests’ answers, ${board.title}` };
}

function GuestAnswersPage() {
  const { api } = Route.useRouteContext();
  const { boardId } = Route.useParams();
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <GuestAnswers key={boardId} api={api} id={boardId} search={Route.useSearch()} />
    </main>
  );
}
