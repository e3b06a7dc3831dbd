import { mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
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
  setHasLocation,
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
  routeMutation(api, createBoard, (client, board) => prependToList(client, 'own', board));

export const createPrivateBoardMutation = (api: Api) =>
  routeMutation(api, createPrivateBoard, (client, board) => prependToList(client, 'private', board));

export const duplicateBoardMutation = (api: Api) =>
  routeMutation(api, duplicateBoard, (client, board) =>
    prependToList(client, board.private ? 'private' : 'own', board),
  );

/** Changes the title or the primary location. */
export const updateBoardMutation = (api: Api) =>
  routeMutation(api, updateBoard, (client, board, { primaryLocationId }) => {
    updateBoardInCache(client, board);
    if (primaryLocationId === undefined) return;
    updateViews(client, board.id, (view) => ({
      ...view,
      locations: mapItems(view, (item) => ({ ...item, primary: item.id === primaryLocationId })),
    }));
  });

export const deleteBoardMutation = (api: Api) =>
  routeMutation(api, deleteBoard, (client, _output, { id }) => removeFromLists(client, id));

export const archiveBoardMutation = (api: Api) =>
  routeMutation(api, archiveBoard, async (client, board, { id }) => {
    updateBoardInCache(client, board);
    await removeFromLists(client, id);
  });

/** Adds a location. Undo of a removal passes its former position and note. */
export const addLocationMutation = (api: Api) =>
  routeMutation(api, addLocation, (client, { board }, { locationId }) => {
    updateBoardInCache(client, board);
    setHasLocation(client, board.id, locationId, true);
    return refetchOrder(client, board.id);
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
  routeMutation(api, removeLocation, (client, board, { id, locationId }) => {
    updateBoardInCache(client, board);
    updateViews(client, id, (view) => removeLocationFromView(view, locationId));
    setHasLocation(client, id, locationId, false);
    return refetchOrder(client, id);
  });

export const shareBoardMutation = (api: Api) =>
  routeMutation(api, shareBoard, (client, shares, { id }) => setShares(client, id, shares));

export const removeShareMutation = (api: Api) =>
  routeMutation(api, removeShare, (client, _output, { id, shareId }) => {
    const shares = client.getQueryData<Share[]>(KEYS.shares(id))?.filter((share) => share.id !== shareId);
    if (shares) setShares(client, id, shares);
  });

export const createLinkMutation = (api: Api) =>
  routeMutation(api, createLink, (client, { link }, { id }) => setLink(client, id, link));

export const deleteLinkMutation = (api: Api) =>
  routeMutation(api, deleteLink, (client, _output, { id }) => setLink(client, id, null));
