import type { BoardSearch } from '../../features/boards/view.ts';
import { parsePage, toPageSearch } from './page-param.ts';

/** Parses the search parameters of the page of a board. The router merges the result into the raw ones, so invalid ones are undefined. */
export function parseBoardSearch({ view, page }: Record<string, unknown>): BoardSearch {
  return { view: view === 'list' || view === 'map' ? view : undefined, page: toPageSearch(parsePage(page)).page };
}

/** Parses those of a page whose readers see tags and can ask about days. They are checked later: schemas would load with every page. */
export function parseTaggedBoardSearch(raw: Record<string, unknown>): BoardSearch {
  return { ...parseBoardSearch(raw), tag: toText(raw['tag']), dates: toText(raw['dates']) };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
