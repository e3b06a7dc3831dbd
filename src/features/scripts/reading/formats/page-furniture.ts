/** What programs add at the ends of pages. */
const FURNITURE: readonly RegExp[] = [
  /^\(?(?:MORE|CONTINUED)\)?:?$/,
  // "12 CONTINUED: (2) 12"
  /^(?:[A-Z]?\d{1,4}[A-Z]?\.? )?CONTINUED:?(?: ?\(\d{1,3}\))?(?: [A-Z]?\d{1,4}[A-Z]?\.?)?$/,
  // A page number.
  /^(?:Page )?\d{1,4}\.$/,
  /^-? ?\d{1,4} ?-$/,
  // The page break of Fountain.
  /^={3,}$/,
];
const MAX_LENGTH = 100;
const MAX_INDENT = 100;

/** Says whether a line belongs to the page, not to the script: "CONTINUED:", a page number. */
export function isPageFurniture(line: string): boolean {
  const text = line.trim();
  if (text === '' || text.length > MAX_LENGTH) return false;
  const words = text.replace(/\*$/, '').split(/\s+/).join(' ').trim();
  return FURNITURE.some((pattern) => pattern.test(words));
}

/** Pages with a header, at least. */
const MIN_PAGES = 3;
/** A text and a page number, apart from it or with a full stop: "THE QUARRY - Blue 3/5/26   12." */
const HEADER = /^(.*\p{L}.*?)(?:\s{2,}(\d{1,4})|\s(\d{1,4})\.)$/u;
/** Pages of later revisions have another date and the next colour. */
const REVISION =
  /\d+|(?<!\p{L})(?:DOUBLE )?(?:WHITE|BLUE|PINK|YELLOW|GREEN|GOLDENROD|BUFF|SALMON|CHERRY|TAN)(?!\p{L})/giu;

/** Returns a header that is the same for all revisions. */
export function maskRevision(header: string): string {
  return header.replace(REVISION, '#');
}

/** Finds the headers of pages in plain text: the same text with a growing number. Returns their indices. */
export function findPageHeaders(lines: readonly string[]): ReadonlySet<number> {
  const groups = new Map<string, { index: number; page: number }[]>();
  for (const [index, line] of lines.entries()) {
    if (line.length > MAX_LENGTH + MAX_INDENT) continue;
    const text = line.trim();
    const [, words, apart, punctuated] = (text.length <= MAX_LENGTH && HEADER.exec(text)) || [];
    if (words === undefined) continue;
    const key = maskRevision(words).split(/\s+/).join(' ').trim();
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push({ index, page: Number(apart ?? punctuated) });
  }
  const headers = [...groups.values()].filter(
    (group) =>
      group.length >= MIN_PAGES && group.every(({ page }, n) => n === 0 || page > (group[n - 1]?.page ?? page)),
  );
  return new Set(headers.flat().map(({ index }) => index));
}
