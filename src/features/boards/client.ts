import { type QueryClient, mutationOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Api, isConflict } from '../../platform/http/contract.ts';
import { removeCached } from '../../platform/http/remove-cached.ts';
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
  updateShare,
} from './contract.ts';
import { PAGE_SIZE } from '../../platform/http/paging.ts';
import { moveLocation } from './move-location.ts';
import { savedLocationsQuery } from './saved-locations/client.ts';
import type { BoardView } from './schema.ts';

/** Beginnings of query keys. */
export const KEYS = {
  all: ['boards'],
  lists: ['boards', 'list'],
  views: (id: string) => ['boards', 'board', id],
  candidates: (id: string) => ['boards', 'candidates', id],
} as const;

const LIST_ROUTES = {
  own: ownBoards,
  archived: archivedBoards,
  private: privateBoards,
  shared: sharedBoards,
} as const;
interface Page {
  readonly page?: number;
  readonly size?: number;
}

/** Fetches what is shown of boards again; the rest when it is opened. */
export const refetchBoards = (client: QueryClient) => refetch(client, KEYS.all);

function refetch(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  removeCached(client, { queryKey, type: 'inactive' });
  return client.invalidateQueries({ queryKey });
}

const refetchSavedLocations = (api: Api, client: QueryClient) =>
  client.invalidateQueries({ queryKey: savedLocationsQuery(api).queryKey });

/** A page of one of the caller's lists. With `locationId`, boards say whether they have this location. */
export const boardsQuery = (
  api: Api,
  list: keyof typeof LIST_ROUTES,
  input: Page & { readonly locationId?: string; readonly editable?: 'true' } = {},
) => routeQuery(api, [...KEYS.lists, list, input], LIST_ROUTES[list] as typeof sharedBoards, input);

/** A page of a list, with one board fewer where a create card is shown. */
export const boardPageQuery = (api: Api, list: keyof typeof LIST_ROUTES, page: number) =>
  boardsQuery(api, list, { page, size: list === 'own' || list === 'private' ? PAGE_SIZE - 1 : PAGE_SIZE });

export const boardQuery = (api: Api, id: string, input: Page & { readonly tag?: string } = {}) =>
  routeQuery(api, [...KEYS.views(id), input], boardById, { ...input, id });

export const publicBoardQuery = (api: Api, link: string, input: Page = {}) =>
  routeQuery(api, [...KEYS.all, 'public', link, input], boardByLink, { ...input, link });

export const locationOnBoardQuery = (api: Api, id: string, locationId: string) =>
  routeQuery(api, [...KEYS.all, 'location', id, locationId], locationOnBoard, { id, locationId });

export const boardSharesQuery = (api: Api, id: string) =>
  routeQuery(api, [...KEYS.all, 'shares', id], boardShares, { id });

/** Locations that could be added to a board. */
export const candidatesQuery = (api: Api, id: string, input: { readonly query: string; readonly page?: number }) =>
  routeQuery(api, [...KEYS.candidates(id), input], candidatesForBoard, { ...input, id });

export const createBoardMutation = (api: Api) => routeMutation(api, createBoard, refetchBoards);

export const createPrivateBoardMutation = (api: Api) => routeMutation(api, createPrivateBoard, refetchBoards);

export const duplicateBoardMutation = (api: Api) => routeMutation(api, duplicateBoard, refetchBoards);

/** Changes the title or the primary location. */
export const updateBoardMutation = (api: Api) => routeMutation(api, updateBoard, refetchBoards, refetchBoards);

export const deleteBoardMutation = (api: Api) =>
  routeMutation(api, deleteBoard, (client) => {
    void refetchSavedLocations(api, client);
    // The page of the board may be open and could not be fetched.
    return refetch(client, KEYS.lists);
  });

export const archiveBoardMutation = (api: Api) =>
  routeMutation(api, archiveBoard, (client) => {
    void refetchSavedLocations(api, client);
    return refetchBoards(client);
  });

/**
 * Adds a location; undo of a removal passes its former position and note. Buttons show at once that it is added, and only the page of
 * the board is waited for, where undo moves the focus to the location.
 */
export const addLocationMutation = (api: Api) =>
  routeMutation(api, addLocation, (client, _output, { id, locationId }) => {
    client.setQueryData(savedLocationsQuery(api).queryKey, (saved) => saved && new Set(saved).add(locationId));
    client.setQueriesData<Candidates>({ queryKey: KEYS.candidates(id) }, (page) => page && markAdded(page, locationId));
    void refetchBoards(client);
    return client.refetchQueries({ queryKey: KEYS.views(id), type: 'active' }, { cancelRefetch: false });
  });

type Candidates = z.output<typeof candidatesForBoard.output>;

function markAdded(page: Candidates, locationId: string): Candidates {
  return { ...page, data: page.data.map((other) => (other.id === locationId ? { ...other, added: true } : other)) };
}

const LOCATION_CHANGES = ['board-location'];

/** Moves a location or changes its note. Moves are optimistic: shown at once and rolled back on failure. */
export const updateLocationMutation = (api: Api) =>
  mutationOptions({
    mutationKey: LOCATION_CHANGES,
    mutationFn: (input: z.input<typeof updateLocation.input>) => api(updateLocation, input),
    // Moves run serially: a position refers to the order after the previous move.
    scope: { id: 'board-order' },
    onMutate: async ({ id, locationId, position, sectionId }, { client }) => {
      if (position === undefined) return undefined;
      const queryKey = KEYS.views(id);
      // A page that is still loading would fail.
      await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
      const before = client.getQueriesData<BoardView>({ queryKey });
      client.setQueriesData<BoardView>(
        { queryKey },
        (view) => view && moveLocation(view, locationId, { position, sectionId }),
      );
      return before;
    },
    onError: (error, _input, before, { client }) => {
      for (const [key, view] of before ?? []) client.setQueryData(key, view);
      return isConflict(error) ? refetchBoards(client) : undefined;
    },
    onSuccess: (_output, { position }, _before, { client }) => {
      // The server does not know the next move yet, whose change fetches the board again.
      const isNextShown = position !== undefined && client.isMutating({ mutationKey: LOCATION_CHANGES }) > 1;
      return isNextShown ? undefined : refetchBoards(client);
    },
  });

export const removeLocationMutation = (api: Api) =>
  routeMutation(api, removeLocation, (client) => {
    // It may still be on another board.
    void refetchSavedLocations(api, client);
    return refetchBoards(client);
  });

export const shareBoardMutation = (api: Api) => routeMutation(api, shareBoard, refetchBoards);

export const updateShareMutation = (api: Api) =>
  routeMutation(api, updateShare, (client, shares, { id }) =>
    client.setQueryData(boardSharesQuery(api, id).queryKey, shares),
  );

export const removeShareMutation = (api: Api) => routeMutation(api, removeShare, refetchBoards);

export const createLinkMutation = (api: Api) => routeMutation(api, createLink, refetchBoards);

export const deleteLinkMutation = (api: Api) => routeMutation(api, deleteLink, refetchBoards);
