import type { Paged } from '../../../platform/http/paging.ts';
import type { BoardSection } from '../schema.ts';

/** Locations of a page of a board that are in the same section, or in none. */
export interface SectionGroup<Section, Item> {
  readonly section: Section | null;
  readonly items: readonly Item[];
  /** Position of its first location on the board, also if that is on another page. */
  readonly start: number;
  /** Number of its locations, on all pages. */
  readonly count: number;
}

/** Groups a page of a board by its sections. One without locations is on the page where they would be. */
export function groupBySection<
  Section extends Pick<BoardSection, 'id' | 'count'>,
  Item extends { readonly section_id: string | null },
>(board: { readonly sections: readonly Section[]; readonly locations: Paged<Item> }): SectionGroup<Section, Item>[] {
  const { data, total, current_page, per_page } = board.locations;
  const first = (current_page - 1) * per_page;
  const end = first + per_page >= total ? Infinity : first + per_page;
  const others = data.filter(({ section_id }) => section_id === null);
  let start = total - board.sections.reduce((sum, { count }) => sum + count, 0);
  const groups: SectionGroup<Section, Item>[] =
    others.length > 0 ? [{ section: null, items: others, start: 0, count: start }] : [];
  for (const section of board.sections) {
    const { id, count } = section;
    const items = data.filter(({ section_id }) => section_id === id);
    if (items.length > 0 || (count === 0 && start >= first && start < end))
      groups.push({ section, items, start, count });
    start += count;
  }
  return groups;
}
