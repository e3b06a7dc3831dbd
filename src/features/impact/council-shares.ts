import { type Basis, FIGURE_NAMES, type FigureName, isSpend } from './schema.ts';
import { divide } from './shares.ts';

/** The days that a production used locations in a council; null for locations that are deleted or in none. */
export interface Use {
  readonly council: string | null;
  readonly days: number;
}

export interface KnownValue {
  readonly figure: FigureName;
  readonly value: number;
  readonly basis: Basis;
}

/** The figures that follow the place. People and their days do not: crews live elsewhere than where they film. */
const DIVIDED_FIGURES: ReadonlySet<FigureName> = new Set(
  FIGURE_NAMES.filter((figure) => figure === 'DAYS' || isSpend(figure)),
);

interface Share {
  readonly council: string | null;
  readonly figure: FigureName;
  readonly basis: Basis;
  /** In hundredths of a day or of the currency, so that sums are exact. */
  readonly hundredths: number;
}

/** Divides days and spend of a production among the councils in which it used locations. Without any, all of it is attributed to none. */
export function divideAmongCouncils(figures: readonly KnownValue[], uses: readonly Use[]): Share[] {
  const used = uses.length > 0 ? uses : [{ council: null, days: 1 }];
  const weights = used.map(({ days }) => days);
  return figures
    .filter(({ figure }) => DIVIDED_FIGURES.has(figure))
    .flatMap(({ figure, value, basis }) =>
      divide(value * 100, weights).map((hundredths, index) => ({
        council: used[index]!.council,
        figure,
        basis,
        hundredths,
      })),
    );
}
