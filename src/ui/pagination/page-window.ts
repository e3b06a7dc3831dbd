/** A page to link to, or a gap where pages are omitted. */
type PageLink = number | 'gap before' | 'gap after';

/**
 * Returns the pages that a pagination links to: the first, the last, and those around the current one.
 * @param maxLinks maximum number of page links, at least 5
 */
export function getPageWindow(current: number, last: number, maxLinks: number): PageLink[] {
  const all = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
  if (last <= maxLinks) return all(1, last);
  const inner = maxLinks - 2;
  const from = Math.max(2, Math.min(last - inner, current - Math.floor(inner / 2)));
  const to = from + inner - 1;
  return [
    1,
    ...(from > 2 ? ['gap before' as const] : []),
    ...all(from, to),
    ...(to < last - 1 ? ['gap after' as const] : []),
    last,
  ];
}
