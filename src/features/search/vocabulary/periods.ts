/** "18thC" and "C19th". */
const ABBREVIATED = /^(?:([1-9]|1\d|2[01])(?:st|nd|rd|th)c|c([1-9]|1\d|2[01])(?:st|nd|rd|th)?)$/;
const CENTURY = /^([1-9]|1\d|2[01])(?:st|nd|rd|th)$/;
const YEAR = /^(1[1-9]|20)\d\ds?$/;
const CENTURY_WORDS: ReadonlySet<string> = new Set(['c', 'cent', 'century', 'centuries']);

/** A century such as "19th", and the number of words that name it. */
export interface Period {
  readonly century: string;
  readonly length: number;
}

/** Reads a period at the start of folded words: "19th century", "1960s" or "1887". */
export function parsePeriod([first = '', second = '']: readonly string[]): Period | undefined {
  const ordinal = CENTURY.exec(first)?.[1];
  if (ordinal && CENTURY_WORDS.has(second)) return { century: toOrdinal(Number(ordinal)), length: 2 };
  const abbreviated = ABBREVIATED.exec(first);
  if (abbreviated) return { century: toOrdinal(Number(abbreviated[1] ?? abbreviated[2])), length: 1 };
  const year = YEAR.exec(first);
  return year ? { century: toOrdinal(Number(year[1]) + 1), length: 1 } : undefined;
}

function toOrdinal(n: number): string {
  const ending = n > 10 && n < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}
