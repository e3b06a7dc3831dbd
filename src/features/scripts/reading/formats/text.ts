import type { ScriptDocument, ScriptLine } from '../script-lines.ts';
import { countSmallWords } from '../headings/capitals.ts';
import { findLeftOut } from './left-out.ts';
import { isPageFurniture } from './page-furniture.ts';
import { readTitlePage } from './title-page.ts';

/** Reads Fountain, and plain text, which is Fountain without marks. */
export function readText(text: string, format: 'fountain' | 'text'): ScriptDocument {
  const whole = text.replace(/^\ufeff/, '').normalize('NFC');
  const titlePage = readTitlePage(whole);
  const { script, leftOut } = findLeftOut(whole);
  const lines = splitLines(script);
  const original = splitLines(whole);
  const isBlank = lines.map((line) => line.trim() === '' || isPageFurniture(line));
  const result: ScriptLine[] = [];
  for (const [index, line] of lines.entries()) {
    const isLeftOut = isBlank[index] && leftOut.has(index) && original[index]?.trim() !== '';
    if (isBlank[index] && !isLeftOut) continue;
    const isTitlePage = index < titlePage.lines;
    const position = {
      line: index + 1,
      isBlankBefore: index === titlePage.lines || (isBlank[index - 1] ?? true),
      isBlankAfter: isBlank[index + 1] ?? true,
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
