import { toSearchParams } from '../../../../platform/http/contract.ts';

export const SEARCH_TERMS_PATH = '/admin/search-terms';
export const PINS_PATH = `${SEARCH_TERMS_PATH}/pins`;
/** Replaces the id in the URL of a form that adds something. */
export const NEW = 'new';

/** Reads words from the URL, which the router may have parsed as a number. Empty without any. */
export function parseWords(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';
}

/** The form of a synonym. @param term the words of a new one */
export function getSynonymPath(id: string, term?: string): string {
  return `${SEARCH_TERMS_PATH}/synonyms/${id}${term === undefined ? '' : `?${toSearchParams({ term })}`}`;
}

/** The form of pinned results. @param query the search of new ones */
export function getPinPath(id: string, query?: string): string {
  return `${PINS_PATH}?${toSearchParams({ pin: id, query })}`;
}
