import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { type Cell, toCsv } from '../../../../platform/text/csv.ts';
import type { LookBook } from './look-book.ts';

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
const QUALITY = 85;

/** Writes the photographs of a look-book as a ZIP: a folder for each section, and captions.csv. One photograph is in memory at a time. */
export async function writePictureArchive(
  book: LookBook,
  folder: string,
  target: string,
  onPicture: () => void,
): Promise<void> {
  const zip = new ZipFile();
  zip.on('error', (error: Error) => (zip.outputStream as Readable).destroy(error));
  const rows: Cell[][] = [];
  const hasAnswers = book.boardLabels.includes('Answers');
  const taken = new Set<string>();
  for (const section of book.sections) {
    const { number, title: sectionTitle } = section;
    const inFolder =
      number === null || sectionTitle === null
        ? ''
        : `${padNumber(number, book.sections.length)}-${toFileName(sectionTitle)}/`;
    for (const [index, location] of section.locations.entries()) {
      const base = `${inFolder}${padNumber(index + 1, section.locations.length)}-${toFileName(location.title)}`;
      for (const [n, { file, caption, credit, alt, tally }] of location.photographs.entries()) {
        const name = getFreeName(taken, `${base}-${n + 1}`);
        const { title, place, url, note, isLockedIn, board, answers } = location;
        const fromBoard = book.boardLabels.map((label) => board.find((item) => item.label === label)?.value);
        const comments = answers.map(({ guest, said, comment }) => [guest, said, comment].filter(Boolean).join(': '));
        rows.push([
          ...[name, sectionTitle ?? '', isLockedIn ? 'Yes' : '', title, place, caption, credit, alt, url, note],
          ...fromBoard,
          ...(hasAnswers ? [tally, comments.join('\n')] : []),
        ]);
        zip.addReadStream(Readable.from(readJpeg(path.join(folder, file), onPicture)), name, { compress: false });
      }
    }
  }
  zip.addReadStream(
    Readable.from(toCsv([...HEADINGS, ...book.boardLabels, ...(hasAnswers ? ANSWER_HEADINGS : [])], [rows])),
    'captions.csv',
  );
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
}

/** File managers sort by name: the numbers give them the order of the board. */
function padNumber(number: number, count: number): string {
  return String(number).padStart(String(count).length, '0');
}

/** Yields a photograph as a JPEG without metadata, when it is read. */
async function* readJpeg(file: string, onPicture: () => void): AsyncGenerator<Uint8Array> {
  yield await sharp(await readFile(file))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  onPicture();
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
function getFreeName(taken: Set<string>, base: string): string {
  for (let n = 1; ; n++) {
    const name = `${base}${n === 1 ? '' : ` (${n})`}.jpg`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
