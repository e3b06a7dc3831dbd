import { formatMoney } from '../geography/region-rules.ts';
import { BUDGET_BANDS, BUDGET_BAND_NAMES, type BudgetBand } from './schema.ts';

/** Formats a budget as '£1,000,000 to £5,000,000'. */
export function formatBudget(band: BudgetBand): string {
  const limit = BUDGET_BANDS[band];
  const below = BUDGET_BANDS[BUDGET_BAND_NAMES[BUDGET_BAND_NAMES.indexOf(band) - 1] ?? 'OVER_20M'];
  if (below === null) return `Up to ${formatMoney(limit!)}`;
  return limit === null ? `Over ${formatMoney(below)}` : `${formatMoney(below)} to ${formatMoney(limit)}`;
}
