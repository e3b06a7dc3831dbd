import { countSmallWords, isInCapitals, isLetter, toCapitals } from './capitals.ts';
import { type HeadingContent, splitHeading } from './split-heading.ts';
import { trimEnd, trimStart } from './split-clause.ts';
import { type StrippedLine, stripLine } from './strip-line.ts';
import { type HeadingStart, type Vocabulary, isRemark, readStart, readTime, skipSpaces } from './vocabulary.ts';

/** A line that is read as a scene heading. */
export interface Heading extends HeadingContent {
  readonly number: string | null;
  /** As written, without the number. */
  readonly text: string;
  readonly isOmitted: boolean;
}

/** Where a line stands. */
export interface LineContext {
  readonly isBlankBefore: boolean;
  readonly isBlankAfter: boolean;
  readonly isInDialogue: boolean;
  /** Whether the script has headings with INT or EXT: a line without them is only possibly one. */
  readonly hasIntExtHeadings: boolean;
}

/** Reasons for not reading a line as a heading, for users. */
export const REASONS = {
  noPlace: 'names no place',
  sentence: 'reads like a sentence',
  dialogue: 'is in dialogue',
  speaker: 'may be the name of a speaker',
  noIntExt: 'has no INT or EXT',
  within: 'has INT or EXT in the middle',
  hyphen: 'has a hyphen after INT or EXT',
  marked: 'is not marked as a heading in the file',
  leftOut: 'is in a note or in what the script leaves out',
  omitted: 'is in an omitted scene',
  runningHead: 'is in the header or footer of several pages',
  repeated: 'repeats the heading of the scene',
} as const;
type Reason = (typeof REASONS)[keyof typeof REASONS];

/** What a line is: a heading, one possibly, or neither. */
export type Judgement = { readonly heading: Heading } | { readonly reason: Reason } | undefined;

/** Longer lines are paragraphs: reading them as headings would take time and help nobody. */
const MAX_HEADING_LENGTH = 300;

/** Says whether a line is a scene heading. Every line that begins with INT or EXT is one, or one possibly. */
export function judgeLine(vocabulary: Vocabulary, line: string, context: LineContext): Judgement {
  if (line.length > MAX_HEADING_LENGTH) {
    const begin = stripLine(vocabulary, line.slice(0, MAX_HEADING_LENGTH));
    return findStart(vocabulary, begin.text) ? { reason: REASONS.sentence } : undefined;
  }
  const stripped = stripLine(vocabulary, line);
  if (isOmittedLine(vocabulary, stripped)) return { heading: toHeading(vocabulary, stripped, undefined) };
  const start = findStart(vocabulary, stripped.text);
  const reason = start
    ? findDoubt(vocabulary, stripped.text, start, context)
    : findDoubtWithoutStart(vocabulary, stripped, context);
  if (reason === undefined) return undefined;
  return reason === null ? { heading: toHeading(vocabulary, stripped, start) } : { reason };
}

/** Reads a line as a heading, whatever it looks like. */
export function readHeading(vocabulary: Vocabulary, line: string): Heading {
  const stripped = stripLine(vocabulary, line.slice(0, MAX_HEADING_LENGTH));
  return toHeading(vocabulary, stripped, findStart(vocabulary, stripped.text));
}

function toHeading(vocabulary: Vocabulary, stripped: StrippedLine, start: HeadingStart | undefined): Heading {
  const isOmitted = isOmittedLine(vocabulary, stripped);
  // "1893" is a place of its own, and "24 HOURS LATER" has no number.
  const isNumbered = start !== undefined || stripped.isNumberCertain || isOmitted;
  const whole = isNumbered ? stripped.text : stripped.withNumber;
  const offset = start && !startsWithAny(vocabulary.intercut, whole) ? findHeadingOffset(whole, start) : 0;
  const text = whole.slice(offset);
  const shifted = start && { ...start, start: start.start - offset, end: start.end - offset };
  return {
    number: isNumbered ? stripped.number : null,
    text,
    isOmitted,
    ...splitHeading(vocabulary, text, shifted),
  };
}

/** A transition on the same line is not part of the heading: "CUT TO: INT. MILL - DAY". */
function findHeadingOffset(line: string, { start, form }: HeadingStart): number {
  if (form === 'after place') return 0;
  const colon = line.lastIndexOf(':', start);
  return colon < 0 || colon >= start ? 0 : skipSpaces(line, colon + 1);
}

/**
 * Finds INT or EXT at the beginning of a line, after the place, or in capitals after a few words and a sign: "FLASHBACK - INT. MILL".
 */
function findStart(vocabulary: Vocabulary, text: string): HeadingStart | undefined {
  const capitals = toCapitals(text);
  const begin = skipLeadingSigns(text);
  const first =
    readStart(vocabulary, capitals, begin) ??
    findHyphenatedStart(vocabulary, text, begin) ??
    findStartAfterPlace(vocabulary, text);
  if (first) return first;
  for (const { index } of text.slice(0, MAX_LEAD_LENGTH).matchAll(/[:–—-]/g)) {
    if (!isInCapitals(text.slice(0, index)) && !startsWithAny(vocabulary.intercut, text)) return undefined;
    const next = readStart(vocabulary, capitals, skipSpaces(text, index + 1));
    if (next?.isPunctuated && isCapitalStart(text, capitals, next)) return next;
  }
  return undefined;
}

const MAX_LEAD_LENGTH = 60;

/** "INT-MILL-DAY": in capitals only, since "est-ce que" is no EST. */
function findHyphenatedStart(vocabulary: Vocabulary, text: string, start: number): HeadingStart | undefined {
  const capitals = toCapitals(text);
  const found = vocabulary.starts.find(({ word }) => capitals.startsWith(`${word}-`, start));
  if (!found || !isInCapitals(text)) return undefined;
  const { word, intExt } = found;
  const end = start + word.length + 1;
  return { intExt, joined: [intExt], start, end, isPunctuated: false, form: 'hyphenated' };
}

/** Finds INT or EXT after the place, before the time or the end: "KÜCHE - INNEN/TAG", "CUISINE INT. JOUR". "IL EST MIDI" has no EST. */
function findStartAfterPlace(vocabulary: Vocabulary, text: string): HeadingStart | undefined {
  if (!isInCapitals(text)) return undefined;
  const capitals = toCapitals(text);
  for (const { index } of capitals.matchAll(/(?<=[\s,/–—-])\p{L}/gu)) {
    const start = readStart(vocabulary, capitals, index);
    if (!start) continue;
    const time = trimStart(text.slice(start.end));
    const isTimed = readTime(vocabulary, trimEnd(time)) !== undefined;
    if (isAfterSign(text, index) ? isTimed || time === '' : isTimed && start.isPunctuated)
      return { ...start, form: 'after place' };
  }
  return undefined;
}

function isAfterSign(text: string, position: number): boolean {
  return /[-–—,/.:]/.test(text.slice(0, position).trimEnd().at(-1) ?? '');
}

function skipLeadingSigns(text: string): number {
  let position = 0;
  while ('.!>"“„«([-•–'.includes(text[position] ?? 'x')) position += 1;
  return position === 0 ? 0 : skipSpaces(text, position);
}

function isCapitalStart(text: string, capitals: string, { start, end }: HeadingStart): boolean {
  return text.slice(start, end) === capitals.slice(start, end).replaceAll("'", text[start] === '’' ? '’' : "'");
}

/** @returns null if a line with INT or EXT is a heading; otherwise the reason why not */
function findDoubt(vocabulary: Vocabulary, text: string, start: HeadingStart, context: LineContext): Reason | null {
  if (start.form === 'after place') return findDoubtAfterPlace(vocabulary, text, start, context);
  const rest = text.slice(start.end);
  if (!/\p{L}{2}|\p{L}\s?\d/u.test(rest)) return REASONS.noPlace;
  const capitals = toCapitals(text);
  const isCapital = isCapitalStart(text, capitals, start);
  const { places, timeOfDay } = splitHeading(vocabulary, text, start);
  const isTimed = timeOfDay !== null;
  if (places[0].name === '' && places.length === 1) return REASONS.noPlace;
  const isAllCapital = isCapital && isInCapitals(rest);
  if (context.isInDialogue && !(isAllCapital && (isTimed || start.isPunctuated))) return REASONS.dialogue;
  if (start.form === 'hyphenated') return REASONS.hyphen;
  if (isAllCapital && (start.isPunctuated || isTimed)) return null;
  if (isAllCapital && /[.!?…]["”’']?$/.test(text)) return REASONS.sentence;
  if (isAllCapital) return context.isBlankAfter ? null : REASONS.speaker;
  if (isTimed && (start.isPunctuated || (isCapital && context.isBlankBefore))) return null;
  const smallWords = countSmallWords(rest);
  const endsLikeSentence = /[.!?…,;]["”’']?$/.test(text);
  if (smallWords > 1 && endsLikeSentence) return REASONS.sentence;
  const isApart = context.isBlankBefore && context.isBlankAfter;
  if (isCapital && start.isPunctuated) return isApart || smallWords < 4 ? null : REASONS.sentence;
  const isTitle = smallWords === 0 && !endsLikeSentence;
  return isApart && start.isPunctuated && isTitle ? null : REASONS.sentence;
}

/** @returns null if a line with INT or EXT after the place is a heading; otherwise the reason why not */
function findDoubtAfterPlace(
  vocabulary: Vocabulary,
  text: string,
  { start, end }: HeadingStart,
  { isBlankBefore, isBlankAfter, isInDialogue }: LineContext,
): Reason | null {
  const place = trimEnd(text.slice(0, start));
  if (!/\p{L}{2}|\d/u.test(place) || isRemark(vocabulary, place)) return REASONS.noPlace;
  if (isInDialogue) return REASONS.dialogue;
  const isTimed = trimStart(text.slice(end)) !== '';
  return isTimed || (isBlankBefore && isBlankAfter) ? null : REASONS.within;
}

/** @returns null if a line without INT or EXT is a heading, a reason if it may be one, undefined if it is none */
function findDoubtWithoutStart(
  vocabulary: Vocabulary,
  { text, number, isNumberCertain, withNumber }: StrippedLine,
  { isBlankBefore, isBlankAfter, isInDialogue, hasIntExtHeadings }: LineContext,
): Reason | null | undefined {
  if (startsWithAny(vocabulary.intercut, text)) return REASONS.noIntExt;
  if (hasStartWithin(vocabulary, text)) return REASONS.within;
  if (!isInCapitals(text) || isInDialogue) return undefined;
  if (isNumberCertain) return null;
  const isTimed = endsWithTime(vocabulary, withNumber);
  const isApart = isBlankBefore && isBlankAfter;
  if (isTimed && isApart && !hasIntExtHeadings && namesPlace(vocabulary, withNumber)) return null;
  if (isTimed) return REASONS.noIntExt;
  return number !== null && isApart ? REASONS.noIntExt : undefined;
}

/** "DAY - LATER" names none, and a colon follows a transition. */
function namesPlace(vocabulary: Vocabulary, text: string): boolean {
  return !text.includes(':') && splitHeading(vocabulary, text, undefined).places[0].name !== '';
}

/** "THE MILL - NIGHT": a place, a dash and a time. */
function endsWithTime(vocabulary: Vocabulary, text: string): boolean {
  const dash = Math.max(
    text.lastIndexOf(' - '),
    text.lastIndexOf(' – '),
    text.lastIndexOf(' — '),
    text.lastIndexOf('-- '),
  );
  return dash > 0 && readTime(vocabulary, text.slice(dash + 2).trim()) !== undefined;
}

/** INT. or EXT. in capitals and with a full stop, or between signs in a line of capitals, elsewhere in a line. */
function hasStartWithin(vocabulary: Vocabulary, text: string): boolean {
  const capitals = toCapitals(text);
  const isCapital = isInCapitals(text);
  for (const { index } of text.matchAll(/(?<=\s)\p{Lu}/gu)) {
    const start = readStart(vocabulary, capitals, index);
    if (!start) continue;
    if (isCapital && isAfterSign(text, index)) return true;
    const hasSign = /[./]/.test(text.slice(index, start.end));
    if (hasSign && isCapitalStart(text, capitals, start) && isLetterAfter(text, start.end)) return true;
  }
  return false;
}

function isLetterAfter(text: string, end: number): boolean {
  return isLetter(text[skipSpaces(text, end)]);
}

/** "12 OMITTED 12", "OMITTED". */
function isOmittedLine({ omitted }: Vocabulary, { text, number }: StrippedLine): boolean {
  const words = toCapitals(text)
    .replace(/[.()[\]]/g, '')
    .trim();
  return omitted.has(words) && (number !== null || isInCapitals(text));
}

function startsWithAny(words: readonly string[], text: string): boolean {
  const capitals = toCapitals(text);
  return isInCapitals(text) && words.some((word) => capitals.startsWith(word) && !isLetter(text[word.length]));
}
