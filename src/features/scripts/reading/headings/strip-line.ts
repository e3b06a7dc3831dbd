import { toCapitals } from './capitals.ts';
import { isRoom } from './rooms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A line without what stands around its text: emphasis, revision marks and scene numbers. */
export interface StrippedLine {
  readonly text: string;
  /** The scene number before the text, or in Fountain after it. */
  readonly number: string | null;
  /** True if the number stands on both sides of the text, or is marked as one. */
  readonly isNumberCertain: boolean;
  /** The line with its number. */
  readonly withNumber: string;
}

/** "12", "12A", "A12", "12-14", "12-A", "12/13", "12.", "(12)", "#12". */
const NUMBER = /^[(#]?([A-Z]{0,2}\d{1,4}[A-Za-z]{0,2}(?:[-.–/](?:\d{1,4}[A-Z]{0,2}|[A-Z]{1,2}))?)[.):]{0,2}$/;
const MAX_NUMBER_LENGTH = 16;

export function stripLine({ sceneLabels }: Vocabulary, line: string): StrippedLine {
  const marked = readMarkedNumber(withoutEmphasis(line));
  const withNumber = marked.text.replaceAll('\t', ' ');
  const first = splitFirstWord(withNumber);
  const isLabelled = sceneLabels.has(toCapitals(first.word.replace(/\.$/, '')));
  const labelled = isLabelled ? splitFirstWord(first.rest) : first;
  const number = readNumber(labelled.word);
  if (number === null || labelled.rest === '') {
    return { text: withNumber, number: marked.number, isNumberCertain: marked.number !== null, withNumber };
  }
  const repeated = withoutRepeatedNumber(labelled.rest, number);
  return {
    text: withoutSeparator(repeated ?? labelled.rest),
    number: marked.number ?? number,
    isNumberCertain: repeated !== undefined || marked.number !== null || isLabelled,
    withNumber,
  };
}

/** "SÉQUENCE 12 - INT. MOULIN". */
function withoutSeparator(text: string): string {
  return text.replace(/^[-–—:] +/, '');
}

/** Figure dash, horizontal bar and minus sign, which look like an en dash. */
const OTHER_DASHES = /[\u2012\u2015\u2212]/g;

/** Removes the asterisks and underscores of Fountain around words, and the revision marks at the end of a line. */
function withoutEmphasis(line: string): string {
  const trimmed = line.trim().replace(OTHER_DASHES, '–');
  if (!/[*_]/.test(trimmed)) return trimmed;
  return trimmed.split(' ').map(trimMarks).join(' ').trim();
}

function trimMarks(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && isMark(word[start])) start += 1;
  while (end > start && isMark(word[end - 1])) end -= 1;
  return word.slice(start, end);
}

function isMark(character: string | undefined): boolean {
  return character === '*' || character === '_';
}

/** Reads the number that Fountain marks at the end of a heading: `#12A#`. */
function readMarkedNumber(text: string): { text: string; number: string | null } {
  if (!text.endsWith('#')) return { text, number: null };
  const start = text.lastIndexOf('#', text.length - 2);
  const number = text.slice(start + 1, -1).trim();
  if (start < 1 || number === '' || number.length > MAX_NUMBER_LENGTH) return { text, number: null };
  return { text: text.slice(0, start).trim(), number };
}

function splitFirstWord(text: string): { word: string; rest: string } {
  const space = text.indexOf(' ');
  return space < 0 ? { word: text, rest: '' } : { word: text.slice(0, space), rest: text.slice(space + 1).trim() };
}

function readNumber(word: string): string | null {
  return word.length <= MAX_NUMBER_LENGTH ? (NUMBER.exec(word)?.[1] ?? null) : null;
}

/** Removes the number of the right margin, if it is that of the left one: "INT. MILL - DAY   12". */
function withoutRepeatedNumber(text: string, number: string): string | undefined {
  const space = text.lastIndexOf(' ');
  if (readNumber(text.slice(space + 1)) !== number) return undefined;
  const rest = text.slice(0, space);
  // "INT. ROOM 12" has no number of the right margin.
  const isNumberOfRoom = /^\d+$/.test(number) && !rest.endsWith(' ') && isRoom(rest.slice(rest.lastIndexOf(' ') + 1));
  return isNumberOfRoom ? undefined : rest.trim();
}
