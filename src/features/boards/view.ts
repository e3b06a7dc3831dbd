import { MAX_PAGE_SIZE } from '../../platform/http/paging.ts';

/** How a board is shown; undefined for its pictures. */
type ViewOfBoard = 'list' | 'map' | undefined;

/** The search parameters of the page of a board. */
export interface BoardSearch {
  readonly view?: ViewOfBoard;
  readonly page?: number | undefined;
  /** Shows only locations with this tag. */
  readonly tag?: string | undefined;
  /** Marks locations that are not available on these days. */
  readonly dates?: string | undefined;
}

/** Returns which locations a page of a board shows. A list and a map have room for more than the pictures. */
export function toPageParams({ view, page = 1, tag }: BoardSearch): { page: number; size?: number; tag?: string } {
  return { page, ...(view && { size: MAX_PAGE_SIZE }), ...(tag !== undefined && { tag }) };
}

/** Returns the URL of a page of a board. */
export function formatBoardHref(path: string, { view, page = 1, tag, dates }: BoardSearch): string {
  const search = new URLSearchParams({
    ...(view && { view }),
    ...(tag !== undefined && { tag }),
    ...(dates !== undefined && { dates }),
    ...(page > 1 && { page: String(page) }),
  });
  return search.size > 0 ? `${path}?${search}` : path;
}
