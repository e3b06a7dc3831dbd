import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Cell, toCsv } from '../../../../platform/text/csv.ts';
import type { LookBook, LookBookPhotograph } from './look-book.ts';

const HEADINGS = [
  'File',
  'Section',
  'Locked in',
  'Location',
  'Place',
  'Caption',
  'Credit',
  'Alternative text',
  'Page',
  'Note',
];
const ANSWER_HEADINGS = ['Answers about the photograph', 'What guests say'];
const MAX_NAME_LENGTH = 80;

/** Reads a photograph; null for one that is missing. */
type ReadPhotograph = (photograph: LookBookPhotograph) => Promise<Uint8Array | null>;

/**
 * Returns the photographs of a look-book as a ZIP: one folder, with a folder for each section and captions.csv. One photograph is in memory at
 * a time. @param ending of their files
 */
export function createPictureArchive(book: LookBook, ending: 'jpg' | 'webp', read: ReadPhotograph): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const onError = (error: Error) => output.destroy(error);
  zip.on('error', onError);
  addPhotographs(zip, book, ending, read).catch(onError);
  return output;
}

async function addPhotographs(zip: ZipFile, book: LookBook, ending: string, read: ReadPhotograph): Promise<void> {
  const rows: Cell[][] = [];
  const hasAnswers = book.boardLabels.includes('Answers');
  const root = `${toFileName(book.title)}/`;
  for (const { name, photograph, cells } of listFiles(book, root, ending)) {
    // oxlint-disable-next-line no-await-in-loop -- one photograph is in memory at a time
    const content = await read(photograph);
    if (!content) continue;
    rows.push([name, ...cells]);
    const stream = Readable.from([content]);
    zip.addReadStream(stream, name, { compress: false });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await finished(stream);
  }
  zip.addReadStream(
    Readable.from(toCsv([...HEADINGS, ...book.boardLabels, ...(hasAnswers ? ANSWER_HEADINGS : [])], [rows])),
    `${root}captions.csv`,
  );
  zip.end();
}

/** Yields each photograph with the name of its file, and what captions.csv says of it. */
function* listFiles(book: LookBook, root: string, ending: string) {
  const taken = new Set<string>();
  for (const section of book.sections) {
    const { number, title: sectionTitle } = section;
    const prefix = number === null ? '' : `${padNumber(number, book.sections.length)}-`;
    const inFolder = sectionTitle === null ? root : `${root}${prefix}${toFileName(sectionTitle)}/`;
    for (const [index, location] of section.locations.entries()) {
      const base = `${inFolder}${padNumber(index + 1, section.locations.length)}-${toFileName(location.title)}`;
      const { title, place, url, note, isLockedIn, board, answers } = location;
      const fromBoard = book.boardLabels.map((label) => board.find((item) => item.label === label)?.value);
      const comments = answers.map(({ guest, answer, comment }) => [guest, answer, comment].filter(Boolean).join(': '));
      for (const [n, photograph] of location.photographs.entries()) {
        const { caption, credit, alt, tally } = photograph;
        const cells: Cell[] = [
          ...[sectionTitle ?? '', isLockedIn ? 'Yes' : '', title, place, caption, credit, alt, url, note],
          ...fromBoard,
          ...(book.boardLabels.includes('Answers') ? [tally, comments.join('\n')] : []),
        ];
        yield { name: getFreeName(taken, `${base}-${n + 1}`, ending), photograph, cells };
      }
    }
  }
}

/** File managers sort by name: the numbers give them the order of the board. */
function padNumber(number: number, count: number): string {
  return String(number).padStart(String(count).length, '0');
}

/** Letters of any language and digits: the rest has a meaning in one file system or another. */
function toFileName(text: string): string {
  const words = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return [...words].slice(0, MAX_NAME_LENGTH).join('') || 'untitled';
}

/** Two locations can have one title; file systems may not distinguish capitals. */
function getFreeName(taken: Set<string>, base: string, ending: string): string {
  for (let n = 1; ; n++) {
    const name = `${base}${n === 1 ? '' : ` (${n})`}.${ending}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
