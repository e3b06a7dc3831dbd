import type { BoardSection } from '../schema.ts';
import type { LookBookSettings } from './schema.ts';

/** The properties of a location on a board that decide its place in a look-book. */
export interface ArrangedRow {
  readonly location_id: string;
  readonly section_id: string | null;
  readonly state: string;
  readonly primary: boolean;
  /** How many photographs it has in the look-book. */
  readonly photographs: number;
}

/** Locations that belong together: those of a section, or those without one. */
export interface LocationGroup<Row extends ArrangedRow> {
  readonly section: BoardSection | null;
  /** The one that is locked in comes first, those that have refused come last. */
  readonly rows: readonly Row[];
}

export interface Arrangement<Row extends ArrangedRow> {
  readonly groups: readonly LocationGroup<Row>[];
  /** Whether it has a page of contents: a list of few lines would leave the page empty. */
  readonly hasContents: boolean;
  /** The photograph on the cover, by its place among those of the location; null without one. */
  readonly cover: { readonly locationId: string; readonly index: number } | null;
}

const MIN_CONTENTS = 6;
/** Locations on the pages that compare them: the first one, and those after it. The last one has three or more. */
const FIRST_PAGE = [9, 6] as const;
const NEXT_PAGE = 12;
const MIN_LAST_PAGE = 3;

/** Whether a location has refused: it has no page of its own. */
export function isRefused({ state }: Pick<ArrangedRow, 'state'>): boolean {
  return state === 'REFUSED';
}

/** Orders the locations of a board as a look-book shows them: sections first, then what is in none. Groups without locations are left out. */
export function arrange<Row extends ArrangedRow>(
  rows: readonly Row[],
  sections: readonly BoardSection[],
  { format, refused }: Pick<LookBookSettings, 'format' | 'refused'>,
): Arrangement<Row> {
  const shown = refused ? rows : rows.filter((row) => !isRefused(row));
  const groups = [...sections, null]
    .map((section) => {
      const getRank = (row: Row) => (row.location_id === section?.locked_location_id ? 0 : 1 + Number(isRefused(row)));
      const own = shown.filter(({ section_id }) => section_id === (section?.id ?? null));
      return { section, rows: own.toSorted((a, b) => getRank(a) - getRank(b)) };
    })
    .filter((group) => group.rows.length > 0);
  const titled = groups.filter(({ section }) => section !== null);
  const entries = shown.filter((row) => !isRefused(row)).length + titled.length;
  const hasContents = format === 'PDF' && titled.length > 1 && entries >= MIN_CONTENTS;
  const pictured = groups.flatMap((group) => group.rows.filter((row) => row.photographs > 0 && !isRefused(row)));
  const cover = pictured.find(({ primary }) => primary) ?? pictured[0];
  // The page after the cover begins with another photograph.
  const isNext = !hasContents && groups[0]?.rows.length === 1 && groups[0].rows[0] === cover;
  return {
    groups,
    hasContents,
    cover: cover ? { locationId: cover.location_id, index: isNext && cover.photographs > 1 ? 1 : 0 } : null,
  };
}

/** Returns how many locations the first page has that compares so many. */
export function countOnFirstPage(locations: number): number {
  const isFull = (first: number) => locations <= first || (locations - first - 1) % NEXT_PAGE >= MIN_LAST_PAGE - 1;
  return FIRST_PAGE.find(isFull) ?? FIRST_PAGE[0];
}

/** Leaves the first locations of the first group, which a preview shows. Reads of all else are saved. */
export function shorten<Row extends ArrangedRow>(arrangement: Arrangement<Row>): Arrangement<Row> {
  const first = arrangement.groups.find(({ rows }) => !rows.every(isRefused));
  return {
    ...arrangement,
    groups: first ? [{ ...first, rows: first.rows.slice(0, countOnFirstPage(first.rows.length)) }] : [],
  };
}
