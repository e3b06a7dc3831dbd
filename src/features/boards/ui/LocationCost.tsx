import { formatCost } from '../costs.ts';
import type { BoardLocation } from '../schema.ts';

/** What a location costs. */
export function LocationCost({ cost }: Pick<BoardLocation, 'cost'>) {
  return cost && <p className="small">Cost: {formatCost(cost)}</p>;
}
