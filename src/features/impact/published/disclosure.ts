import { MAX_SHARE, MIN_PRODUCTIONS } from './schema.ts';

/** What each production, by its number, has added to a sum: positive amounts. */
export type Amounts = ReadonlyMap<number, number>;

/** That a sum is made up of others, which are given by their index. */
export interface Addition {
  readonly total: number;
  readonly parts: readonly number[];
  /** What parts are multiples of, as readers know: each that is not 0 is at least this. */
  readonly unit: number;
}

/** Amounts that are smaller are rounding of the elimination below, whose coefficients are whole numbers and small fractions. */
const EPSILON = 1e-9;

const toTotal = (amounts: Amounts): number => [...amounts.values()].reduce((sum, amount) => sum + amount, 0);

/**
 * Returns which sums are not published: those that rest on too few productions or mostly on one, and further ones, so that no reader can
 * compute one of these from what is published. Nothing at all is published as 0.
 *
 * The rules of minimum frequency and dominance, and the secondary suppression, are those of the Handbook on Statistical Disclosure Control,
 * chapter 4, Magnitude tabular data (https://sdctools.github.io/HandbookSDC/04-magnitude-tabular-data.html).
 * @param additions all sums of published ones that are published too
 */
export function hideUnsafe(sums: readonly Amounts[], additions: readonly Addition[]): boolean[] {
  const totals = sums.map(toTotal);
  const hidden = sums.map((amounts) => !isSafe([amounts]));
  const findSmallest = (candidates: readonly number[]): number | undefined =>
    candidates
      .filter((sum) => !hidden[sum] && totals[sum]! > 0)
      .reduce<number | undefined>(
        (least, sum) => (least === undefined || totals[sum]! < totals[least]! ? sum : least),
        undefined,
      );
  for (;;) {
    const next = findNext();
    if (next === undefined) return hidden;
    hidden[next] = true;
  }

  function findNext(): number | undefined {
    for (const { total, parts, unit } of additions) {
      const rest = parts.filter((part) => hidden[part]);
      if (hidden[total] || rest.length === 0) continue;
      // The total less the published parts is the sum of the others, which must be as safe as if it were published itself.
      const isRestSafe = isSafe(rest.map((part) => sums[part]!));
      // If it is the least that they can have together, then each of them is the unit.
      const isLeast = rest.reduce((all, part) => all + totals[part]!, 0) <= unit * rest.length;
      if (!isRestSafe || isLeast) return findSmallest(parts) ?? total;
    }
    const derivable = findDerivable(hidden, additions);
    if (derivable === undefined) return undefined;
    const near = additions.filter(({ total, parts }) => total === derivable || parts.includes(derivable));
    return (
      findSmallest(near.flatMap(({ total, parts }) => [total, ...parts])) ?? findSmallest(sums.map((_, index) => index))
    );
  }
}

/** Whether the sum of these sums rests on enough productions, and not mostly on one. */
function isSafe(sums: readonly Amounts[]): boolean {
  const amounts = new Map<number, number>();
  for (const sum of sums)
    for (const [production, amount] of sum) amounts.set(production, (amounts.get(production) ?? 0) + amount);
  if (amounts.size === 0) return true;
  return amounts.size >= MIN_PRODUCTIONS && Math.max(...amounts.values()) <= MAX_SHARE * toTotal(amounts);
}

/**
 * Returns a hidden sum that follows from the published ones by adding and subtracting them, in any number of steps; undefined if none does.
 * It is one that Gauss-Jordan elimination of the hidden sums leaves alone in an equation.
 */
function findDerivable(hidden: readonly boolean[], additions: readonly Addition[]): number | undefined {
  const rows = additions
    .map(({ total, parts }) => {
      const row = new Map<number, number>();
      for (const [sum, factor] of [[total, 1] as const, ...parts.map((part) => [part, -1] as const)])
        if (hidden[sum]) row.set(sum, factor);
      return row;
    })
    .filter((row) => row.size > 0);
  const solved = new Map<number, Map<number, number>>();
  for (const row of rows) {
    for (const [sum, equation] of solved) subtract(row, equation, row.get(sum));
    const [pivot] = row;
    if (!pivot) continue;
    const [sum, factor] = pivot;
    for (const [other, value] of row) row.set(other, value / factor);
    for (const equation of solved.values()) subtract(equation, row, equation.get(sum));
    solved.set(sum, row);
  }
  return [...solved].find(([, equation]) => equation.size === 1)?.[0];
}

/** Subtracts a multiple of an equation from another one. */
function subtract(from: Map<number, number>, equation: ReadonlyMap<number, number>, factor: number | undefined): void {
  if (factor === undefined) return;
  for (const [sum, value] of equation) {
    const left = (from.get(sum) ?? 0) - factor * value;
    if (Math.abs(left) < EPSILON) from.delete(sum);
    else from.set(sum, left);
  }
}
