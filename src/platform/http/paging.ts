import { z } from 'zod';

/** Cards on a page; where one of them creates a new item there is room for one less. */
export const PAGE_SIZE = 12;

/** What a list is asked for: a page, from 1, of so many. */
export const pageParams = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce
    .number()
    .int()
    .min(1)
    .max(4 * PAGE_SIZE)
    .default(PAGE_SIZE),
});

/** Rows of a table in the back office on a page. */
export const TABLE_PAGE_SIZE = 25;

/** What a table is asked for: a page, from 1, and the column that it is sorted by. */
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

/** Which rows of a sorted list make a page. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
  /** Whether to read in the opposite order, and to reverse the rows that come. */
  readonly reversed: boolean;
}

/** The rows of a page, counted from the nearer end of the list: the last page is then as fast as the first one. */
export function sliceFromNearerEnd(page: number, size: number, total: number): Slice {
  const before = Math.min((page - 1) * size, total);
  const limit = Math.min(size, total - before);
  const after = total - before - limit;
  const reversed = after < before;
  return { offset: reversed ? after : before, limit, reversed };
}
