import { SaxesParser } from 'saxes';
import { ScriptError } from '../script-error.ts';
import type { LineStyle, ScriptDocument, ScriptLine } from '../script-lines.ts';

/** Styles of Final Draft. Others are what a production has added; their text decides. */
const STYLES: Readonly<Record<string, LineStyle>> = {
  'Scene Heading': 'heading',
  Action: 'action',
  General: 'action',
  Character: 'character',
  Dialogue: 'dialogue',
  Parenthetical: 'dialogue',
  Transition: 'other',
  Shot: 'other',
};

/** Paths to a paragraph of the script, of one that is omitted, and of the title page. Summaries of cards have others. */
const CONTENT = 'FinalDraft/Content/Paragraph';
const PARAGRAPHS: Readonly<Record<string, 'script' | 'omitted' | 'title'>> = {
  [CONTENT]: 'script',
  [`${CONTENT}/DualDialogue/Paragraph`]: 'script',
  [`${CONTENT}/OmittedScene/Paragraph`]: 'omitted',
  [`${CONTENT}/OmittedScene/Paragraph/DualDialogue/Paragraph`]: 'omitted',
  'FinalDraft/TitlePage/Content/Paragraph': 'title',
};
/** Of the longest of them: joining all paths would take time that grows with the square of their depth. */
const MAX_DEPTH = 7;

interface Paragraph {
  readonly place: 'script' | 'omitted' | 'title';
  readonly style: LineStyle;
  readonly number: string | null;
  /** Number in the file, from 1. */
  readonly line: number;
  /** Runs of text in which only style or revision differs: spaces between words may stand in any of them. */
  readonly runs: string[];
  eighths?: number | undefined;
}

/** Reads a file of Final Draft. @throws {ScriptError} if it is damaged */
export function readFinalDraft(xml: string): ScriptDocument {
  const path: string[] = [];
  const open: { depth: number; paragraph: Paragraph }[] = [];
  const paragraphs: Paragraph[] = [];
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new ScriptError('The Final Draft file is damaged. Open it in Final Draft, save it again and choose it here.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    const place = name === 'Paragraph' && path.length <= MAX_DEPTH ? PARAGRAPHS[path.join('/')] : undefined;
    if (place) {
      const style = STYLES[attributes['Type'] ?? ''] ?? 'unknown';
      const number = attributes['Number']?.trim() || null;
      const paragraph: Paragraph = { place, style, number, line: paragraphs.length + 1, runs: [] };
      paragraphs.push(paragraph);
      open.push({ depth: path.length, paragraph });
    }
    const current = open.at(-1);
    if (name === 'SceneProperties' && current?.depth === path.length - 1)
      current.paragraph.eighths = parseLength(attributes['Length'] ?? '');
  });
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (path.at(-1) === 'Text' && current?.depth === path.length - 1) current.paragraph.runs.push(text);
  });
  parser.on('closetag', () => {
    if (open.at(-1)?.depth === path.length) open.pop();
    path.pop();
  });
  parser.write(xml).close();

  return {
    format: 'fdx',
    title:
      paragraphs
        .filter(({ place }) => place === 'title')
        .map(readParagraph)
        .find((text) => text !== '') ?? null,
    lines: paragraphs.filter(({ place }) => place !== 'title').flatMap(toLine),
  };
}

function readParagraph({ runs }: Paragraph): string {
  return runs.join('').normalize('NFC').split(/\s+/).join(' ').trim();
}

function toLine(paragraph: Paragraph): ScriptLine[] {
  const text = readParagraph(paragraph);
  if (text === '') return [];
  const { place, style, number, line, eighths } = paragraph;
  return [
    {
      line,
      text,
      style,
      isBlankBefore: style !== 'dialogue',
      isBlankAfter: style !== 'character',
      number: style === 'heading' ? number : null,
      ...(place === 'omitted' ? { exclusion: 'omitted' } : {}),
      ...(eighths === undefined ? {} : { eighths }),
    },
  ];
}

/** "3/8", "1", "1 3/8": a whole page has no eighths. */
function parseLength(length: string): number | undefined {
  const match = /^(?:(\d{1,4})(?!\/))?\s?(?:(\d)\/8)?$/.exec(length.trim());
  const eighths = Number(match?.[1] ?? 0) * 8 + Number(match?.[2] ?? 0);
  return eighths > 0 ? eighths : undefined;
}
