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

/** Says whether a line belongs to the page, not to the script: "CONTINUED:", a page number. */
export function isPageFurniture(line: string): boolean {
  const text = line.trim();
  if (text === '' || text.length > MAX_LENGTH) return false;
  const words = text.replace(/\*$/, '').split(/\s+/).join(' ').trim();
  return FURNITURE.some((pattern) => pattern.test(words));
}
