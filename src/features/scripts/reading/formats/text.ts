import type { ScriptDocument, ScriptLine } from '../script-lines.ts';
import { countSmallWords } from '../headings/capitals.ts';
import { findLeftOut } from './left-out.ts';
import { findPageHeaders, isPageFurniture } from './page-furniture.ts';
import { readTitlePage } from './title-page.ts';

/** Reads Fountain, and plain text, which is Fountain without marks. */
export function readText(text: string, format: 'fountain' | 'text'): ScriptDocument {
  const whole = text.replace(INVISIBLE, '').normalize('NFC');
  const titlePage = readTitlePage(whole);
  const { script, leftOut } = findLeftOut(whole);
  const lines = splitLines(script);
  const original = splitLines(whole);
  const headers = findPageHeaders(lines);
  const isBlank = lines.map((line, index) => line.trim() === '' || isPageFurniture(line) || headers.has(index));
  const { isBlankBefore, isBlankAfter } = findBlankLines(isBlank);
  const result: ScriptLine[] = [];
  for (const [index, line] of lines.entries()) {
    const isLeftOut = isBlank[index] && leftOut.has(index) && original[index]?.trim() !== '';
    if (headers.has(index)) {
      const flags = { isBlankBefore: true, isBlankAfter: true, exclusion: 'running head' } as const;
      result.push({ line: index + 1, text: line.trim(), style: 'unknown', ...flags });
      continue;
    }
    if (isBlank[index] && !isLeftOut) continue;
    const isTitlePage = index < titlePage.lines;
    const position = {
      line: index + 1,
      isBlankBefore: index === titlePage.lines || isBlankBefore(index),
      isBlankAfter: isBlankAfter(index),
    };
    const beginning = leftOut.has(index) && !isLeftOut ? findLeftOutBeginning(original[index] ?? '', line) : '';
    if (beginning) result.push({ ...position, style: 'unknown', exclusion: 'left out', text: beginning });
    result.push({
      ...position,
      ...(isTitlePage || isLeftOut
        ? { style: 'unknown', exclusion: 'left out', text: removeMarks(isLeftOut ? (original[index] ?? '') : line) }
        : readStyle(line)),
    });
  }
  return { format: titlePage.lines > 0 ? 'fountain' : format, title: titlePage.title, lines: result };
}

/** Byte order marks, zero-width spaces, and hyphens that only show where a line is broken. */
const INVISIBLE = /[\ufeff\u200b\u2060\u00ad]/g;

/** In a double-spaced text, a blank line follows each line, and three each paragraph. */
const DOUBLE_SPACED = { lines: 2, paragraphs: 3, share: 0.1 };

/** Says where blank lines separate paragraphs: single ones do not in a double-spaced text. */
function findBlankLines(isBlank: readonly boolean[]) {
  const written = isBlank.flatMap((blank, index) => (blank ? [] : [index]));
  const gaps = written.slice(1).map((line, index) => line - written[index]! - 1);
  const countGaps = (isCounted: (gap: number) => boolean) => gaps.filter(isCounted).length;
  const min = gaps.length * DOUBLE_SPACED.share;
  const isDoubleSpaced =
    countGaps((gap) => gap === 0) === 0 &&
    countGaps((gap) => gap === 1) > min &&
    countGaps((gap) => gap >= DOUBLE_SPACED.paragraphs) > min;
  const isBlankAt = (index: number) => isBlank[index] ?? true;
  return {
    isBlankBefore: (index: number) =>
      isBlankAt(index - 1) && (!isDoubleSpaced || isBlankAt(index - DOUBLE_SPACED.lines)),
    isBlankAfter: (index: number) =>
      isBlankAt(index + 1) && (!isDoubleSpaced || isBlankAt(index + DOUBLE_SPACED.lines)),
  };
}

/** Splits at all line ends, and at the page breaks of text from PDF files. */
function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\f\u2028]/);
}

/** Returns the beginning of a line that is left out, where script follows: "INT. MILL *\/ He walks." */
function findLeftOutBeginning(original: string, script: string): string {
  const at = original.lastIndexOf(script.trim());
  return removeMarks(original.slice(0, Math.max(at, 0)));
}

/** Of the marks of notes and what is left out. */
function removeMarks(line: string): string {
  return line.replace(/\/\*|\*\/|\[\[|\]\]/g, '').trim();
}

/** Reads the mark at the beginning of a line of Fountain. */
function readStyle(line: string): Pick<ScriptLine, 'text' | 'style'> {
  const text = line.trim();
  const rest = text.slice(1).trimStart();
  switch (text[0]) {
    case '.':
      return isForcedHeading(text) ? { text: rest, style: 'heading' } : { text, style: 'unknown' };
    case '!':
      return { text: rest, style: 'action' };
    case '@':
      return { text: rest, style: 'character' };
    case '#':
      // A scene number, not a section.
      return /^#\d/.test(text) ? { text, style: 'unknown' } : { text: rest, style: 'other' };
    case '~':
      return { text: rest, style: 'other' };
    case '=':
      return { text: text.replace(/^=+\s?/, ''), style: 'other' };
    case '>':
      return text.endsWith('<') ? { text: rest.slice(0, -1).trim(), style: 'other' } : { text: rest, style: 'other' };
    default:
      return { text: withoutRevisionMark(text), style: 'unknown' };
  }
}

/** ".THE WHITE ROOM", ".221B BAKER STREET", but not ".357 is what the label says". */
function isForcedHeading(text: string): boolean {
  return /^\.[^.\s\d]/.test(text) || (/^\.\d/.test(text) && countSmallWords(text) === 0);
}

/** A star in the right margin says that the line was revised. */
function withoutRevisionMark(text: string): string {
  return text.endsWith('  *') ? text.slice(0, -1).trimEnd() : text;
}
