import { formatCost } from '../costs.ts';
import type { BoardLocation } from '../schema.ts';

/** The cost of a location. */
export function LocationCost({ cost }: Pick<BoardLocation, 'cost'>) {
  return cost && <p className="small">Cost: {formatCost(cost)}</p>;
}
