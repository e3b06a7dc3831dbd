import type { HeadingWords, IntExt } from '../script.ts';
import { isLetter, toCapitals, withoutBrackets } from './capitals.ts';
import common from './common-words.json' with { type: 'json' };

/** The words of scene headings in all languages, prepared for comparisons. */
export interface Vocabulary {
  /** Longest first. */
  readonly starts: readonly { readonly word: string; readonly intExt: IntExt }[];
  readonly day: ReadonlySet<string>;
  readonly night: ReadonlySet<string>;
  readonly continuing: ReadonlySet<string>;
  readonly qualifiers: ReadonlySet<string>;
  readonly remarks: ReadonlySet<string>;
  readonly sceneLabels: ReadonlySet<string>;
  readonly omitted: ReadonlySet<string>;
  readonly intercut: readonly string[];
}

/** @param own the languages of the region. They replace common ones. */
export function createVocabulary(own: readonly HeadingWords[]): Vocabulary {
  const languages = [...own, ...common.filter(({ language }) => own.every((words) => words.language !== language))];
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
    remarks: new Set(collect('remarks')),
    sceneLabels: new Set(collect('sceneLabels')),
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
  /** Where it stands, if not before the place: "KÜCHE - INNEN/TAG", "INT-MILL-DAY". */
  readonly form?: 'after place' | 'hyphenated';
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
  const whole = withoutBrackets(toCapitals(text)).trim();
  // Before its words: "TARDE" is an afternoon, "MÁS TARDE" is later.
  if (vocabulary.continuing.has(whole)) return 'CONTINUING';
  const words = splitWords(whole);
  if (!words.every((word) => isTimeWord(vocabulary, word))) return undefined;
  for (const word of [whole, ...words.flatMap((word) => [word, ...word.split("'"), ...splitSections(word)])]) {
    if (vocabulary.day.has(word)) return 'DAY';
    if (vocabulary.night.has(word)) return 'NIGHT';
  }
  return words.some((word) => vocabulary.continuing.has(word)) ? 'CONTINUING' : undefined;
}

/** Longer texts are no times. */
const MAX_TIME_LENGTH = 60;

/** Says whether a text is a remark about the shot, and names no place: "MOVING", "MORAG'S DREAM", "FLASHBACK TO 1893". */
export function isRemark(vocabulary: Vocabulary, text: string): boolean {
  const words = splitWords(toCapitals(text).replaceAll('.', ''));
  const isKnown = (word: string) => vocabulary.remarks.has(word) || isTimeWord(vocabulary, word);
  return (
    vocabulary.remarks.has(words.at(-1) ?? '') ||
    (words.some((word) => vocabulary.remarks.has(word)) && words.every(isKnown))
  );
}

/** Says whether a text has only words of times, numbers and remarks: "1893", "DAY 2", "APRIL 1746". */
export function isTimeOrRemark(vocabulary: Vocabulary, text: string): boolean {
  return isRemark(vocabulary, text) || splitWords(toCapitals(text)).every((word) => isTimeWord(vocabulary, word));
}

function splitWords(capitals: string): string[] {
  return capitals.split(/[\s/&+,.:]+/).filter((word) => isLetter(word[0]));
}

function splitSections(word: string): string[] {
  return word.split(/['-]/);
}

/** "MID-MORNING" and "D'APRÈS-MIDI" consist of words of times. */
function isTimeWord(vocabulary: Vocabulary, word: string): boolean {
  const areListed = (sections: readonly string[]) => sections.every((section) => isListed(vocabulary, section));
  return isListed(vocabulary, word) || areListed(word.split("'")) || areListed(splitSections(word));
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
