import { inflateSync } from 'node:zlib';

const HEADER_BYTES = 44;
const TABLE_BYTES = 20;

/** Unpacks a WOFF file into the OpenType font in it, which programs other than browsers read. @param family the name that it gets */
export function unpackWoff(woff: Buffer, family: string): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const exponent = Math.floor(Math.log2(count));
  header.writeUInt16BE(2 ** exponent * 16, 6);
  header.writeUInt16BE(exponent, 8);
  header.writeUInt16BE((count - 2 ** exponent) * 16, 10);
  const content: Buffer[] = [];
  let offset = header.length;
  for (let n = 0; n < count; n++) {
    const entry = HEADER_BYTES + TABLE_BYTES * n;
    const [start, packed, bytes] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(start, start + packed);
    const unpacked = packed < bytes ? inflateSync(stored) : stored;
    const table = woff.toString('latin1', entry, entry + 4) === 'name' ? createNames(family) : unpacked;
    const record = 12 + 16 * n;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(table.length, record + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    content.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat([header, ...content]);
}

/** Platform, encoding and language of a name: Windows, Unicode, American English. */
const NAME_ENCODING = [3, 1, 0x4_09] as const;
const FAMILY_NAME = 1;
const POSTSCRIPT_NAME = 6;

/** Returns a table of names with the family only. */
function createNames(family: string): Buffer {
  const names = [
    [FAMILY_NAME, family],
    [POSTSCRIPT_NAME, family.replaceAll(' ', '')],
  ] as const;
  const texts = names.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const header = Buffer.alloc(6 + 12 * names.length);
  header.writeUInt16BE(names.length, 2);
  header.writeUInt16BE(header.length, 4);
  let offset = 0;
  for (const [n, [id]] of names.entries()) {
    const { length } = texts[n]!;
    for (const [field, value] of [...NAME_ENCODING, id, length, offset].entries())
      header.writeUInt16BE(value, 6 + 12 * n + 2 * field);
    offset += length;
  }
  return Buffer.concat([header, ...texts]);
}

/** Returns the glyphs of an OpenType font by code point. */
export function readGlyphs(font: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  const cmap = findTable(font, 'cmap');
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * n + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, glyphs);
    if (format === 12) addGroups(table, glyphs);
  }
  return glyphs;
}

function findTable(font: Buffer, tag: string): Buffer {
  for (let record = 12; ; record += 16)
    if (font.toString('latin1', record, record + 4) === tag) return font.subarray(font.readUInt32BE(record + 8));
}

/** Format 4: segments of the basic plane. A segment of several glyphs may leave some out. */
function addSegments(table: Buffer, glyphs: Map<number, number>): void {
  const bytes = table.readUInt16BE(6);
  const [ends, starts, deltas, ranges] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes] as [
    number,
    number,
    number,
    number,
  ];
  for (let segment = 0; segment < bytes; segment += 2) {
    const start = table.readUInt16BE(starts + segment);
    const range = table.readUInt16BE(ranges + segment);
    for (let point = start; point <= table.readUInt16BE(ends + segment) && point < 0xff_ff; point++) {
      const index = range === 0 ? point : table.readUInt16BE(ranges + segment + range + 2 * (point - start));
      const glyph = (index + table.readUInt16BE(deltas + segment)) & 0xff_ff;
      if ((range !== 0 && index === 0) || glyph === 0) continue;
      glyphs.set(point, glyph);
    }
  }
}

/** Format 12: groups of all planes. */
function addGroups(table: Buffer, glyphs: Map<number, number>): void {
  for (let n = 0; n < table.readUInt32BE(12); n++) {
    const group = 16 + 12 * n;
    const start = table.readUInt32BE(group);
    for (let point = start; point <= table.readUInt32BE(group + 4); point++)
      glyphs.set(point, table.readUInt32BE(group + 8) + point - start);
  }
}
/** Returns the widths of the glyphs of an OpenType font, as fractions of its size. */
export function readAdvances(font: Buffer): (glyph: number) => number {
  const unitsPerEm = findTable(font, 'head').readUInt16BE(18);
  const count = findTable(font, 'hhea').readUInt16BE(34);
  const metrics = findTable(font, 'hmtx');
  // The last ones share one width.
  return (glyph) => metrics.readUInt16BE(4 * Math.min(glyph, count - 1)) / unitsPerEm;
}
