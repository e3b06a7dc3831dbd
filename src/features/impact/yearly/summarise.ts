import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES, type ProductionKind } from '../../enquiries/schema.ts';
import { LOSS_REASON_NAMES, type LossReason } from '../../productions/schema.ts';
import type { Basis, FigureName } from '../schema.ts';
import { type KnownValue, type Use, divideAmongCouncils } from '../council-shares.ts';
import {
  type ConversionGroup,
  type ConversionGrouping,
  type FigureGroup,
  GROUPING_NAMES,
  type Grouping,
  type Split,
} from './schema.ts';

/** What groups are formed by. */
export interface Traits {
  readonly kind: ProductionKind | null;
  /** The name of the film office; null for the Locations Team. */
  readonly office: string | null;
  /** Such as 2026-03. */
  readonly month: string;
}

export interface FilmedProduction extends Traits {
  readonly figures: readonly KnownValue[];
  readonly uses: readonly Use[];
}

/** An enquiry, with whether it is the first one of a production, and whether that has filmed. */
export interface ReceivedEnquiry extends Traits {
  readonly is_first: boolean;
  readonly filmed: boolean;
}

export interface LostProduction extends Traits {
  readonly reason: LossReason | null;
}

const NO_KIND = 'Not known';
const NO_OFFICE = 'Locations Team';
/** What belongs to no council. */
export const NO_COUNCIL = 'Not attributed';
const LAST_LABELS: ReadonlySet<string> = new Set([NO_KIND, NO_COUNCIL]);
const KIND_LABELS: readonly string[] = PRODUCTION_KIND_NAMES.map((kind) => PRODUCTION_KINDS[kind]);

/** The groups of a production or an enquiry in all groupings but that by council. */
export const toLabels = ({
  kind,
  office,
  month,
}: Traits): readonly (readonly [by: ConversionGrouping, label: string])[] => [
  ['TOTAL', ''],
  ['KIND', kind === null ? NO_KIND : PRODUCTION_KINDS[kind]],
  ['OFFICE', office ?? NO_OFFICE],
  ['MONTH', month],
];

/**
 * Returns groups, which are created when they are first needed, and listed in the order in which they are shown: kinds as everywhere, others by
 * name, what is not known last. There is always a total, even of nothing.
 */
function createGroups<Group extends { readonly by: Grouping; readonly label: string }>(
  create: (by: Group['by'], label: string) => Group,
): { get(by: Group['by'], label: string): Group; list(): Group[] } {
  const groups = new Map<string, Group>();
  const get = (by: Group['by'], label: string): Group => {
    const key = `${by} ${label}`;
    const group = groups.get(key) ?? create(by, label);
    groups.set(key, group);
    return group;
  };
  get('TOTAL', '');
  const isLast = ({ label }: Group) => Number(LAST_LABELS.has(label));
  const getRank = ({ by, label }: Group) => (by === 'KIND' ? KIND_LABELS.indexOf(label) : 0);
  const compare = (a: Group, b: Group) =>
    GROUPING_NAMES.indexOf(a.by) - GROUPING_NAMES.indexOf(b.by) ||
    isLast(a) - isLast(b) ||
    getRank(a) - getRank(b) ||
    a.label.localeCompare(b.label);
  return { get, list: () => [...groups.values()].toSorted(compare) };
}

/** Sums up the figures of productions that have filmed, each of them once in every grouping but that by council, where it is divided. */
export function summariseFigures(productions: readonly FilmedProduction[]): FigureGroup[] {
  const groups = createGroups<FigureGroup>((by, label) => ({ by, label, productions: 0, figures: {} }));
  for (const production of productions) {
    const { figures, uses } = production;
    for (const [by, label] of toLabels(production)) {
      const group = groups.get(by, label);
      group.productions += 1;
      for (const { figure, value, basis } of figures) addTo(group, figure, basis, value * 100);
    }
    for (const { council } of uses.length > 0 ? uses : [{ council: null }])
      groups.get('COUNCIL', council ?? NO_COUNCIL).productions += 1;
    for (const { council, figure, basis, hundredths } of divideAmongCouncils(figures, uses))
      addTo(groups.get('COUNCIL', council ?? NO_COUNCIL), figure, basis, hundredths);
  }
  return groups.list().map((group) => ({ ...group, figures: toUnits(group.figures) }));
}

/** Adds hundredths, which are whole numbers, so that sums are exact. */
function addTo({ figures }: FigureGroup, figure: FigureName, basis: Basis, hundredths: number): void {
  const sums = (figures[figure] ??= { DECLARED: 0, MEASURED: 0, ESTIMATED: 0 });
  sums[basis] += hundredths;
}

function toUnits(figures: FigureGroup['figures']): FigureGroup['figures'] {
  const toUnit = (sums: Split): Split => ({
    DECLARED: sums.DECLARED / 100,
    MEASURED: sums.MEASURED / 100,
    ESTIMATED: sums.ESTIMATED / 100,
  });
  return Object.fromEntries(Object.entries(figures).map(([figure, sums]) => [figure, toUnit(sums)]));
}

/** Sums up what came of enquiries, and which productions were lost. A production counts with its first enquiry, and once. */
export function summariseConversion(
  enquiries: readonly ReceivedEnquiry[],
  lost: readonly LostProduction[],
): ConversionGroup[] {
  const groups = createGroups<ConversionGroup>((by, label) => ({
    by,
    label,
    enquiries: 0,
    productions: 0,
    filmed: 0,
    lost: [],
  }));
  for (const enquiry of enquiries)
    for (const [by, label] of toLabels(enquiry)) {
      const group = groups.get(by, label);
      group.enquiries += 1;
      group.productions += Number(enquiry.is_first);
      group.filmed += Number(enquiry.is_first && enquiry.filmed);
    }
  for (const reason of [...LOSS_REASON_NAMES, null])
    for (const production of lost.filter((one) => one.reason === reason))
      for (const [by, label] of toLabels(production)) {
        const group = groups.get(by, label);
        const known = group.lost.find((one) => one.reason === reason);
        if (known) known.productions += 1;
        else group.lost.push({ reason, productions: 1 });
      }
  return groups.list();
}
