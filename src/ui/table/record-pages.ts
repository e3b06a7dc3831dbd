import { TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';

/** A page of a list, as far as the pager of its records needs it. */
export interface ListPage {
  readonly ids: readonly string[];
  /** Number of rows of all pages. */
  readonly total: number;
}

/** The ids of one page of a list or several consecutive ones. */
export interface RecordPages extends ListPage {
  /** First and last page of the ids. */
  readonly first: number;
  readonly last: number;
}

/** Ids before the end of those that are known at which the next page is loaded. */
const LOADS_BEFORE = 2;

/**
 * The pages to load when a record is near the end of the known ids. Rows that have left the list since, such as decided ones of a queue,
 * have moved others from the next page to the last one that is known: so that is loaded again too.
 * @param at the index of the record
 */
export function listMissingPages({ ids, total, first, last }: RecordPages, at: number): number[] {
  const pages = Math.ceil(total / TABLE_PAGE_SIZE);
  return [
    ...(at < LOADS_BEFORE && first > 1 ? [first - 1] : []),
    ...(at >= ids.length - LOADS_BEFORE && last < pages ? [last, last + 1] : []),
  ];
}

/** Pages that are searched for a record: a list with more has been filtered by then. */
const MAX_SEARCHED_PAGES = 20;

/** Finds the page of a list that has a record. The last pages come after the first one, since links lead to the latest records. */
export async function findPage(
  id: string,
  loadPage: (page: number) => Promise<ListPage>,
): Promise<(ListPage & { readonly page: number }) | undefined> {
  let page = 1;
  for (let searched = 0; searched < MAX_SEARCHED_PAGES && page > 0; searched++) {
    const found = await loadPage(page);
    if (found.ids.includes(id)) return { ...found, page };
    page = page === 1 ? Math.ceil(found.total / TABLE_PAGE_SIZE) : page - 1;
    if (page === 1) return undefined;
  }
  return undefined;
}

/** Adds a page. A record that has moved to this page since it was loaded keeps its place, and one that has left the list keeps counting. */
export function joinPages(known: RecordPages, page: number, added: ListPage): RecordPages {
  const { first, last } = known;
  if (page < first - 1 || page > last + 1) return known;
  const unknown = added.ids.filter((id) => !known.ids.includes(id));
  const ids = page < first ? [...unknown, ...known.ids] : [...known.ids, ...unknown];
  const pages = { ids, first: Math.min(first, page), last: Math.max(last, page) };
  return { ...pages, total: Math.max(known.total, added.total, getPosition(pages, ids.length - 1)) };
}

/** The position in the whole list, from 1, of the id with an index. */
export function getPosition({ first }: Pick<RecordPages, 'first'>, at: number): number {
  return (first - 1) * TABLE_PAGE_SIZE + at + 1;
}
