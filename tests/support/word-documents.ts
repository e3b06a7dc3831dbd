import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a ZIP archive, with header values that can differ from the truth. */
export interface Part {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly flags?: number;
  readonly check?: number;
  readonly bytes?: number;
  /** The name in the local header, where it differs from the central directory. */
  readonly localName?: string;
  /** Unix file type and permissions. */
  readonly mode?: number;
}

/** Returns a ZIP archive of these parts, deflated. */
export function createArchive(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, localName = name, mode = 0, ...claimed } of parts) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(claimed.check ?? crc32(plain), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimed.bytes ?? plain.length, 18);
    head.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(mode * 0x10000, 6);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, place, path);
    const front = Buffer.from(localName);
    const localHead = Buffer.from(head);
    localHead.writeUInt16LE(front.length, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), localHead, front, packed]);
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const MAIN = `${OFFICE}.wordprocessingml.document.main+xml`;
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const WORDS =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Returns the content types of a Word document, by file extension or part name. */
export function createContentTypesPart(main = MAIN, more: Readonly<Record<string, string>> = {}): Part {
  const named = { '/word/document.xml': main, ...more };
  const types = Object.entries({
    rels: 'application/vnd.openxmlformats-package.relationships+xml',
    xml: 'application/xml',
    ...named,
  });
  const list = types.map(([what, type]) =>
    what.startsWith('/')
      ? `<Override PartName="${what}" ContentType="${type}"/>`
      : `<Default Extension="${what}" ContentType="${type}"/>`,
  );
  const content = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${list.join('')}</Types>`;
  return { name: '[Content_Types].xml', content };
}

/** A relationship of a part: type, target and target mode. */
export type Relationship = readonly [kind: string, target: string, mode?: string];

/** Returns a part with these relationships. */
export function createRelationshipsPart(name: string, ...related: readonly Relationship[]): Part {
  const list = related.map(([kind, target, mode], n) => {
    const type = kind.includes(':')
      ? kind
      : `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}`;
    return `<Relationship${mode ? ` TargetMode="${mode}"` : ''} Target="${target}" Type="${type}" Id="rId${n + 1}"/>`;
  });
  return {
    name,
    content: `<?xml version="1.0"?><Relationships xmlns="${RELATIONSHIPS}">${list.join('')}</Relationships>`,
  };
}

/** The relationship of a package to its document part. */
export const MAIN_PART = createRelationshipsPart('_rels/.rels', ['officeDocument', 'word/document.xml']);

/** Returns a part with this content in its root element. */
export function wordPart(name: string, root: string, within: string): Part {
  return { name, content: `<?xml version="1.0"?><w:${root} ${WORDS}>${within}</w:${root}>` };
}

/** Returns the document part with a paragraph of text. */
export function createTextPart(words: string): Part {
  return wordPart('word/document.xml', 'document', `<w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body>`);
}

/** Returns a Word document with a paragraph and further parts. */
export function wordDocument(words = 'A recce of the mill', ...more: readonly Part[]): Buffer {
  return createArchive([createContentTypesPart(), MAIN_PART, createTextPart(words), ...more]);
}

/** Returns a Word document with this body, these relationships, and further parts of these content types. */
export function wordDocumentWith({
  body = '',
  related = [],
  parts = [],
  types,
}: {
  body?: string;
  related?: readonly Relationship[];
  parts?: readonly Part[];
  types?: Readonly<Record<string, string>>;
}): Buffer {
  return createArchive([
    createContentTypesPart(MAIN, types),
    MAIN_PART,
    wordPart('word/document.xml', 'document', `<w:body>${body}</w:body>`),
    createRelationshipsPart('word/_rels/document.xml.rels', ...related),
    ...parts,
  ]);
}

const WORKBOOK_TYPE = `${OFFICE}.spreadsheetml.sheet`;
const CHART_TYPE = `${OFFICE}.drawingml.chart+xml`;

/** Returns the workbook of a chart, with a formula in its only cell. */
export function workbook(formula: string, ...related: readonly Relationship[]): Buffer {
  const cells = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c><f>${formula}</f><v>1</v></c></row></sheetData></worksheet>`;
  return createArchive([
    {
      name: '[Content_Types].xml',
      content: String(createContentTypesPart(MAIN, { '/xl/workbook.xml': `${WORKBOOK_TYPE}.main+xml` }).content),
    },
    createRelationshipsPart('_rels/.rels', ['officeDocument', 'xl/workbook.xml']),
    {
      name: 'xl/workbook.xml',
      content: '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>',
    },
    createRelationshipsPart('xl/_rels/workbook.xml.rels', ['worksheet', 'worksheets/sheet1.xml'], ...related),
    { name: 'xl/worksheets/sheet1.xml', content: cells },
  ]);
}

/** Returns a Word document with a chart and the chart's workbook. */
export function documentWithChart(content: Uint8Array): Buffer {
  return wordDocumentWith({
    related: [['chart', 'charts/chart1.xml']],
    types: { xlsx: WORKBOOK_TYPE, '/word/charts/chart1.xml': CHART_TYPE },
    parts: [
      {
        name: 'word/charts/chart1.xml',
        content: '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>',
      },
      createRelationshipsPart('word/charts/_rels/chart1.xml.rels', ['package', '../embeddings/sheet1.xlsx']),
      { name: 'word/embeddings/sheet1.xlsx', content },
    ],
  });
}
