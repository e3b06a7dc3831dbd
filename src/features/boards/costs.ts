import { formatNumber } from '../../platform/text/numbers.ts';
import { formatMoney } from '../geography/region-rules.ts';
import type { CostRange, LocationCost } from './schema.ts';

/** Returns what a location costs in all. */
export function getTotalCost({ amount, days }: LocationCost): number {
  return Math.round(amount * (days ?? 1) * 100) / 100;
}

/** Formats the cost of a location, as '£1,200 (3 days at £400)'. */
export function formatCost(cost: LocationCost): string {
  const { amount, days } = cost;
  const total = formatMoney(getTotalCost(cost));
  return days === null
    ? total
    : `${total} (${formatNumber(days)} ${days === 1 ? 'day' : 'days'} at ${formatMoney(amount)})`;
}

/** Formats what is known of a cost, as '£500 to £1,200'. */
export function formatCostRange({ lowest, highest }: CostRange): string {
  return lowest === highest ? formatMoney(lowest) : `${formatMoney(lowest)} to ${formatMoney(highest)}`;
}
