import type { HeadingWords, IntExt } from '../script.ts';
import { isLetter, toCapitals } from './capitals.ts';

/** The words of scene headings in all languages of the region, prepared for comparisons. */
export interface Vocabulary {
  /** Longest first. */
  readonly starts: readonly { readonly word: string; readonly intExt: IntExt }[];
  readonly day: ReadonlySet<string>;
  readonly night: ReadonlySet<string>;
  readonly continuing: ReadonlySet<string>;
  readonly qualifiers: ReadonlySet<string>;
  readonly omitted: ReadonlySet<string>;
  readonly intercut: readonly string[];
}

export function createVocabulary(languages: readonly HeadingWords[]): Vocabulary {
  const collect = (key: Exclude<keyof HeadingWords, 'language'>) => [
    ...new Set(languages.flatMap((words) => words[key].map(toCapitals))),
  ];
  const starts = [
    ...collect('interior').map((word) => ({ word, intExt: 'INT' as const })),
    ...collect('exterior').map((word) => ({ word, intExt: 'EXT' as const })),
    ...collect('both').map((word) => ({ word, intExt: 'INT/EXT' as const })),
  ];
  return {
    starts: starts.sort((a, b) => b.word.length - a.word.length),
    day: new Set(collect('day')),
    night: new Set(collect('night')),
    continuing: new Set(collect('continuing')),
    qualifiers: new Set(collect('qualifiers')),
    omitted: new Set(collect('omitted')),
    intercut: collect('intercut'),
  };
}

/** INT or EXT at a position of a line. */
export interface HeadingStart {
  readonly intExt: IntExt;
  /** Those that are joined, in their order: of "EXT./INT." both. */
  readonly joined: readonly IntExt[];
  readonly start: number;
  /** Position after it, and after its punctuation. */
  readonly end: number;
  /** True with a full stop, colon or slash: "INT.", "INT/EXT". */
  readonly isPunctuated: boolean;
}

/** Reads INT or EXT, or several joined ones such as "INT./EXT.", at a position of a line in capitals. */
export function readStart(vocabulary: Vocabulary, capitals: string, start: number): HeadingStart | undefined {
  const first = readWord(vocabulary, capitals, start);
  if (!first) return undefined;
  const words = [first];
  let last = first;
  for (let next = readJoined(vocabulary, capitals, last.end); next; next = readJoined(vocabulary, capitals, last.end)) {
    words.push(next);
    last = next;
  }
  const joined = words.map(({ intExt }) => intExt);
  return {
    intExt: joined.every((intExt) => intExt === first.intExt) ? first.intExt : 'INT/EXT',
    joined,
    start,
    end: last.end,
    isPunctuated: first.isPunctuated || words.length > 1,
  };
}

function readWord(vocabulary: Vocabulary, capitals: string, start: number): HeadingStart | undefined {
  const found = vocabulary.starts.find(
    ({ word }) => capitals.startsWith(word, start) && !/[\p{L}\p{N}'-]/u.test(capitals[start + word.length] ?? ' '),
  );
  if (!found) return undefined;
  let end = start + found.word.length;
  const isPunctuated = capitals[end] === '.' || capitals[end] === ':';
  if (isPunctuated) end += 1;
  return { intExt: found.intExt, joined: [found.intExt], start, end, isPunctuated };
}

/** Reads a further INT or EXT after a slash or similar: of "INT. / EXT." the second. */
function readJoined(vocabulary: Vocabulary, capitals: string, from: number): HeadingStart | undefined {
  const sign = skipSpaces(capitals, from);
  return '/&+-–'.includes(capitals[sign] ?? ' ')
    ? readWord(vocabulary, capitals, skipSpaces(capitals, sign + 1))
    : undefined;
}

export function skipSpaces(text: string, from: number): number {
  let position = from;
  while (text[position] === ' ' || text[position] === '\t') position += 1;
  return position;
}

/** What a time of day says: when it is, or that the time of the scene before continues. Undefined if the text is not a time. */
export function readTime(vocabulary: Vocabulary, text: string): 'DAY' | 'NIGHT' | 'CONTINUING' | undefined {
  if (text.length > MAX_TIME_LENGTH) return undefined;
  const words = toCapitals(text)
    .replace(/\([^()]*\)/g, ' ')
    .split(/[\s/&+,.:]+/)
    .filter((word) => isLetter(word[0]));
  const whole = toCapitals(text).trim();
  if (vocabulary.day.has(whole)) return 'DAY';
  if (vocabulary.night.has(whole)) return 'NIGHT';
  if (!words.every((word) => isTimeWord(vocabulary, word))) return undefined;
  for (const word of words) {
    if (vocabulary.day.has(word)) return 'DAY';
    if (vocabulary.night.has(word)) return 'NIGHT';
  }
  return words.some((word) => vocabulary.continuing.has(word)) ? 'CONTINUING' : undefined;
}

/** Longer texts are no times. */
const MAX_TIME_LENGTH = 60;

function isTimeWord(vocabulary: Vocabulary, word: string): boolean {
  return isListed(vocabulary, word) || word.split(/['-]/).every((section) => isListed(vocabulary, section));
}

function isListed({ day, night, continuing, qualifiers }: Vocabulary, word: string): boolean {
  return (
    day.has(word) ||
    night.has(word) ||
    continuing.has(word) ||
    qualifiers.has(word) ||
    /^\d{1,4}(?:ST|ND|RD|TH)?$/.test(word)
  );
}
