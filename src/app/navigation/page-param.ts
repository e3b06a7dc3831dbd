/** Parses a page number from a URL. Anything invalid is page 1. */
export function parsePage(raw: unknown): number {
  const page = Number(raw);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : 1;
}

/** Returns the search parameter of a page; none for page 1. */
export function toPageSearch(page: number): { page?: number } {
  return page > 1 ? { page } : {};
}
