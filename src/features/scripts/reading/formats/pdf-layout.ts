import type { ScriptLine } from '../script-lines.ts';
import { isPageFurniture } from './page-furniture.ts';
import { findRunningHeads } from './running-heads.ts';
import type { PlacedText, Row } from './pdf-rows.ts';

/** Measures of a document, in points. */
interface Layout {
  /** Left and right margin of action and headings. */
  readonly left: number;
  readonly right: number;
  /** Distance between two lines of a paragraph. */
  readonly lineHeight: number;
  /** The first and the last line of the pages. */
  readonly top: number;
  readonly bottom: number;
}

/** A scene number, or a page number. */
const NUMBER = /^[A-Z]{0,2}\d{1,4}[A-Z]{0,2}(?:[-/][A-Z\d]{1,4})?\.?$/;
const REVISION_MARKS = /^[*+]{1,3}$/;

/** Turns the rows of all pages to lines, without margin numbers and revision marks. */
export function toScriptLines(pages: readonly (readonly Row[])[]): ScriptLine[] {
  const isRunningHead = findRunningHeads(pages);
  const bodies = pages.map((rows) => rows.filter((row) => !isRunningHead(row)).flatMap(toBodyRow));
  const layout = measure(bodies);
  const lines: ScriptLine[] = [];
  for (const [index, rows] of pages.entries()) {
    const heads = rows.filter(isRunningHead);
    const addHeadsAbove = (bottom: number) => {
      while (heads[0] && heads[0][0].top < bottom) {
        const [{ top }] = heads[0];
        const text = joinTexts(heads.shift()!);
        const flags = { isBlankBefore: true, isBlankAfter: true, exclusion: 'running head' } as const;
        lines.push({
          line: lines.length + 1,
          text,
          style: 'unknown',
          page: index + toShareOfPage(top, layout),
          ...flags,
        });
      }
    };
    for (const text of orderColumns(bodies[index] ?? [], layout)) {
      addHeadsAbove(text.top);
      lines.push({
        line: lines.length + 1,
        text: text.number === null ? text.text : `${text.number} ${text.text}`,
        style: 'unknown',
        isBlankBefore: text.isBlankBefore,
        isBlankAfter: text.isBlankAfter,
        isAtMargin: isAtMargin(text, layout),
        isFullWidth: text.right > layout.left + (layout.right - layout.left) * FULL_WIDTH,
        page: index + toShareOfPage(text.top, layout),
      });
    }
    addHeadsAbove(Number.POSITIVE_INFINITY);
  }
  return lines;
}

/** Of the width of the text: a heading that reaches so far may continue on the next line. */
const FULL_WIDTH = 0.8;

interface BodyRow {
  /** Scene number in a margin. */
  readonly number: string | null;
  readonly texts: Row;
}

function joinTexts(row: Row): string {
  return row.map(({ text }) => text).join(' ');
}

/** Takes the scene numbers and revision marks from the margins of a row. */
function toBodyRow(row: Row): BodyRow[] {
  if (isPageFurniture(joinTexts(row))) return [];
  const texts = row.filter(({ text }) => !REVISION_MARKS.test(text));
  const before = texts.length > 1 && NUMBER.test(texts[0]?.text ?? '') ? texts.shift() : undefined;
  const after = texts.length > 1 && NUMBER.test(texts.at(-1)?.text ?? '') ? texts.pop() : undefined;
  const [first, ...others] = texts;
  if (!first) return [];
  const number = (before ?? after)?.text;
  // A number of four digits nearly touches the heading.
  const isInText = number === undefined || first.text.startsWith(`${number} `);
  return [{ number: isInText ? null : number, texts: [first, ...others] }];
}

function measure(pages: readonly BodyRow[][]): Layout {
  const firsts = pages.flat().map(({ texts }) => texts[0]);
  const tops = firsts.map(({ top }) => top);
  const left = findCommon(firsts.map((text) => text.left)) ?? 0;
  const gaps = pages.flatMap((rows) =>
    rows.slice(1).map((row, index) => row.texts[0].top - (rows[index]?.texts[0].top ?? 0)),
  );
  const lineHeight = findCommon(gaps.filter((gap) => gap > 4)) ?? (firsts[0]?.height ?? 12) * 1.2;
  return {
    left,
    right: firsts.reduce((max, text) => Math.max(max, text.right), left + 1),
    lineHeight,
    top: tops.reduce((min, top) => Math.min(min, top), Number.POSITIVE_INFINITY),
    bottom: tops.reduce((max, top) => Math.max(max, top), 0) + lineHeight,
  };
}

/** Share of values that makes one common. */
const COMMON = 0.06;

/** Returns the least value that is common: the left margin among those of action, dialogue and names. */
function findCommon(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(Math.round(value), (counts.get(Math.round(value)) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= values.length * COMMON).map(([value]) => value);
  return common.length > 0 ? common.reduce((min, value) => Math.min(min, value)) : undefined;
}

interface ColumnText extends PlacedText {
  readonly number: string | null;
  readonly isBlankBefore: boolean;
  readonly isBlankAfter: boolean;
}

/** Of the line height: a greater distance is a blank line. */
const BLANK = 1.35;

/** Two people who speak at the same time stand side by side: the rows of the left one come first. */
function orderColumns(rows: readonly BodyRow[], layout: Layout): ColumnText[] {
  const ordered: ColumnText[] = [];
  let waiting: ColumnText[] = [];
  for (const [index, { number, texts }] of rows.entries()) {
    const { top } = texts[0];
    const isBlank = (other: BodyRow | undefined) =>
      !other || Math.abs(other.texts[0].top - top) > layout.lineHeight * BLANK;
    const flags = { isBlankBefore: isBlank(rows[index - 1]), isBlankAfter: isBlank(rows[index + 1]) };
    const isSideBySide = texts.length === 2 && isAtMargin(texts[0], layout) !== true;
    if (!isSideBySide) {
      ordered.push(...waiting, { ...joinRow(texts), number, ...flags });
      waiting = [];
      continue;
    }
    const [first, second] = texts;
    ordered.push({ ...first, number, ...flags });
    if (second) waiting.push({ ...second, number: null, ...flags });
  }
  return [...ordered, ...waiting];
}

/** The time of a heading may stand far from the place. */
function joinRow(texts: Row): PlacedText {
  return { ...texts[0], text: joinTexts(texts), right: texts.at(-1)?.right ?? texts[0].right };
}

/** In points: names and dialogue are indented by more, action by less. */
const INDENTED = 50;
const AT_MARGIN = 12;

function isAtMargin({ left }: PlacedText, layout: Layout): boolean | undefined {
  if (left >= layout.left + INDENTED) return false;
  return left <= layout.left + AT_MARGIN ? true : undefined;
}

function toShareOfPage(top: number, layout: Layout): number {
  return Math.min(1, Math.max(0, (top - layout.top) / (layout.bottom - layout.top)));
}
