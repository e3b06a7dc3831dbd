import { redirect } from '@tanstack/react-router';
import { type HistorySearch, getHistoryPath } from '../../ui/history/VersionList.tsx';

/** Parses the search parameters of a history. Anything invalid is left out. */
export function parseHistorySearch(raw: Readonly<Record<string, unknown>>): HistorySearch {
  const known = (['version', 'from', 'page'] as const).flatMap((key) => {
    const value = Number(raw[key]);
    return Number.isInteger(value) && value > 0 && value <= 1_000_000 ? [[key, value] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Returns the version that a history shows, and the one that it is compared with, by default the one before; null for the first. */
export function chooseVersions(search: HistorySearch, latest: number) {
  const { version = latest } = search;
  const from = search.from ?? (version > 1 ? version - 1 : null);
  return { version, from };
}

/** Leads from a page beyond the last one of a history to the last one. @param path of the history */
export function redirectToLastPage(
  path: string,
  search: HistorySearch,
  list: { total: number; per_page: number },
): void {
  const last = Math.max(1, Math.ceil(list.total / list.per_page));
  if ((search.page ?? 1) > last)
    throw redirect({ href: getHistoryPath(path, { ...search, page: last }), replace: true });
}
