import { formatNumber } from '../../platform/text/numbers.ts';
import { formatMoney } from '../geography/region-rules.ts';
import { type FigureName, isSpend } from './schema.ts';

/** Formats a figure as '12' or '£12,000'. */
export function formatFigure(figure: FigureName, value: number): string {
  return isSpend(figure) ? formatMoney(value) : formatNumber(value);
}
