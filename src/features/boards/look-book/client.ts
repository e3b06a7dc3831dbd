import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { deleteLookBook, lookBooksOfBoard, requestLookBook } from './contract.ts';
import type { LookBookState } from './schema.ts';

const KEY = ['look-books'] as const;
/** How often the dialog asks how far a look-book is. */
const POLL_MS = 1_500;

export const lookBooksQuery = (api: Api, id: string) => ({
  ...routeQuery(api, [...KEY, id], lookBooksOfBoard, { id }),
  refetchInterval: ({ state }: { state: { data?: { look_books: LookBookState[] } | undefined } }) =>
    state.data?.look_books.some((each) => each.state === 'WAITING') === true && POLL_MS,
});

export const requestLookBookMutation = (api: Api) =>
  routeMutation(api, requestLookBook, (client) => client.invalidateQueries({ queryKey: KEY }));

export const deleteLookBookMutation = (api: Api) =>
  routeMutation(api, deleteLookBook, (client) => client.invalidateQueries({ queryKey: KEY }));
