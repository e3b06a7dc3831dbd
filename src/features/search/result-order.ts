import type { Position } from '../geography/schema.ts';
import type { SearchOrder } from './schema.ts';

/** An order of results other than best match. Equal locations are in browse order. */
export type ResultOrder =
  | { readonly by: 'newest' }
  | { readonly by: 'title' }
  /** Those without a position come last. */
  | { readonly by: 'nearest'; readonly from: Position };

/** Undefined for best match, and if there is no place to measure from. */
export function toResultOrder(order: SearchOrder | undefined, place: Position | null): ResultOrder | undefined {
  if (order !== 'nearest') return order && { by: order };
  return place ? { by: order, from: place } : undefined;
}

/** Distances are compared in metres, so that rounding errors do not decide. */
export const METRES_PER_KILOMETRE = 1_000;
