/**
 * The order of a list after `id`, in it or new, was put before whatever stands at `position` now, counted from 0; at the end
 * where nothing stands there.
 */
export function moveBefore(order: readonly string[], id: string, position: number): string[] {
  const before = order.slice(0, position).filter((other) => other !== id);
  const after = order.slice(position).filter((other) => other !== id);
  return [...before, id, ...after];
}
