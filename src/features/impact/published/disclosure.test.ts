import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../../enquiries/schema.ts';
import { BASIS_NAMES, FIGURES, FIGURE_NAMES } from '../schema.ts';
import type { FilmedProduction } from '../yearly/summarise.ts';
import { type Addition, type Amounts, hideUnsafe } from './disclosure.ts';
import { MAX_SHARE, MIN_PRODUCTIONS, type PublishedSum } from './schema.ts';
import { listAdditions, publishSums } from './sums.ts';

const amount = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(1_000));
/** A table of groups and bases with its margins, and amounts of up to six productions in its cells. */
const table = fc
  .record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 3 }) })
  .chain(({ rows, columns }) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      cells: fc.array(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5 }), amount), { selector: ([one]) => one, maxLength: 5 }),
        {
          minLength: rows * columns,
          maxLength: rows * columns,
        },
      ),
    }),
  );

function withMargins({ rows, columns, cells }: typeof table extends fc.Arbitrary<infer Table> ? Table : never) {
  const sums: Amounts[] = cells.map((cell) => new Map(cell));
  const additions: Addition[] = [];
  const addTotal = (parts: number[]): number => {
    const total = new Map<number, number>();
    for (const part of parts) for (const [one, value] of sums[part]!) total.set(one, (total.get(one) ?? 0) + value);
    additions.push({ total: sums.push(total) - 1, parts, unit: 1 });
    return sums.length - 1;
  };
  const range = (length: number) => Array.from({ length }, (_, i) => i);
  const ofRows = range(rows).map((row) => addTotal(range(columns).map((column) => row * columns + column)));
  const ofColumns = range(columns).map((column) => addTotal(range(rows).map((row) => row * columns + column)));
  const all = addTotal(ofRows);
  additions.push({ total: all, parts: ofColumns, unit: 1 });
  return { sums, additions };
}

/** Products of two smaller numbers are exact. No small determinant of zeros and ones is a multiple of it. */
const PRIME = 32_749;
function invert(value: number): number {
  let [result, base] = [1, value];
  for (let exponent = PRIME - 2; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result;
}

/** The rank of whole numbers, in a field of a prime order: exact, and computed in another way than in the product. */
function rank(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => row.map((value) => (value + PRIME) % PRIME));
  let found = 0;
  for (let column = 0; column < (rows[0]?.length ?? 0); column++) {
    const pivot = rows.findIndex((row, i) => i >= found && row[column] !== 0);
    if (pivot < 0) continue;
    [rows[found], rows[pivot]] = [rows[pivot]!, rows[found]!];
    const factor = invert(rows[found]![column]!);
    for (let i = found + 1; i < rows.length; i++) {
      const times = (rows[i]![column]! * factor) % PRIME;
      if (times !== 0) rows[i] = rows[i]!.map((value, at) => (value + (PRIME - times) * rows[found]![at]!) % PRIME);
    }
    found++;
  }
  return found;
}

/** Whether hidden values follow from the visible ones: those whose value is the same in all solutions of the equations. */
function findDerivable(hidden: readonly boolean[], additions: readonly Addition[]): number[] {
  const unknown = hidden.flatMap((isHidden, i) => (isHidden ? [i] : []));
  const matrix = additions.map(({ total, parts }) =>
    unknown.map((sum) => (sum === total ? 1 : 0) - parts.filter((part) => part === sum).length),
  );
  const known = rank(matrix);
  return unknown.filter((_, i) => rank([...matrix, unknown.map((_one, at) => (at === i ? 1 : 0))]) === known);
}

function rests(sums: readonly Amounts[]): 'on nothing' | 'on enough' | 'on too little' {
  const values = new Map<number, number>();
  for (const sum of sums) for (const [one, value] of sum) values.set(one, (values.get(one) ?? 0) + value);
  const all = [...values.values()].reduce((total, value) => total + value, 0);
  if (all === 0) return 'on nothing';
  const isEnough = values.size >= MIN_PRODUCTIONS && [...values.values()].every((value) => value <= MAX_SHARE * all);
  return isEnough ? 'on enough' : 'on too little';
}

test('no hidden sum of a table follows from what is published, and neither does a sum of hidden ones that is as small', () => {
  fc.assert(
    fc.property(table, (random) => {
      const { sums, additions } = withMargins(random);
      const hidden = hideUnsafe(sums, additions);
      const isSmall = sums.map((sum) => rests([sum]) === 'on too little');
      const isNothing = sums.map((sum) => rests([sum]) === 'on nothing');
      expect(hidden.filter((isHidden, i) => (isSmall[i] && !isHidden) || (isNothing[i] && isHidden))).toEqual([]);
      expect(findDerivable(hidden, additions)).toEqual([]);
      const differences = additions
        .filter(({ total }) => !hidden[total])
        .map(({ parts }) => rests(parts.filter((part) => hidden[part]).map((part) => sums[part]!)));
      expect(differences).not.toContain('on too little');
    }),
    { numRuns: 300 },
  );
});

test('what is large enough stays, and the smallest of the others is hidden with a small one', () => {
  const of = (...amounts: number[]): Amounts => new Map(amounts.map((value, production) => [production, value]));
  const parts = [of(50, 50, 50), of(9, 9, 9), of(7)];
  expect(hideUnsafe([of(66, 59, 59), ...parts], [{ total: 0, parts: [1, 2, 3], unit: 1 }])).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(hideUnsafe([of(50, 50, 50), parts[0]!, of()], [{ total: 0, parts: [1, 2], unit: 1 }])).toEqual([
    false,
    false,
    false,
  ]);
  // One production has more than 85 % of it.
  expect(hideUnsafe([of(900, 50, 50)], [])).toEqual([true]);
  expect(hideUnsafe([of(850, 75, 75)], [])).toEqual([false]);
});

/** The ways to divide a number among so many groups, at least 1 to each. */
function listDivisions(total: number, groups: number): number[][] {
  if (groups === 0) return total === 0 ? [[]] : [];
  return Array.from({ length: Math.max(total - groups + 1, 0) }, (_, i) => i + 1).flatMap((first) =>
    listDivisions(total - first, groups - 1).map((others) => [first, ...others]),
  );
}

test('no hidden count follows from the total, although readers know that each is a whole number', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(counts, (groups) => {
      const productions = groups.flatMap((count, group) => Array.from({ length: count }, () => group));
      const toCount = (isCounted: (group: number) => boolean): Amounts =>
        new Map(productions.flatMap((group, production) => (isCounted(group) ? [[production, 100] as const] : [])));
      const parts = groups.map((_count, i) => i + 1);
      const sums = [toCount(() => true), ...groups.map((_count, i) => toCount((group) => group === i))];
      const [isTotalHidden, ...isHidden] = hideUnsafe(sums, [{ total: 0, parts, unit: 100 }]);
      if (isTotalHidden) return;
      const hidden = groups.filter((_count, i) => isHidden[i]);
      const divisions = listDivisions(
        hidden.reduce((all, count) => all + count, 0),
        hidden.length,
      );
      expect(hidden.filter((_count, i) => new Set(divisions.map((division) => division[i])).size === 1)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('one more count is hidden where each hidden one would have to be 1', () => {
  const production = (kind: FilmedProduction['kind']): FilmedProduction => ({
    kind,
    office: null,
    month: '2026-05',
    figures: [],
    uses: [],
  });
  const films = Array.from({ length: 5 }, () => production('FEATURE_FILM'));
  const others = PRODUCTION_KIND_NAMES.filter((kind) => kind !== 'FEATURE_FILM').slice(0, 3);
  const counts = publishSums([...films, ...others.map(production)]).filter(({ measure }) => measure === 'PRODUCTIONS');
  expect(counts.filter(({ by }) => by === 'TOTAL').map(({ value }) => value)).toEqual([8]);
  expect(counts.filter(({ by }) => by === 'KIND').map(({ value }) => value)).toEqual([null, null, null, null]);
});

const filmed: fc.Arbitrary<FilmedProduction> = fc.record({
  kind: fc.constantFrom(...PRODUCTION_KIND_NAMES.slice(0, 3), null),
  office: fc.constantFrom('Film Fife', null),
  month: fc.constant('2026-05'),
  figures: fc.uniqueArray(
    fc.record({
      figure: fc.constantFrom(...FIGURE_NAMES),
      basis: fc.constantFrom(...BASIS_NAMES),
      value: fc.nat(5_000),
    }),
    { selector: ({ figure }) => figure, maxLength: 8 },
  ),
  uses: fc.uniqueArray(
    fc.record({ council: fc.constantFrom('Fife', 'Angus', 'Moray', null), days: fc.integer({ min: 1, max: 9 }) }),
    { selector: ({ council }) => council, maxLength: 3 },
  ),
});

/** Whether a production has added anything to a sum. Of what is above 0, each council has a share above 0. */
function isContributor({ kind, office, figures, uses }: FilmedProduction, { by, group, measure, basis }: PublishedSum) {
  const councils = uses.length > 0 ? uses.map(({ council }) => council ?? 'Not attributed') : ['Not attributed'];
  const isInGroup = {
    TOTAL: true,
    KIND: group === (kind === null ? 'Not known' : PRODUCTION_KINDS[kind]),
    COUNCIL: councils.includes(group),
    OFFICE: group === (office ?? 'Locations Team'),
    SPEND: true,
  }[by];
  if (!isInGroup || measure === 'PRODUCTIONS') return isInGroup;
  return figures.some(
    (known) =>
      known.value > 0 &&
      (basis === 'ALL' || known.basis === basis) &&
      (measure === 'SPEND' ? known.figure.startsWith('SPEND_') : known.figure === measure) &&
      (by !== 'SPEND' || FIGURES[known.figure] === group),
  );
}

test('no confidential sum of a year follows from its tables, of all measures and groupings together', () => {
  fc.assert(
    fc.property(fc.array(filmed, { maxLength: 30 }), (productions) => {
      const sums = publishSums(productions);
      const contributors = sums.map((sum) => productions.filter((production) => isContributor(production, sum)).length);
      const isSmall = (count: number | undefined) => count === 1 || count === 2;
      expect(sums.filter(({ value }, i) => isSmall(contributors[i]) && value !== null)).toEqual([]);
      expect(sums.filter(({ value }, i) => contributors[i] === 0 && value !== 0)).toEqual([]);
      expect(
        findDerivable(
          sums.map(({ value }) => value === null),
          listAdditions(sums),
        ),
      ).toEqual([]);
    }),
    { numRuns: 20 },
  );
}, 60_000);

test('additions are true of the sums, which are those of the productions', () => {
  const one = (value: number, council: string): FilmedProduction => ({
    kind: 'FEATURE_FILM',
    office: 'Film Fife',
    month: '2026-05',
    figures: [
      { figure: 'SPEND_CREW', basis: 'DECLARED', value },
      { figure: 'CREW', basis: 'MEASURED', value: 2 },
    ],
    uses: [{ council, days: 1 }],
  });
  const sums = publishSums([one(10, 'Fife'), one(20, 'Fife'), one(30, 'Fife'), one(40, 'Angus')]);
  const get = (by: PublishedSum['by'], group: string, measure: PublishedSum['measure'], basis: PublishedSum['basis']) =>
    sums.find((sum) => sum.by === by && sum.group === group && sum.measure === measure && sum.basis === basis)?.value;
  expect(get('TOTAL', '', 'PRODUCTIONS', 'ALL')).toBe(4);
  expect(get('TOTAL', '', 'SPEND', 'DECLARED')).toBe(100);
  expect(get('KIND', 'Feature film', 'CREW', 'MEASURED')).toBe(8);
  expect(get('TOTAL', '', 'SPEND', 'MEASURED')).toBe(0);
  // Angus rests on one production, and would follow from the total and Fife.
  expect([get('COUNCIL', 'Angus', 'SPEND', 'ALL'), get('COUNCIL', 'Fife', 'SPEND', 'ALL')]).toEqual([null, null]);
  expect([get('COUNCIL', 'Angus', 'PRODUCTIONS', 'ALL'), get('COUNCIL', 'Fife', 'PRODUCTIONS', 'ALL')]).toEqual([
    null,
    3,
  ]);
  expect(get('COUNCIL', 'Fife', 'CREW', 'ALL')).toBeUndefined();
  const complete = listAdditions(sums)
    .map(({ total, parts }) => [sums[total]!.value, ...parts.map((part) => sums[part]!.value)])
    .filter((values): values is number[] => !values.includes(null));
  expect(complete.length).toBeGreaterThan(0);
  expect(complete.filter(([total = 0, ...parts]) => parts.reduce((all, value) => all + value, 0) !== total)).toEqual(
    [],
  );
});
