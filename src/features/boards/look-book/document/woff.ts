import { inflateSync } from 'node:zlib';

const HEADER_BYTES = 44;
const TABLE_BYTES = 20;

/** Unpacks a WOFF file into the OpenType font in it, which programs other than browsers read. */
export function unpackWoff(woff: Buffer): Buffer {
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
    const table = packed < bytes ? inflateSync(stored) : stored;
    const record = 12 + 16 * n;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(bytes, record + 12);
    const padding = Buffer.alloc((4 - (bytes % 4)) % 4);
    content.push(table, padding);
    offset += bytes + padding.length;
  }
  return Buffer.concat([header, ...content]);
}

/** Adds the code points that an OpenType font has a glyph for. */
export function addCoverage(font: Buffer, covered: Set<number>): void {
  const cmap = findTable(font, 'cmap');
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * n + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, covered);
    if (format === 12) addGroups(table, covered);
  }
}

function findTable(font: Buffer, tag: string): Buffer {
  for (let record = 12; ; record += 16)
    if (font.toString('latin1', record, record + 4) === tag) return font.subarray(font.readUInt32BE(record + 8));
}

/** Format 4: segments of the basic plane. A segment of several glyphs may leave some out. */
function addSegments(table: Buffer, covered: Set<number>): void {
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
      const glyph = range === 0 ? point : table.readUInt16BE(ranges + segment + range + 2 * (point - start));
      if ((range !== 0 && glyph === 0) || ((glyph + table.readUInt16BE(deltas + segment)) & 0xff_ff) === 0) continue;
      covered.add(point);
    }
  }
}

/** Format 12: groups of all planes. */
function addGroups(table: Buffer, covered: Set<number>): void {
  for (let n = 0; n < table.readUInt32BE(12); n++) {
    const group = 16 + 12 * n;
    for (let point = table.readUInt32BE(group); point <= table.readUInt32BE(group + 4); point++) covered.add(point);
  }
}
