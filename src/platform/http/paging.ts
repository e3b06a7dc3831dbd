import { z } from 'zod';

/** Cards on a page; a list whose first card creates a new item shows one item less. */
export const PAGE_SIZE = 12;
/** The largest page of cards. */
export const MAX_PAGE_SIZE = 4 * PAGE_SIZE;

/** The query parameters of a list: page, from 1, and page size. */
export const pageParams = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
});

/** Rows per page of a table in the back office. */
export const TABLE_PAGE_SIZE = 25;

/** How to read a page of a list. */
interface PageRange {
  readonly offset: number;
  readonly limit: number;
  /** Whether to read the list in reverse order. */
  readonly isReversed: boolean;
}

/** Returns how to read a page: from the end of the list if it is nearer, since the database reads every row before the offset. */
export function getPageRange(page: number, total: number, size = TABLE_PAGE_SIZE): PageRange {
  const before = Math.min((page - 1) * size, total);
  const limit = Math.min(size, total - before);
  const after = total - before - limit;
  return before <= after ? { offset: before, limit, isReversed: false } : { offset: after, limit, isReversed: true };
}

/** The query parameters of a table: page, from 1, and sort column and order. */
export function tableParams<const Column extends string>(columns: readonly [Column, ...Column[]]) {
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    sortBy: z.enum(columns).optional(),
    sortOrder: z.enum(['asc', 'desc']).optional(),
  });
}

export type PageParams = z.output<typeof pageParams>;

/** One page of a list. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.number(), current_page: z.number(), per_page: z.number() });
}

export interface Paged<Item> {
  readonly data: Item[];
  readonly total: number;
  readonly current_page: number;
  readonly per_page: number;
}
