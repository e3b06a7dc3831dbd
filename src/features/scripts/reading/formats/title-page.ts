/** Keys of the title page of Fountain. Others may stand beside them. */
const KEYS: ReadonlySet<string> = new Set([
  'title',
  'credit',
  'author',
  'authors',
  'source',
  'notes',
  'draft date',
  'date',
  'contact',
  'copyright',
  'revision',
  'format',
]);

interface TitlePage {
  readonly title: string | null;
  /** Number of lines, from the beginning of the text. */
  readonly lines: number;
}

const MAX_LINES = 100;
const KEY = /^([\p{L}][\p{L} ]{0,40}):/u;

/** Reads the title page of Fountain: keys and values up to the first blank line. */
export function readTitlePage(text: string): TitlePage {
  const lines = text.slice(0, MAX_LINES * 200).split(/\r\n|[\n\r]/, MAX_LINES);
  const first = lines.findIndex((line) => line.trim() !== '');
  const blank = lines.findIndex((line, index) => index > first && line.trim() === '');
  const end = blank < 0 ? lines.length : blank;
  const keys = lines.slice(Math.max(first, 0), end).map((line) => KEY.exec(line)?.[1]?.toLowerCase());
  if (keys[0] === undefined || !keys.some((key) => key !== undefined && KEYS.has(key)))
    return { title: null, lines: 0 };
  return { title: readTitle(lines.slice(first, end)), lines: end };
}

function readTitle(lines: readonly string[]): string | null {
  const start = lines.findIndex((line) => /^title:/i.test(line));
  if (start < 0) return null;
  const after = lines.slice(start + 1);
  const next = after.findIndex((line) => KEY.test(line));
  const words = [lines[start]?.slice('title:'.length), ...after.slice(0, next < 0 ? after.length : next)].join(' ');
  return words.replace(/[*_]/g, '').split(/\s+/).join(' ').trim() || null;
}
