import { readFonts } from '../fonts.ts';
import { readAdvances, readGlyphs } from '../woff.ts';
import { type Area, PARAGRAPH_SPACE, type Paragraph } from './slide.ts';

const POINTS_OF_INCH = 72;
const LINE_HEIGHT = 1.2;
/** Of a letter that no font has. */
const FULL_WIDTH = 1;
const STARTS_WITH_ARCHIVO = 3;

/** Widths of letters as fractions of the size. Programs have Arial or something like it; Noto Sans is wider than all of these. */
const getWidth = (() => {
  let widths: Map<number, number> | undefined;
  const read = () => {
    const found = new Map<number, number>();
    // Those of Archivo come first, semi-bold after regular: the widest counts.
    for (const font of readFonts().slice(2 * STARTS_WITH_ARCHIVO)) {
      const advance = readAdvances(font);
      for (const [point, glyph] of readGlyphs(font)) found.set(point, Math.max(found.get(point) ?? 0, advance(glyph)));
    }
    return found;
  };
  return (text: string) => {
    widths ??= read();
    let sum = 0;
    for (const character of text) sum += widths.get(character.codePointAt(0)!) ?? FULL_WIDTH;
    return sum;
  };
})();

/** Breaks text at spaces, and words that are wider than a line. @param width in inches @param size in points */
export function breakLines(text: string, width: number, size: number): string[] {
  const max = (width * POINTS_OF_INCH) / size;
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const push = (part: string, partWidth: number) => {
    if (line !== '' && used + partWidth > max) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += part;
    used += partWidth;
  };
  for (const word of text.match(/\S+\s*|\s+/gu) ?? ['']) {
    const wordWidth = getWidth(word.trimEnd());
    if (wordWidth <= max) push(word, getWidth(word));
    else for (const character of word) push(character, getWidth(character));
  }
  return [...lines, line];
}

/** Returns the height of paragraphs in inches. */
export function measureHeight(paragraphs: readonly Paragraph[], width: number, size: number): number {
  const lines = paragraphs.flatMap((runs) => breakLines(runs.map(({ text }) => text).join(''), width, size)).length;
  return (lines * size * LINE_HEIGHT + paragraphs.length * PARAGRAPH_SPACE) / POINTS_OF_INCH;
}

/** Returns the largest of some sizes in which paragraphs fit into an area; undefined if none does. */
export function findSize(
  paragraphs: readonly Paragraph[],
  { w, h }: Pick<Area, 'w' | 'h'>,
  sizes: readonly number[],
): number | undefined {
  return sizes.find((size) => measureHeight(paragraphs, w, size) <= h);
}

/** Cuts text so that it fits into an area. */
export function shortenText(text: string, { w, h }: Pick<Area, 'w' | 'h'>, size: number): string {
  const lines = breakLines(text, w, size);
  const max = Math.max(1, Math.floor((h * POINTS_OF_INCH - PARAGRAPH_SPACE) / (size * LINE_HEIGHT)));
  if (lines.length <= max) return text;
  const shown = lines.slice(0, max).join('').trimEnd();
  return `${[...shown].slice(0, -2).join('').trimEnd()}…`;
}

/** Divides paragraphs into columns of a height. A paragraph of many lines is divided too. */
export function flowIntoColumns(
  paragraphs: readonly Paragraph[],
  { w, h }: Pick<Area, 'w' | 'h'>,
  size: number,
): Paragraph[][] {
  const columns: Paragraph[][] = [];
  const fits = (column: readonly Paragraph[]) => measureHeight(column, w, size) <= h;
  for (const paragraph of paragraphs.flatMap((each) => (fits([each]) ? [each] : divide(each, { w, h }, size)))) {
    const last = columns.at(-1);
    if (last && fits([...last, paragraph])) last.push(paragraph);
    else columns.push([paragraph]);
  }
  return columns;
}

/** Divides a paragraph into parts of half a column. */
function divide(runs: Paragraph, { w, h }: Pick<Area, 'w' | 'h'>, size: number): Paragraph[] {
  const lines = breakLines(runs.map(({ text }) => text).join(''), w, size);
  const count = Math.max(1, Math.floor((h * POINTS_OF_INCH) / 2 / (size * LINE_HEIGHT)));
  return Array.from({ length: Math.ceil(lines.length / count) }, (_, n) => [
    { ...runs[0]!, text: lines.slice(n * count, (n + 1) * count).join('') },
  ]);
}
