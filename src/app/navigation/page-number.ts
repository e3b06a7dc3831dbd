/** Reads the number of a page as it stands in an address; what makes no sense is the first page. */
export function parsePage(raw: unknown): number {
  const page = Number(raw);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : 1;
}

/** Writes it; the first page needs none. */
export function toPageSearch(page: number): { page?: number } {
  return page > 1 ? { page } : {};
}
