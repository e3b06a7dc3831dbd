import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { escapeXml } from '../../../../platform/text/escape-xml.ts';
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
const QUALITY = 85;

/**
 * Writes the photographs of a look-book as a ZIP: one folder, with a folder for each section and captions.csv. One photograph is in memory at
 * a time.
 */
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
  const root = `${toFileName(book.title)}/`;
  for (const section of book.sections) {
    const { number, title: sectionTitle } = section;
    const prefix = number === null ? '' : `${padNumber(number, book.sections.length)}-`;
    const inFolder = sectionTitle === null ? root : `${root}${prefix}${toFileName(sectionTitle)}/`;
    for (const [index, location] of section.locations.entries()) {
      const base = `${inFolder}${padNumber(index + 1, section.locations.length)}-${toFileName(location.title)}`;
      for (const [n, photograph] of location.photographs.entries()) {
        const { file, caption, credit, alt, tally } = photograph;
        const name = getFreeName(taken, `${base}-${n + 1}`);
        const { title, place, url, note, isLockedIn, board, answers } = location;
        const fromBoard = book.boardLabels.map((label) => board.find((item) => item.label === label)?.value);
        const comments = answers.map(({ guest, answer, comment }) =>
          [guest, answer, comment].filter(Boolean).join(': '),
        );
        rows.push([
          ...[name, sectionTitle ?? '', isLockedIn ? 'Yes' : '', title, place, caption, credit, alt, url, note],
          ...fromBoard,
          ...(hasAnswers ? [tally, comments.join('\n')] : []),
        ]);
        zip.addReadStream(Readable.from(readJpeg(path.join(folder, file), photograph, onPicture)), name, {
          compress: false,
        });
      }
    }
  }
  zip.addReadStream(
    Readable.from(toCsv([...HEADINGS, ...book.boardLabels, ...(hasAnswers ? ANSWER_HEADINGS : [])], [rows])),
    `${root}captions.csv`,
  );
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
}

/** File managers sort by name: the numbers give them the order of the board. */
function padNumber(number: number, count: number): string {
  return String(number).padStart(String(count).length, '0');
}

/** Yields a photograph as a JPEG with its caption and credit, and no other metadata, when it is read. */
async function* readJpeg(
  file: string,
  photograph: LookBookPhotograph,
  onPicture: () => void,
): AsyncGenerator<Uint8Array> {
  yield await sharp(await readFile(file))
    .flatten({ background: '#ffffff' })
    .withXmp(createXmp(photograph))
    .jpeg({ quality: QUALITY })
    .toBuffer();
  onPicture();
}

/** Describes a photograph with the properties of the IPTC standard that picture programs show. */
function createXmp({ caption, credit, alt }: LookBookPhotograph): string {
  const inLanguages = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
  const properties = [
    ['dc:description', caption, inLanguages],
    ['Iptc4xmpCore:AltTextAccessibility', alt, inLanguages],
    ['dc:rights', credit, inLanguages],
    ['photoshop:Credit', credit, escapeXml],
  ] as const;
  const shown = properties.map(([name, text, write]) => (text === '' ? '' : `<${name}>${write(text)}</${name}>`));
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">${shown.join('')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
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
