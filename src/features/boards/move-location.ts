import { moveBefore } from '../../platform/db/move-before.ts';
import type { BoardView } from './schema.ts';

/** Returns a page of a board after a move, within a section or into another. If the location moves to another page, it is removed from this one. */
export function moveLocation(
  view: BoardView,
  locationId: string,
  { position, sectionId }: { readonly position: number; readonly sectionId?: string | null | undefined },
): BoardView {
  const { data, current_page, per_page } = view.locations;
  const first = (current_page - 1) * per_page;
  const item = data.find(({ id }) => id === locationId);
  if (!item) return view;
  const showItems = (items: typeof data): BoardView => ({ ...view, locations: { ...view.locations, data: items } });
  if (position < first || position > first + data.length) return showItems(data.filter((other) => other !== item));
  const items = new Map(data.map((current) => [current.id, current]));
  if (sectionId !== undefined) items.set(item.id, { ...item, section_id: sectionId });
  const order = moveBefore([...items.keys()], locationId, position - first);
  return showItems(order.map((id, n) => ({ ...(items.get(id) ?? item), position: first + n })));
}
