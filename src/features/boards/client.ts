import { mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import {
  addLocation,
  archiveBoard,
  archivedBoards,
  boardById,
  boardByLink,
  boardShares,
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
import { PAGE_SIZE } from '../../platform/http/paging.ts';
import type { BoardView, Share } from './schema.ts';
import {
  type BoardList,
  KEYS,
  refetchOrder,
  updateViews,
  setHoldsLocation,
  moveLocation,
  prependToList,
  updateBoardInCache,
  setLink,
  setShares,
  removeFromLists,
  mapItems,
  removeLocationFromView,
} from './cache-updates.ts';

const LIST_ROUTES = {
  own: ownBoards,
  archived: archivedBoards,
  private: privateBoards,
  shared: sharedBoards,
} as const satisfies Record<BoardList, unknown>;
interface Page {
  readonly page?: number;
  readonly size?: number;
}

/** A page of one of the caller's lists. With `locationId`, own and private boards say whether they have this location. */
export const boardsQuery = (api: Api, list: BoardList, input: Page & { readonly locationId?: string } = {}) =>
  routeQuery(api, [...KEYS.list(list), input], LIST_ROUTES[list] as typeof ownBoards, input);

/** A page of a list, with one board fewer where a create card is shown. */
export const boardPageQuery = (api: Api, list: keyof typeof LIST_ROUTES, page: number) =>
  boardsQuery(api, list, { page, size: list === 'own' || list === 'private' ? PAGE_SIZE - 1 : PAGE_SIZE });

export const boardQuery = (api: Api, id: string, input: Page = {}) =>
  routeQuery(api, [...KEYS.views(id), input], boardById, { ...input, id });

export const publicBoardQuery = (api: Api, link: string, input: Page = {}) =>
  routeQuery(api, ['boards', 'public', link, input], boardByLink, { ...input, link });

export const locationOnBoardQuery = (api: Api, id: string, locationId: string) =>
  routeQuery(api, KEYS.location(id, locationId), locationOnBoard, { id, locationId });

export const boardSharesQuery = (api: Api, id: string) => routeQuery(api, KEYS.shares(id), boardShares, { id });

/** Locations that could be added to a board. */
export const candidatesQuery = (api: Api, id: string, input: { readonly query: string; readonly page?: number }) =>
  routeQuery(api, [...KEYS.candidates(id), input], candidatesForBoard, { ...input, id });

export const createBoardMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof createPrivateBoard.input>) => api(createBoard, input),
    onSuccess: (board, _input, _, { client }) => prependToList(client, 'own', board),
  });

export const createPrivateBoardMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof createPrivateBoard.input>) => api(createPrivateBoard, input),
    onSuccess: (board, _input, _, { client }) => prependToList(client, 'private', board),
  });

export const duplicateBoardMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof duplicateBoard.input>) => api(duplicateBoard, input),
    onSuccess: (board, _input, _, { client }) => prependToList(client, board.private ? 'private' : 'own', board),
  });

/** Changes the title or the primary location. */
export const updateBoardMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof updateBoard.input>) => api(updateBoard, input),
    onSuccess: (board, { primaryLocationId }, _, { client }) => {
      updateBoardInCache(client, board);
      if (primaryLocationId === undefined) return;
      updateViews(client, board.id, (view) => ({
        ...view,
        locations: mapItems(view, (item) => ({ ...item, primary: item.id === primaryLocationId })),
      }));
    },
  });

export const deleteBoardMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof deleteBoard.input>) => api(deleteBoard, input),
    onSuccess: (_output, { id }, _, { client }) => removeFromLists(client, id),
  });

export const archiveBoardMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof archiveBoard.input>) => api(archiveBoard, input),
    onSuccess: async (board, { id }, _, { client }) => {
      updateBoardInCache(client, board);
      await removeFromLists(client, id);
    },
  });

/** Adds a location. Undo of a removal passes its former position and note. */
export const addLocationMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof addLocation.input>) => api(addLocation, input),
    onSuccess: ({ board }, { locationId }, _, { client }) => {
      updateBoardInCache(client, board);
      setHoldsLocation(client, board.id, locationId, true);
      return refetchOrder(client, board.id);
    },
  });

/** Moves a location or changes its note. Moves are optimistic: shown at once and rolled back on failure. */
export const updateLocationMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof updateLocation.input>) => api(updateLocation, input),
    // Moves run serially: a position refers to the order after the previous move.
    scope: { id: 'board-order' },
    onMutate: async ({ id, locationId, position }, { client }) => {
      if (position === undefined) return undefined;
      await client.cancelQueries({ queryKey: KEYS.views(id) });
      const before = client.getQueriesData<BoardView>({ queryKey: KEYS.views(id) });
      updateViews(client, id, (view) => moveLocation(view, locationId, position));
      return before;
    },
    onError: (_error, _input, before, { client }) => {
      for (const [key, view] of before ?? []) client.setQueryData(key, view);
    },
    onSuccess: async ({ board, item }, { position }, _, { client }) => {
      updateViews(client, board.id, (view) => ({
        ...view,
        locations: mapItems(view, (shown) => (shown.id === item.id ? item : shown)),
      }));
      updateBoardInCache(client, board);
      await client.invalidateQueries({ queryKey: KEYS.location(board.id, item.id) });
      if (position !== undefined) await refetchOrder(client, board.id);
    },
  });

export const removeLocationMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof removeLocation.input>) => api(removeLocation, input),
    onSuccess: (board, { id, locationId }, _, { client }) => {
      updateBoardInCache(client, board);
      updateViews(client, id, (view) => removeLocationFromView(view, locationId));
      setHoldsLocation(client, id, locationId, false);
      return refetchOrder(client, id);
    },
  });

export const shareBoardMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof shareBoard.input>) => api(shareBoard, input),
    onSuccess: (shares, { id }, _, { client }) => setShares(client, id, shares),
  });

export const removeShareMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof removeShare.input>) => api(removeShare, input),
    onSuccess: (_output, { id, shareId }, _, { client }) => {
      const shares = client.getQueryData<Share[]>(KEYS.shares(id))?.filter((share) => share.id !== shareId);
      if (shares) setShares(client, id, shares);
    },
  });

export const createLinkMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof createLink.input>) => api(createLink, input),
    onSuccess: ({ link }, { id }, _, { client }) => setLink(client, id, link),
  });

export const deleteLinkMutation = (api: Api) =>
  mutationOptions({
    mutationFn: (input: z.input<typeof deleteLink.input>) => api(deleteLink, input),
    onSuccess: (_output, { id }, _, { client }) => setLink(client, id, null),
  });
