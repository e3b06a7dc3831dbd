import type { Meaning } from './schema.ts';

/** "18thC", "19C" and "C19th". */
const ABBREVIATED = /^(?:([1-9]|1\d|2[01])(?:st|nd|rd|th)?c|c([1-9]|1\d|2[01])(?:st|nd|rd|th)?)$/;
const CENTURY = /^([1-9]|1\d|2[01])(?:st|nd|rd|th)$/;
const YEAR = /^(1[1-9]|20)\d\ds?$/;
/** "70s" are those of the century before this one. */
const DECADE = /^[1-9]0s$/;
/** Centuries from the first one, as Roman numerals and in words. */
const ROMAN: readonly string[] = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi'.split(
  ' ',
);
const ORDINALS: readonly string[] = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
  'seventeenth eighteenth nineteenth twentieth'
).split(' ');
const CENTURY_WORDS: ReadonlySet<string> = new Set(['c', 'cent', 'century', 'centuries']);

/** A century such as "19th", and the number of words that name it. */
interface Period {
  readonly century: string;
  readonly length: number;
}

/** Reads a period at the start of folded words: "19th century", "1960s" or "1887". */
export function parsePeriod(words: readonly string[]): Period | undefined {
  const [first = '', second = '', third = ''] = words;
  if (first === 'twenty' && second === 'first' && CENTURY_WORDS.has(third)) return { century: '21st', length: 3 };
  const ordinal = Number(CENTURY.exec(first)?.[1]) || ORDINALS.indexOf(first) + 1 || ROMAN.indexOf(first) + 1;
  if (ordinal > 0 && CENTURY_WORDS.has(second)) return { century: toOrdinal(ordinal), length: 2 };
  // "17th to 19th century"
  if (CENTURY.test(first) && parsePeriod(words.slice(second === 'to' ? 2 : 1)))
    return { century: toOrdinal(ordinal), length: 1 };
  if (DECADE.test(first)) return { century: '20th', length: 1 };
  const abbreviated = ABBREVIATED.exec(first);
  if (abbreviated) return { century: toOrdinal(Number(abbreviated[1] ?? abbreviated[2])), length: 1 };
  const year = YEAR.exec(first);
  return year ? { century: toOrdinal(Number(year[1]) + 1), length: 1 } : undefined;
}

/** Returns the name of a century: "19th". */
export function toOrdinal(n: number): string {
  const ending = n > 10 && n < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

/** A whole term such as "20th century". */
export function toPeriodMeaning(key: string): Meaning | undefined {
  const words = key.split(' ');
  const period = parsePeriod(words);
  if (period?.length !== words.length) return undefined;
  return { options: [{ field: 'century', name: period.century, related: false }], synonyms: [], ignored: false };
}
