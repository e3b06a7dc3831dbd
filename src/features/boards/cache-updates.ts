import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { candidatesForBoard, ownBoards } from './contract.ts';
import { moveBefore } from '../../platform/db/move-before.ts';
import type { BoardCard, BoardLocation, BoardView, Share } from './schema.ts';

export const KEYS = {
  lists: ['boards', 'list'],
  list: (name: BoardList) => ['boards', 'list', name],
  views: (id: string) => ['boards', 'board', id],
  location: (id: string, locationId: string) => ['boards', 'location', id, locationId],
  shares: (id: string) => ['boards', 'shares', id],
  candidates: (id: string) => ['boards', 'candidates', id],
  savedLocations: ['boards', 'saved-locations'],
} as const;

export type BoardList = 'own' | 'archived' | 'private' | 'shared';
type CardPage = z.output<typeof ownBoards.output>;

function updateLists(client: QueryClient, queryKey: readonly string[], change: (page: CardPage) => CardPage): void {
  client.setQueriesData<CardPage>({ queryKey }, (page) => page && change(page));
}

function updateCards(client: QueryClient, id: string, change: (card: BoardCard) => BoardCard): void {
  updateLists(client, KEYS.lists, (page) => ({
    ...page,
    data: page.data.map((card) => (card.id === id ? change(card) : card)),
  }));
}

/** Updates all cached pages of a board. */
export function updateViews(client: QueryClient, id: string, change: (view: BoardView) => BoardView): void {
  client.setQueriesData<BoardView>({ queryKey: KEYS.views(id) }, (view) => view && change(view));
}

/** Returns the locations of a page, each mapped by `change`. */
export function mapItems(view: BoardView, change: (item: BoardLocation) => BoardLocation): BoardView['locations'] {
  return { ...view.locations, data: view.locations.data.map(change) };
}

/** Adds a new board at the top of its list and refetches the other pages. */
export function prependToList(client: QueryClient, list: BoardList, board: BoardCard): Promise<void> {
  updateLists(client, KEYS.list(list), (page) =>
    page.current_page > 1
      ? page
      : { ...page, data: [board, ...page.data].slice(0, page.per_page), total: page.total + 1 },
  );
  return client.invalidateQueries({ queryKey: KEYS.list(list) });
}

/** Removes a board from all lists and refetches them. */
export function removeFromLists(client: QueryClient, id: string): Promise<void> {
  updateLists(client, KEYS.lists, (page) => {
    const data = page.data.filter((card) => card.id !== id);
    return { ...page, data, total: page.total - (page.data.length - data.length) };
  });
  void client.invalidateQueries({ queryKey: KEYS.savedLocations });
  return client.invalidateQueries({ queryKey: KEYS.lists });
}

/** Updates a board in all cached lists and pages. */
export function updateBoardInCache(client: QueryClient, board: BoardCard): void {
  updateCards(client, board.id, (card) => applyChange(card, board));
  updateViews(client, board.id, (view) => ({ ...applyChange(view, board), locations: view.locations }));
}

/**
 * Merges a changed board into a cached one. The response has the rights of the admin area, but the website shows fewer to the
 * Locations Team, so a change can only remove rights.
 */
function applyChange<Board extends BoardCard>(current: Board, board: BoardCard): Board {
  const rights = { ...board.rights };
  for (const right of Object.keys(rights) as (keyof typeof rights)[]) rights[right] &&= current.rights[right];
  return { ...current, ...board, rights };
}

/** Refetches the pages of a board, as positions have changed. */
export function refetchOrder(client: QueryClient, id: string): Promise<void> {
  return client.invalidateQueries({ queryKey: KEYS.views(id) });
}

/** Updates whether a board has a location, in cached lists and candidates. */
export function setHasLocation(client: QueryClient, id: string, locationId: string, hasLocation: boolean): void {
  // It may still be on another board.
  if (!hasLocation) void client.invalidateQueries({ queryKey: KEYS.savedLocations });
  else
    client.setQueryData<ReadonlySet<string>>(KEYS.savedLocations, (saved) => saved && new Set(saved).add(locationId));
  for (const [key, page] of client.getQueriesData<CardPage>({ queryKey: KEYS.lists })) {
    const isAboutLocation = key.some(
      (part) => typeof part === 'object' && part !== null && 'locationId' in part && part.locationId === locationId,
    );
    if (!page || !isAboutLocation) continue;
    client.setQueryData<CardPage>(key, {
      ...page,
      data: page.data.map((card) => (card.id === id ? { ...card, has_location: hasLocation } : card)),
    });
  }
  client.setQueriesData<z.output<typeof candidatesForBoard.output>>(
    { queryKey: KEYS.candidates(id) },
    (page) =>
      page && {
        ...page,
        data: page.data.map((candidate) =>
          candidate.id === locationId ? { ...candidate, added: hasLocation } : candidate,
        ),
      },
  );
}

/** Updates the shares of a board and their number. */
export function setShares(client: QueryClient, id: string, shares: Share[]): void {
  client.setQueryData(KEYS.shares(id), shares);
  const share_count = shares.length;
  updateCards(client, id, (card) => ({ ...card, shared: { ...card.shared, share_count } }));
  updateViews(client, id, (view) => ({ ...view, shared: { ...view.shared, share_count } }));
}

/** Shows the public link of a board, or that there is none. */
export function setLink(client: QueryClient, id: string, link: string | null): void {
  updateCards(client, id, (card) => ({ ...card, link, shared: { ...card.shared, link: link !== null } }));
  updateViews(client, id, (view) => ({ ...view, link, shared: { ...view.shared, link: link !== null } }));
}

/** Returns a page of a board after a move. If the location moves to another page, it is removed from this one. */
export function moveLocation(view: BoardView, locationId: string, position: number): BoardView {
  const { data, current_page, per_page } = view.locations;
  const first = (current_page - 1) * per_page;
  const item = data.find(({ id }) => id === locationId);
  if (!item) return view;
  if (position < first || position > first + data.length) return removeLocationFromView(view, locationId);
  const items = new Map(data.map((current) => [current.id, current]));
  const order = moveBefore([...items.keys()], locationId, position - first);
  const reordered = order.map((id, n) => ({ ...(items.get(id) ?? item), position: first + n }));
  return { ...view, locations: { ...view.locations, data: reordered } };
}

/** Returns a page of a board without one of its locations. */
export function removeLocationFromView(view: BoardView, locationId: string): BoardView {
  const data = view.locations.data.filter(({ id }) => id !== locationId);
  return { ...view, locations: { ...view.locations, data } };
}
