import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { candidatesForBoard, ownBoards } from './contract.ts';
import { moveBefore } from '../../platform/move-before.ts';
import type { BoardCard, BoardLocation, BoardView, Share } from './schema.ts';

/** Answers are kept under these, so that each change can be shown where the board is shown. */
export const KEYS = {
  lists: ['boards', 'list'],
  list: (name: BoardList) => ['boards', 'list', name],
  views: (id: string) => ['boards', 'board', id],
  location: (id: string, locationId: string) => ['boards', 'location', id, locationId],
  shares: (id: string) => ['boards', 'shares', id],
  candidates: (id: string) => ['boards', 'candidates', id],
  kept: ['boards', 'kept'],
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

/** Changes every page of a board that is kept. */
export function updateViews(client: QueryClient, id: string, change: (view: BoardView) => BoardView): void {
  client.setQueriesData<BoardView>({ queryKey: KEYS.views(id) }, (view) => view && change(view));
}

/** The locations of a page, each as `change` makes it. */
export function mapItems(view: BoardView, change: (item: BoardLocation) => BoardLocation): BoardView['locations'] {
  return { ...view.locations, data: view.locations.data.map(change) };
}

/** Shows a new board at the head of its list, and asks again for the pages behind. */
export function prependToList(client: QueryClient, list: BoardList, board: BoardCard): Promise<void> {
  updateLists(client, KEYS.list(list), (page) =>
    page.current_page > 1
      ? page
      : { ...page, data: [board, ...page.data].slice(0, page.per_page), total: page.total + 1 },
  );
  return client.invalidateQueries({ queryKey: KEYS.list(list) });
}

/** Takes a board out of the lists that show it, and asks again for what moves up. */
export function removeFromLists(client: QueryClient, id: string): Promise<void> {
  updateLists(client, KEYS.lists, (page) => {
    const data = page.data.filter((card) => card.id !== id);
    return { ...page, data, total: page.total - (page.data.length - data.length) };
  });
  void client.invalidateQueries({ queryKey: KEYS.kept });
  return client.invalidateQueries({ queryKey: KEYS.lists });
}

/** Shows a board as it is now wherever it is shown. */
export function updateBoardInCache(client: QueryClient, board: BoardCard): void {
  updateCards(client, board.id, (card) => applyChange(card, board));
  updateViews(client, board.id, (view) => ({ ...applyChange(view, board), locations: view.locations }));
}

/**
 * What is shown of a board, after a change. The answer has the rights of whoever may make it, and the website shows a board of
 * somebody else with fewer: a change ends rights, and gives none.
 */
function applyChange<Board extends BoardCard>(current: Board, board: BoardCard): Board {
  const may = { ...board.may };
  for (const right of Object.keys(may) as (keyof typeof may)[]) may[right] &&= current.may[right];
  return { ...current, ...board, may };
}

/** Asks again for the pages of a board, whose locations have other places now. */
export function refetchOrder(client: QueryClient, id: string): Promise<void> {
  return client.invalidateQueries({ queryKey: KEYS.views(id) });
}

/** Notes in the lists that were asked about a location, and among the candidates, whether the board holds it now. */
export function setHoldsLocation(client: QueryClient, id: string, locationId: string, holds: boolean): void {
  // Taken off one board, it may be on another.
  if (!holds) void client.invalidateQueries({ queryKey: KEYS.kept });
  else client.setQueryData<ReadonlySet<string>>(KEYS.kept, (kept) => kept && new Set(kept).add(locationId));
  for (const [key, page] of client.getQueriesData<CardPage>({ queryKey: KEYS.lists })) {
    const isAboutLocation = key.some(
      (part) => typeof part === 'object' && part !== null && 'locationId' in part && part.locationId === locationId,
    );
    if (!page || !isAboutLocation) continue;
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

/** Shows whom a board is shared with, and how many they are. */
export function setShares(client: QueryClient, id: string, shares: Share[]): void {
  client.setQueryData(KEYS.shares(id), shares);
  const people = shares.length;
  updateCards(client, id, (card) => ({ ...card, shared: { ...card.shared, people } }));
  updateViews(client, id, (view) => ({ ...view, shared: { ...view.shared, people } }));
}

/** Shows the public link of a board, or that there is none. */
export function setLink(client: QueryClient, id: string, link: string | null): void {
  updateCards(client, id, (card) => ({ ...card, link, shared: { ...card.shared, link: link !== null } }));
  updateViews(client, id, (view) => ({ ...view, link, shared: { ...view.shared, link: link !== null } }));
}

/** A page of a board after a move within it; a move that leaves the page takes the location off it. */
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

/** A page of a board without one of its locations. */
export function removeLocationFromView(view: BoardView, locationId: string): BoardView {
  const data = view.locations.data.filter(({ id }) => id !== locationId);
  return { ...view, locations: { ...view.locations, data } };
}
