import { type FileHandle, open, rename } from 'node:fs/promises';
import { RANGE_FIELDS } from '../../../locations/schema.ts';
import type { SegmentColumns } from './segment-columns.ts';
import { Segment } from './segment.ts';
import { StringColumn } from '../collections/string-column.ts';

/** First part of the file. The number must change whenever the columns or the rules that fill them do. */
const FORMAT = ['recce-search-4', ...RANGE_FIELDS].join('-');
const ALIGNMENT = 8;

type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;
const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Float64Array };
type ArrayName = keyof typeof ARRAYS;

/** One line of JSON before the columns. */
interface Header {
  readonly format: string;
  readonly generation: number;
  readonly columns: readonly { readonly name: string; readonly array: ArrayName; readonly length: number }[];
}

/** Writes a segment and its generation atomically. */
export async function saveSegment(path: string, { columns }: Segment, generation: number): Promise<void> {
  const flat = flatten(columns);
  const header: Header = {
    format: FORMAT,
    generation,
    columns: flat.map(([name, column]) => ({
      name,
      array: column.constructor.name as ArrayName,
      length: column.length,
    })),
  };
  const line = `${JSON.stringify(header)}\n`;
  const file = await open(`${path}.new`, 'w');
  try {
    await file.write(line.padStart(aligned(line.length)));
    for (const [, column] of flat) {
      await file.write(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
      await file.write(new Uint8Array(aligned(column.byteLength) - column.byteLength));
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** Undefined if the file is of another format or cut short. */
export async function loadSegment(path: string): Promise<{ segment: Segment; generation: number } | undefined> {
  const file = await open(path);
  try {
    const buffer = await readWhole(file);
    const end = new Uint8Array(buffer).indexOf(0x0a) + 1;
    const header = parseHeader(Buffer.from(buffer, 0, end).toString());
    if (!header) return undefined;
    const columns = new Map<string, Column>();
    let at = end;
    for (const { name, array, length } of header.columns) {
      const size = length * ARRAYS[array].BYTES_PER_ELEMENT;
      if (at + size > buffer.byteLength) return undefined;
      columns.set(name, new ARRAYS[array](buffer, at, length));
      at += aligned(size);
    }
    return { segment: new Segment(restore(columns)), generation: header.generation };
  } finally {
    await file.close();
  }
}

function parseHeader(line: string): Header | undefined {
  if (!line.trimStart().startsWith(`{"format":"${FORMAT}"`)) return undefined;
  return JSON.parse(line) as Header;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Reads the file into a buffer of its own, so that typed arrays can be created on it without copying. */
async function readWhole(file: FileHandle): Promise<ArrayBuffer> {
  const buffer = new ArrayBuffer((await file.stat()).size);
  for (let at = 0; at < buffer.byteLength;) {
    const { bytesRead } = await file.read(new Uint8Array(buffer, at), 0, buffer.byteLength - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return buffer;
}

/** Turns columns of strings into two columns: their text in UTF-8 and the ends of the strings. */
function flatten(columns: SegmentColumns): [string, Column][] {
  return Object.entries(columns).flatMap(([name, column]: [string, Column | StringColumn | readonly string[]]) => {
    if (ArrayBuffer.isView(column)) return [[name, column]] as [string, Column][];
    const { text, ends } = column instanceof StringColumn ? column : StringColumn.from(column);
    return [
      [`${name}.text`, new TextEncoder().encode(text)],
      [`${name}.ends`, ends],
    ] as [string, Column][];
  });
}

function restore(columns: ReadonlyMap<string, Column>): SegmentColumns {
  const numbers = <T extends Column>(name: string) => columns.get(name) as T;
  const texts = (name: string) =>
    new StringColumn(
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(columns.get(`${name}.text`)),
      numbers(`${name}.ends`),
    );
  const lists = (name: string) => texts(name).toArray();
  return {
    ids: texts('ids'),
    byId: numbers('byId'),
    titles: texts('titles'),
    ranks: numbers('ranks'),
    titleRanks: numbers('titleRanks'),
    numbers: numbers('numbers'),
    latitudes: numbers('latitudes'),
    longitudes: numbers('longitudes'),
    towns: lists('towns'),
    locationTowns: numbers('locationTowns'),
    optionFields: numbers('optionFields'),
    optionNames: lists('optionNames'),
    optionStarts: numbers('optionStarts'),
    options: numbers('options'),
    terms: texts('terms'),
    stems: texts('stems'),
    termStems: numbers('termStems'),
    postingStarts: numbers('postingStarts'),
    postingLocations: numbers('postingLocations'),
    postingImpacts: numbers('postingImpacts'),
  };
}
