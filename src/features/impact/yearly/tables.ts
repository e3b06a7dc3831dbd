import { formatNumber } from '../../../platform/text/numbers.ts';
import { formatMoney } from '../../geography/region-rules.ts';
import { LOSS_REASONS } from '../../productions/schema.ts';
import { BASES, BASIS_NAMES, type Basis, FIGURES, FIGURE_NAMES, type FigureName, isSpend } from '../schema.ts';
import { formatGrouping } from './format-grouping.ts';
import { type ConversionGroup, type FigureGroup, GROUPING_NAMES, type Grouping, type YearlyImpact } from './schema.ts';

/** A table as people read it, on the page and in the report. The first column names the rows. */
export interface NumbersTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly cells: readonly string[] }[];
}

/** The tables of a year, without those that would be empty. */
export function listTables({ groups, conversion }: Pick<YearlyImpact, 'groups' | 'conversion'>): NumbersTable[] {
  const tables = [
    ...GROUPING_NAMES.flatMap((by) => {
      const table = toFigureTable(
        by,
        groups.filter((group) => group.by === by),
      );
      // How the total is made up comes right after it.
      return by === 'TOTAL' ? [table, toSpendTable(groups)] : [table];
    }),
    ...GROUPING_NAMES.map((by) =>
      toConversionTable(
        by,
        conversion.filter((group) => group.by === by),
      ),
    ),
    toLossTable(conversion),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

const NONE = '–';
const SPEND = FIGURE_NAMES.filter(isSpend);

/** The sum of figures that are known in one way, or in any. */
function sum({ figures }: FigureGroup, names: readonly FigureName[], basis?: Basis): number {
  const bases = basis ? [basis] : BASIS_NAMES;
  // Hundredths are whole numbers, so that the sum is exact.
  const hundredths = names.flatMap((name) => bases.map((one) => Math.round((figures[name]?.[one] ?? 0) * 100)));
  return hundredths.reduce((all, value) => all + value, 0) / 100;
}

const toCaption = (what: string, by: Grouping): string =>
  by === 'TOTAL' ? what : `${what} by ${formatGrouping(by).toLowerCase()}`;

function toFigureTable(by: Grouping, groups: readonly FigureGroup[]): NumbersTable {
  const formatPeople = (group: FigureGroup, name: FigureName) =>
    by === 'COUNCIL' ? NONE : formatNumber(sum(group, [name]));
  return {
    caption: toCaption('Figures', by),
    columns: [
      formatGrouping(by),
      'Productions',
      'Days',
      'Local crew',
      'Crew days',
      'Spend',
      ...BASIS_NAMES.map((basis) => `${BASES[basis]} spend`),
    ],
    rows: groups.map((group) => ({
      label: by === 'TOTAL' ? 'All productions' : group.label,
      cells: [
        formatNumber(group.productions),
        formatNumber(sum(group, ['DAYS'])),
        formatPeople(group, 'CREW'),
        formatPeople(group, 'CREW_DAYS'),
        formatMoney(sum(group, SPEND)),
        ...BASIS_NAMES.map((basis) => formatMoney(sum(group, SPEND, basis))),
      ],
    })),
  };
}

function toSpendTable(groups: readonly FigureGroup[]): NumbersTable {
  const total = groups.filter(({ by }) => by === 'TOTAL');
  return {
    caption: 'Spend',
    columns: ['Spend on', 'All', ...BASIS_NAMES.map((basis) => BASES[basis])],
    rows: total.flatMap((group) =>
      SPEND.map((name) => ({
        label: FIGURES[name],
        cells: [formatMoney(sum(group, [name])), ...BASIS_NAMES.map((basis) => formatMoney(sum(group, [name], basis)))],
      })),
    ),
  };
}

function toConversionTable(by: Grouping, groups: readonly ConversionGroup[]): NumbersTable {
  return {
    caption: toCaption('What came of enquiries', by),
    columns: [formatGrouping(by), 'Enquiries', 'Productions', 'Filmed', 'Lost in the year'],
    rows: groups.map(({ label, enquiries, productions, filmed, lost }) => ({
      label: by === 'TOTAL' ? 'All enquiries' : label,
      cells: [enquiries, productions, filmed, lost.reduce((all, { productions: count }) => all + count, 0)].map(
        (count) => formatNumber(count),
      ),
    })),
  };
}

function toLossTable(conversion: readonly ConversionGroup[]): NumbersTable {
  return {
    caption: 'Reasons for losses',
    columns: ['Group', 'Reason', 'Productions'],
    rows: conversion.flatMap(({ by, label, lost }) =>
      lost.map(({ reason, productions }) => ({
        label: by === 'TOTAL' ? 'All' : label,
        cells: [reason === null ? 'Not known' : LOSS_REASONS[reason], formatNumber(productions)],
      })),
    ),
  };
}

/** What readers should know of the figures. */
export function describeYear({ undated, unlinked }: Pick<YearlyImpact, 'undated' | 'unlinked'>): string[] {
  return [
    `Each production that has filmed counts once, in the year of its wrap. By ${formatGrouping('COUNCIL').toLowerCase()}, days and spend are divided by the days at the locations that were used; crew is not.`,
    ...(undated > 0
      ? [`Productions that have filmed but have no day of filming, and count in no year: ${formatNumber(undated)}.`]
      : []),
    ...(unlinked > 0
      ? [`Enquiries that were closed as filmed without a production, and are in no figure: ${formatNumber(unlinked)}.`]
      : []),
  ];
}
