import { formatNumber } from '../../platform/text/numbers.ts';
import { formatMoney } from '../geography/region-rules.ts';
import { BASES, type Basis, type FigureName, isSpend } from './schema.ts';

/** Formats a figure as '12' or '£12,000'. */
export function formatFigure(figure: FigureName, value: number): string {
  return isSpend(figure) ? formatMoney(value) : formatNumber(value);
}

/** Formats how a figure is known, as 'Declared' or 'Estimated by Hire per day, version 2'. */
export function formatBasis(
  basis: Basis,
  formula: { readonly name: string; readonly version: number } | null | undefined,
): string {
  return formula ? `${BASES[basis]} by ${formula.name}, version ${formula.version}` : BASES[basis];
}
