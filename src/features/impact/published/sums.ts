import { divideAmongCouncils } from '../council-shares.ts';
import { BASIS_NAMES, FIGURES, FIGURE_NAMES, type FigureName, isSpend } from '../schema.ts';
import { type FilmedProduction, NO_COUNCIL, summariseFigures, toLabels } from '../yearly/summarise.ts';
import { type Addition, type Amounts, hideUnsafe } from './disclosure.ts';
import {
  MEASURE_NAMES,
  type Measure,
  PUBLISHED_GROUPINGS,
  type PublishedGrouping,
  type PublishedSum,
  SUM_BASES,
  type SumBasis,
} from './schema.ts';

type Group = Pick<PublishedSum, 'by' | 'group'>;
type SumKey = Omit<PublishedSum, 'value'>;

const SPEND = FIGURE_NAMES.filter(isSpend);

/** In hundredths. */
const WHOLE = 100;

/** The measure that a figure counts in. */
const toMeasure = (figure: FigureName): Measure => (isSpend(figure) ? 'SPEND' : (figure as Measure));

const toKey = ({ by, group, measure, basis }: SumKey): string => [by, measure, basis, group].join(' ');

/** Returns the sums of a year for the public, in the order of its tables; null for confidential ones. */
export function publishSums(productions: readonly FilmedProduction[]): PublishedSum[] {
  const keys = listKeys(listGroups(productions));
  const amounts = collectAmounts(productions);
  const sums = keys.map((key): Amounts => amounts.get(toKey(key)) ?? new Map());
  const hidden = hideUnsafe(sums, listAdditions(keys));
  return keys.map((key, i) => ({
    ...key,
    // Hundredths are whole numbers, so that sums are exact.
    value: hidden[i] ? null : [...sums[i]!.values()].reduce((all, hundredths) => all + hundredths, 0) / WHOLE,
  }));
}

function listGroups(productions: readonly FilmedProduction[]): Group[] {
  const isPublished = (by: string): by is PublishedGrouping => (PUBLISHED_GROUPINGS as readonly string[]).includes(by);
  const groups = summariseFigures(productions).flatMap(({ by, label: group }) =>
    isPublished(by) ? [{ by, group }] : [],
  );
  return [...groups, ...SPEND.map((name) => ({ by: 'SPEND' as const, group: FIGURES[name] }))];
}

/** Which sums there are of each group: the number of productions is counted, and the office does not know it in several ways. */
function listKeys(groups: readonly Group[]): SumKey[] {
  return MEASURE_NAMES.flatMap((measure) =>
    groups
      .filter(({ by }) => hasMeasure(by, measure))
      .flatMap((group) =>
        (measure === 'PRODUCTIONS' ? (['ALL'] as const) : SUM_BASES).map((basis) => ({ ...group, measure, basis })),
      ),
  );
}

function hasMeasure(by: PublishedGrouping, measure: Measure): boolean {
  if (by === 'SPEND') return measure === 'SPEND';
  return by !== 'COUNCIL' || (measure !== 'CREW' && measure !== 'CREW_DAYS');
}

/** The amount of each production, in hundredths, by the sum that it belongs to. Amounts of 0 tell nothing, and are left out. */
function collectAmounts(productions: readonly FilmedProduction[]): ReadonlyMap<string, Map<number, number>> {
  const amounts = new Map<string, Map<number, number>>();
  productions.forEach((production, number) => {
    const add = (group: Group, measure: Measure, basis: SumBasis, hundredths: number) => {
      if (hundredths === 0) return;
      const key = toKey({ ...group, measure, basis });
      const sum = amounts.get(key) ?? new Map<number, number>();
      sum.set(number, (sum.get(number) ?? 0) + hundredths);
      amounts.set(key, sum);
    };
    const addFigure = (group: Group, measure: Measure, basis: SumBasis, hundredths: number) => {
      add(group, measure, basis, hundredths);
      add(group, measure, 'ALL', hundredths);
    };
    const { figures, uses } = production;
    const groups = toLabels(production).flatMap(([by, group]) => (by === 'MONTH' ? [] : [{ by, group }]));
    const toCouncil = (council: string | null): Group => ({ by: 'COUNCIL', group: council ?? NO_COUNCIL });
    for (const group of [
      ...groups,
      ...(uses.length > 0 ? uses : [{ council: null }]).map(({ council }) => toCouncil(council)),
    ])
      add(group, 'PRODUCTIONS', 'ALL', WHOLE);
    for (const { figure, value, basis } of figures) {
      const measure = toMeasure(figure);
      const kinds: Group[] = isSpend(figure) ? [{ by: 'SPEND', group: FIGURES[figure] }] : [];
      for (const group of [...groups, ...kinds]) addFigure(group, measure, basis, value * WHOLE);
    }
    for (const { council, figure, basis, hundredths } of divideAmongCouncils(figures, uses))
      addFigure(toCouncil(council), toMeasure(figure), basis, hundredths);
  });
  return amounts;
}

/** Whether sums are of shares, which are hundredths. A production counts as a whole in each council. */
const isDivided = ({ by, measure }: SumKey): boolean => by === 'COUNCIL' && measure !== 'PRODUCTIONS';

/**
 * What adds up: the bases of a group to all of it, and the groups of each grouping to the total. Productions can count in several
 * councils.
 */
export function listAdditions(keys: readonly SumKey[]): Addition[] {
  const index = new Map(keys.map((key, i) => [toKey(key), i]));
  const additions = new Map<string, Addition & { readonly parts: number[] }>();
  const addPart = (total: SumKey, by: string, part: number) => {
    const key = `${toKey(total)} ${by}`;
    const addition = additions.get(key) ?? {
      total: index.get(toKey(total))!,
      parts: [],
      unit: isDivided(keys[part]!) ? 1 : WHOLE,
    };
    addition.parts.push(part);
    additions.set(key, addition);
  };
  keys.forEach((key, i) => {
    if ((BASIS_NAMES as readonly string[]).includes(key.basis)) addPart({ ...key, basis: 'ALL' }, 'basis', i);
    if (key.by !== 'TOTAL' && !(key.by === 'COUNCIL' && key.measure === 'PRODUCTIONS'))
      addPart({ ...key, by: 'TOTAL', group: '' }, key.by, i);
  });
  return [...additions.values()];
}
