/** A page to link to, or a gap where pages are left out. */
export type PageLink = number | 'gap before' | 'gap after';

/**
 * The pages that a pagination links to: the first, the last, and those around the present one.
 * @param maxLinks how many links there may be; at least 5
 */
export function pageWindow(current: number, last: number, maxLinks: number): PageLink[] {
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
