import type { HistorySearch } from '../../ui/history/VersionList.tsx';

/** Parses the search parameters of a history. Anything invalid is left out. */
export function parseHistorySearch(raw: Readonly<Record<string, unknown>>): HistorySearch {
  const known = (['version', 'from', 'page'] as const).flatMap((key) => {
    const value = Number(raw[key]);
    return Number.isInteger(value) && value > 0 && value <= 1_000_000 ? [[key, value] as const] : [];
  });
  return Object.fromEntries(known);
}
