/**
 * Returns the order of a list after `id`, from the list or new, is moved before the item that is at `position` now, counted from 0;
 * at the end if there is none.
 */
export function moveBefore(order: readonly string[], id: string, position: number): string[] {
  const before = order.slice(0, position).filter((other) => other !== id);
  const after = order.slice(position).filter((other) => other !== id);
  return [...before, id, ...after];
}
