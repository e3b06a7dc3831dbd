import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import {
  addLocation,
  archiveBoard,
  archivedBoards,
  boardById,
  boardByLink,
  boardShares,
  boardsOfUser,
  candidatesForBoard,
  createBoard,
  createLink,
  createPrivateBoard,
  deleteBoard,
  deleteLink,
  duplicateBoard,
  locationOnBoard,
  ownBoards,
  privateBoards,
  removeLocation,
  removeShare,
  shareBoard,
  sharedBoards,
  updateBoard,
  updateLocation,
} from './contract.ts';
import { putBefore } from './order.ts';
import type { BoardCard, BoardLocation, BoardView, Share } from './schema.ts';

/** Answers are kept under these, so that each change can be shown where the board is shown. */
const KEYS = {
  lists: ['boards', 'list'],
  list: (name: BoardList) => ['boards', 'list', name],
  views: (id: string) => ['boards', 'board', id],
  shares: (id: string) => ['boards', 'shares', id],
  candidates: (id: string) => ['boards', 'candidates', id],
} as const;

const LISTS = { own: ownBoards, archived: archivedBoards, private: privateBoards, shared: sharedBoards } as const;
export type BoardList = keyof typeof LISTS | 'of-user';
interface Page {
  readonly page?: number;
  readonly size?: number;
}
type CardPage = z.output<typeof ownBoards.output>;

/** A page of one of the caller's lists; of own and private boards also whether each holds a location. */
export const boardsQuery = (api: Api, list: keyof typeof LISTS, input: Page & { readonly locationId?: string } = {}) =>
  queryOptions({
    queryKey: [...KEYS.list(list), input],
    queryFn: ({ signal }) => api(LISTS[list] as typeof ownBoards, input, { signal }),
  });

export const boardsOfUserQuery = (api: Api, id: string, input: Page & { readonly archived: boolean }) =>
  queryOptions({
    queryKey: [...KEYS.list('of-user'), id, input],
    queryFn: ({ signal }) =>
      api(boardsOfUser, { ...input, id, archived: input.archived ? 'true' : 'false' }, { signal }),
  });

export const boardQuery = (api: Api, id: string, input: Page = {}) =>
  queryOptions({
    queryKey: [...KEYS.views(id), input],
    queryFn: ({ signal }) => api(boardById, { ...input, id }, { signal }),
  });

export const publicBoardQuery = (api: Api, link: string, input: Page = {}) =>
  queryOptions({
    queryKey: ['boards', 'public', link, input],
    queryFn: ({ signal }) => api(boardByLink, { ...input, link }, { signal }),
  });

export const locationOnBoardQuery = (api: Api, id: string, locationId: string) =>
  queryOptions({
    queryKey: ['boards', 'location', id, locationId],
    queryFn: ({ signal }) => api(locationOnBoard, { id, locationId }, { signal }),
  });

export const boardSharesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: KEYS.shares(id),
    queryFn: ({ signal }) => api(boardShares, { id }, { signal }),
  });

/** Locations that could be added to a board. */
export const candidatesQuery = (api: Api, id: string, input: { readonly query: string; readonly page?: number }) =>
  queryOptions({
    queryKey: [...KEYS.candidates(id), input],
    queryFn: ({ signal }) => api(candidatesForBoard, { ...input, id }, { signal }),
  });

export const boardCreation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof createBoard.input>) => api(createBoard, input),
    onSuccess: (board, { userId }, _, { client }) => putFirst(client, userId ? 'of-user' : 'own', board),
  });

export const privateBoardCreation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof createPrivateBoard.input>) => api(createPrivateBoard, input),
    onSuccess: (board, _input, _, { client }) => putFirst(client, 'private', board),
  });

export const boardDuplication = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof duplicateBoard.input>) => api(duplicateBoard, input),
    onSuccess: (board, _input, _, { client }) => putFirst(client, board.private ? 'private' : 'own', board),
  });

/** A new title, or another primary location. */
export const boardUpdate = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof updateBoard.input>) => api(updateBoard, input),
    onSuccess: (board, { primaryLocationId }, _, { client }) => {
      showBoard(client, board);
      if (primaryLocationId === undefined) return;
      inViews(client, board.id, (view) => ({
        ...view,
        primary_location_id: primaryLocationId,
        locations: withItems(view, (item) => ({ ...item, primary: item.id === primaryLocationId })),
      }));
    },
  });

export const boardDeletion = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof deleteBoard.input>) => api(deleteBoard, input),
    onSuccess: (_nothing, { id }, _, { client }) => takeOutOfLists(client, id, KEYS.lists),
  });

export const boardArchiving = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof archiveBoard.input>) => api(archiveBoard, input),
    onSuccess: async (board, { id }, _, { client }) => {
      inViews(client, id, (view) => ({ ...view, ...board, link: null }));
      await takeOutOfLists(client, id, KEYS.lists);
    },
  });

/** Adds a location; to undo a removal, with the position and the note that it had. */
export const locationAddition = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof addLocation.input>) => api(addLocation, input),
    onSuccess: ({ board }, { locationId }, _, { client }) => {
      showBoard(client, board);
      markHolding(client, board.id, locationId, true);
      return askForOrder(client, board.id);
    },
  });

/** A move or a new note. A move is shown on the page of the board before it is answered, and taken back if it fails. */
export const locationUpdate = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof updateLocation.input>) => api(updateLocation, input),
    // Moves are made one after another: each position means the order that the one before has left.
    scope: { id: 'board-order' },
    onMutate: async ({ id, locationId, position }, { client }) => {
      if (position === undefined) return undefined;
      await client.cancelQueries({ queryKey: KEYS.views(id) });
      const before = client.getQueriesData<BoardView>({ queryKey: KEYS.views(id) });
      inViews(client, id, (view) => moved(view, locationId, position));
      return before;
    },
    onError: (_error, _input, before, { client }) => {
      for (const [key, view] of before ?? []) client.setQueryData(key, view);
    },
    onSuccess: ({ board, item }, { position }, _, { client }) => {
      inViews(client, board.id, (view) => ({
        ...view,
        locations: withItems(view, (shown) => (shown.id === item.id ? item : shown)),
      }));
      showBoard(client, board);
      return position === undefined ? undefined : askForOrder(client, board.id);
    },
  });

export const locationRemoval = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof removeLocation.input>) => api(removeLocation, input),
    onSuccess: (board, { id, locationId }, _, { client }) => {
      showBoard(client, board);
      inViews(client, id, (view) => without(view, locationId));
      markHolding(client, id, locationId, false);
      return askForOrder(client, id);
    },
  });

export const boardSharing = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof shareBoard.input>) => api(shareBoard, input),
    onSuccess: (shares, { id }, _, { client }) => showShares(client, id, shares),
  });

export const shareRemoval = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof removeShare.input>) => api(removeShare, input),
    onSuccess: (_nothing, { id, shareId }, _, { client }) => {
      const left = client.getQueryData<Share[]>(KEYS.shares(id))?.filter((share) => share.id !== shareId);
      if (left) showShares(client, id, left);
    },
  });

export const linkCreation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof createLink.input>) => api(createLink, input),
    onSuccess: ({ link }, { id }, _, { client }) => showLink(client, id, link),
  });

export const linkDeletion = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof deleteLink.input>) => api(deleteLink, input),
    onSuccess: (_nothing, { id }, _, { client }) => showLink(client, id, null),
  });

function inLists(client: QueryClient, queryKey: readonly string[], change: (page: CardPage) => CardPage): void {
  client.setQueriesData<CardPage>({ queryKey }, (page) => page && change(page));
}

function inCards(client: QueryClient, id: string, change: (card: BoardCard) => BoardCard): void {
  inLists(client, KEYS.lists, (page) => ({
    ...page,
    data: page.data.map((card) => (card.id === id ? change(card) : card)),
  }));
}

function inViews(client: QueryClient, id: string, change: (view: BoardView) => BoardView): void {
  client.setQueriesData<BoardView>({ queryKey: KEYS.views(id) }, (view) => view && change(view));
}

function withItems(view: BoardView, change: (item: BoardLocation) => BoardLocation): BoardView['locations'] {
  return { ...view.locations, data: view.locations.data.map(change) };
}

/** Shows a new board at the head of its list, and asks again for the pages behind. */
function putFirst(client: QueryClient, list: BoardList, board: BoardCard): Promise<void> {
  inLists(client, KEYS.list(list), (page) =>
    page.current_page > 1
      ? page
      : { ...page, data: [board, ...page.data].slice(0, page.per_page), total: page.total + 1 },
  );
  return client.invalidateQueries({ queryKey: KEYS.list(list) });
}

function takeOutOfLists(client: QueryClient, id: string, queryKey: readonly string[]): Promise<void> {
  inLists(client, queryKey, (page) => {
    const data = page.data.filter((card) => card.id !== id);
    return { ...page, data, total: page.total - (page.data.length - data.length) };
  });
  return client.invalidateQueries({ queryKey });
}

/** Shows a board as it is now wherever it is shown. */
function showBoard(client: QueryClient, board: BoardCard): void {
  inCards(client, board.id, (card) => ({ ...card, ...board }));
  inViews(client, board.id, (view) => ({ ...view, ...board }));
}

/** Asks again for the pages of a board, whose locations have other places now. */
function askForOrder(client: QueryClient, id: string): Promise<void> {
  return client.invalidateQueries({ queryKey: KEYS.views(id) });
}

/** Notes in the lists that were asked about a location, and among the candidates, whether the board holds it now. */
function markHolding(client: QueryClient, id: string, locationId: string, holds: boolean): void {
  for (const [key, page] of client.getQueriesData<CardPage>({ queryKey: KEYS.lists })) {
    const asked = key.some(
      (part) => typeof part === 'object' && part !== null && 'locationId' in part && part.locationId === locationId,
    );
    if (!page || !asked) continue;
    client.setQueryData<CardPage>(key, {
      ...page,
      data: page.data.map((card) => (card.id === id ? { ...card, holds } : card)),
    });
  }
  client.setQueriesData<z.output<typeof candidatesForBoard.output>>(
    { queryKey: KEYS.candidates(id) },
    (page) =>
      page && {
        ...page,
        data: page.data.map((found) => (found.id === locationId ? { ...found, added: holds } : found)),
      },
  );
}

function showShares(client: QueryClient, id: string, shares: Share[]): void {
  client.setQueryData(KEYS.shares(id), shares);
  const people = shares.length;
  inCards(client, id, (card) => ({ ...card, shared: { ...card.shared, people } }));
  inViews(client, id, (view) => ({ ...view, shared: { ...view.shared, people } }));
}

function showLink(client: QueryClient, id: string, link: string | null): void {
  inCards(client, id, (card) => ({ ...card, shared: { ...card.shared, link: link !== null } }));
  inViews(client, id, (view) => ({ ...view, link, shared: { ...view.shared, link: link !== null } }));
}

/** A page of a board after a move within it; a move that leaves the page takes the location off it. */
function moved(view: BoardView, locationId: string, position: number): BoardView {
  const { data, current_page, per_page } = view.locations;
  const first = (current_page - 1) * per_page;
  const item = data.find(({ id }) => id === locationId);
  if (!item) return view;
  if (position < first || position > first + data.length) return without(view, locationId);
  const items = new Map(data.map((shown) => [shown.id, shown]));
  const order = putBefore([...items.keys()], locationId, position - first);
  const reordered = order.map((id, n) => ({ ...(items.get(id) ?? item), position: first + n }));
  return { ...view, locations: { ...view.locations, data: reordered } };
}

function without(view: BoardView, locationId: string): BoardView {
  const data = view.locations.data.filter(({ id }) => id !== locationId);
  return { ...view, locations: { ...view.locations, data } };
}
