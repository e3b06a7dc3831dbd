import path from 'node:path/posix';
import { ApiError } from '../../../platform/http/contract.ts';
import { MAX_DOCUMENT_BYTES, TOO_LARGE } from '../schema.ts';
import { type Package, type Taken, openPackage, readPart } from './archive.server.ts';
import { contentsReader } from './contents.server.ts';
import * as refusals from './refusals.ts';
import { relationshipsReader } from './relationships.server.ts';
import { CHART_TYPE, ContentTypes, TYPES, WORKBOOK_TYPE, binaryReader, isXml } from './types.server.ts';
import { readXml } from './xml.server.ts';

/** What the main part of a package is, where it lies, and with which element it begins. */
interface Kind {
  readonly main: string;
  readonly type: string;
  readonly root: string;
  /** Whether its charts may hold workbooks. */
  readonly holdsWorkbooks: boolean;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCUMENT: Kind = {
  main: 'word/document.xml',
  type: `${OFFICE}.wordprocessingml.document.main+xml`,
  root: 'document',
  holdsWorkbooks: true,
};
const WORKBOOK: Kind = {
  main: 'xl/workbook.xml',
  type: `${OFFICE}.spreadsheetml.sheet.main+xml`,
  root: 'workbook',
  holdsWorkbooks: false,
};

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Begins what Word wrote before .docx, and what it writes to protect a .docx. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PROTECTED_PART = Buffer.from('EncryptedPackage', 'utf16le');
/** Text of all parts together: more than two thousand pages, and two seconds of reading in steps of a millisecond. */
const MAX_XML_BYTES = 40 * 1024 ** 2;
const MAX_TYPES_BYTES = 1024 ** 2;

/**
 * Whether a file is a Word document that may be kept and passed on, by what it holds and not by what it is called: one that says
 * something, and does nothing. All of it is read, piece by piece, so that what is damaged is told at once and not to whoever opens it.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the person who sent it
 */
export async function examineDocument(content: Buffer): Promise<void> {
  if (content.length > MAX_DOCUMENT_BYTES) throw new ApiError('TOO_LARGE', TOO_LARGE);
  if (content.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw content.includes(PROTECTED_PART) ? refusals.PROTECTED : refusals.OLD;
  }
  if (!content.subarray(0, ZIP.length).equals(ZIP)) throw refusals.NO_DOCUMENT;
  try {
    await examinePackage(content, DOCUMENT, { parts: 0, bytes: 0 });
  } catch (error) {
    // Whatever else the readers of the archive and of its texts say is about this file.
    throw error instanceof ApiError ? error : refusals.DAMAGED;
  }
}

/** Reads what the parts are and how they belong together before any of them. */
async function examinePackage(content: Buffer, kind: Kind, taken: Taken): Promise<void> {
  const opened = await openPackage(content, taken);
  const types = new ContentTypes();
  if ((opened.parts.get(TYPES)?.uncompressedSize ?? Infinity) > MAX_TYPES_BYTES) throw refusals.NO_DOCUMENT;
  await readPart(opened, TYPES, readXml(types.reader));
  if (types.of(kind.main) !== kind.type) throw refusals.NO_DOCUMENT;

  refuseTooMuchText(opened, types);
  const names = [...opened.parts.keys()].filter((name) => name !== TYPES && !name.endsWith('/'));
  const mains: string[] = [];
  for (const name of names.filter(isRelationships)) {
    const isOfChart = kind.holdsWorkbooks && types.of(sourceOf(name)) === CHART_TYPE;
    const ofMain = (target: string) => mains.push(path.resolve('/', name, '../..', target).slice(1).toLowerCase());
    await readPart(opened, name, readXml(relationshipsReader({ isOfChart, ofMain })));
  }
  if (mains.length !== 1 || mains[0] !== kind.main) throw refusals.NO_DOCUMENT;
  for (const name of names) {
    if (!isRelationships(name)) await examinePart(opened, name, { type: types.of(name), kind, taken });
  }
}

async function examinePart(
  opened: Package,
  name: string,
  { type = '', kind, taken }: { type?: string | undefined; kind: Kind; taken: Taken },
): Promise<void> {
  if (isXml(type)) {
    const root = name === kind.main ? kind.root : undefined;
    return readPart(opened, name, readXml(contentsReader(root)));
  }
  if (type === WORKBOOK_TYPE && kind.holdsWorkbooks) return examineWorkbook(opened, name, taken);
  const reader = binaryReader(name, type);
  if (!reader) throw unknown(name, type);
  return readPart(opened, name, reader);
}

/** What a chart is drawn from. A person can open it from the chart, so that it is held to the same rules. */
async function examineWorkbook(opened: Package, name: string, taken: Taken): Promise<void> {
  if ((opened.parts.get(name)?.uncompressedSize ?? 0) > MAX_DOCUMENT_BYTES) throw refusals.UNFOLDS;
  const pieces: Buffer[] = [];
  await readPart(opened, name, { write: (piece) => pieces.push(piece), end: () => {} });
  try {
    await examinePackage(Buffer.concat(pieces), WORKBOOK, taken);
  } catch (error) {
    throw error === refusals.UNFOLDS ? error : refusals.WORKBOOK;
  }
}

function refuseTooMuchText({ parts }: Package, types: ContentTypes): void {
  const sizes = [...parts].map(([name, { uncompressedSize }]) =>
    isXml(types.of(name) ?? '') || isRelationships(name) ? uncompressedSize : 0,
  );
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_XML_BYTES) throw refusals.UNFOLDS;
}

function isRelationships(name: string): boolean {
  return /(^|\/)_rels\/[^/]*\.rels$/.test(name);
}

/** The part whose relationships these are. */
function sourceOf(name: string): string {
  return name.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');
}

function unknown(name: string, type: string): ApiError {
  if (type.endsWith('.oleobject') || type === WORKBOOK_TYPE) return refusals.EMBEDDED;
  if (/\.bin$|vba|activex/.test(name)) return refusals.MACROS;
  return name.includes('/embeddings/') ? refusals.EMBEDDED : refusals.unknownPart(name);
}
