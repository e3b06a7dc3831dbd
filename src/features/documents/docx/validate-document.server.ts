import path from 'node:path/posix';
import { ApiError } from '../../../platform/http/contract.ts';
import { MAX_DOCUMENT_BYTES } from '../schema.ts';
import { documentTooLarge } from '../messages.ts';
import { type Package, type UnpackedSize, openPackage, readPart } from './archive.server.ts';
import { createContentReader } from './element-rules.server.ts';
import * as messages from './messages.ts';
import { reject } from './reject.ts';
import { createRelationshipReader } from './relationship-rules.server.ts';
import {
  CHART_TYPE,
  ContentTypes,
  TYPES_PART,
  WORKBOOK_TYPE,
  createBinaryReader,
  isXml,
} from './content-type-rules.server.ts';
import { parseXml } from './xml.server.ts';

/** A kind of package: content type and root element of its main part. */
interface PackageKind {
  readonly type: string;
  readonly root: string;
  /** Whether its charts may have workbooks. */
  readonly allowsWorkbooks: boolean;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const DOCUMENT: PackageKind = {
  type: `${OFFICE}.wordprocessingml.document.main+xml`,
  root: 'document',
  allowsWorkbooks: true,
};
const WORKBOOK: PackageKind = {
  type: `${OFFICE}.spreadsheetml.sheet.main+xml`,
  root: 'workbook',
  allowsWorkbooks: false,
};

const ZIP_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
/** A compound file: a document of Word before .docx, or an encrypted .docx. */
const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le');
/** XML of all parts: more than two thousand pages, which take two seconds to parse in steps of a millisecond. */
const MAX_XML_BYTES = 40 * 1024 ** 2;
const MAX_TYPES_BYTES = 1024 ** 2;
/** The part that names the main part. */
const ROOT_RELATIONSHIPS = '_rels/.rels';

/**
 * Checks by its content that a file is a valid Word document without active content. Reads all of it.
 * @throws {ApiError} TOO_LARGE, UNSUPPORTED_MEDIA or INVALID, with a message for the person who sent it
 */
export async function validateDocument(content: Buffer): Promise<void> {
  if (content.length > MAX_DOCUMENT_BYTES) throw new ApiError('TOO_LARGE', documentTooLarge(MAX_DOCUMENT_BYTES));
  if (content.subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE)) {
    reject(content.includes(ENCRYPTED_PART) ? messages.PASSWORD_PROTECTED : messages.OLD_FORMAT);
  }
  if (!content.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE)) reject(messages.NOT_A_DOCUMENT);
  try {
    await validatePackage(content, DOCUMENT, { parts: 0, bytes: 0 });
  } catch (error) {
    // Any other error of yauzl or saxes is caused by the file.
    if (error instanceof ApiError) throw error;
    reject(messages.DAMAGED);
  }
}

/** Reads content types and relationships before all other parts. */
async function validatePackage(content: Buffer, kind: PackageKind, size: UnpackedSize): Promise<void> {
  const opened = await openPackage(content, size);
  const types = new ContentTypes();
  if ((opened.parts.get(TYPES_PART)?.uncompressedSize ?? Infinity) > MAX_TYPES_BYTES) reject(messages.NOT_A_DOCUMENT);
  await readPart(opened, TYPES_PART, parseXml(types.reader));

  assertXmlSize(opened, types);
  const main = await findMainPart(opened);
  if (types.get(main) !== kind.type) reject(messages.NOT_A_DOCUMENT);
  const names = [...opened.parts.keys()].filter(
    (name) => name !== TYPES_PART && name !== ROOT_RELATIONSHIPS && !name.endsWith('/'),
  );
  for (const name of names.filter(isRelationships)) {
    const isOfChart = kind.allowsWorkbooks && types.get(getSourcePart(name)) === CHART_TYPE;
    const reader = createRelationshipReader(isOfChart, () => reject(messages.NOT_A_DOCUMENT));
    await readPart(opened, name, parseXml(reader));
  }
  for (const name of names) {
    const root = name === main ? kind.root : undefined;
    if (!isRelationships(name)) await validatePart(opened, name, { type: types.get(name), root, kind, size });
  }
}

/** Returns the name of the only main part. Word for the web calls it `word/document2.xml`. */
async function findMainPart(opened: Package): Promise<string> {
  const mains: string[] = [];
  if (!opened.parts.has(ROOT_RELATIONSHIPS)) reject(messages.NOT_A_DOCUMENT);
  const onMainPart = (target: string) => mains.push(path.resolve('/', target).slice(1).toLowerCase());
  await readPart(opened, ROOT_RELATIONSHIPS, parseXml(createRelationshipReader(false, onMainPart)));
  const [main] = mains;
  if (main === undefined || mains.length > 1 || !opened.parts.has(main)) reject(messages.NOT_A_DOCUMENT);
  return main;
}

async function validatePart(
  opened: Package,
  name: string,
  { type, root, kind, size }: { type: string; root: string | undefined; kind: PackageKind; size: UnpackedSize },
): Promise<void> {
  const problem = describeActivePart(name);
  if (problem) reject(problem);
  if (isXml(type)) return readPart(opened, name, parseXml(createContentReader(root)));
  if (type === WORKBOOK_TYPE && kind.allowsWorkbooks) return validateWorkbook(opened, name, size);
  return readPart(opened, name, createBinaryReader(name, type) ?? reject(describeUnknownPart(name, type)));
}

/** Validates the workbook of a chart by the same rules, since people can open it from the chart. */
async function validateWorkbook(opened: Package, name: string, size: UnpackedSize): Promise<void> {
  if ((opened.parts.get(name)?.uncompressedSize ?? 0) > MAX_DOCUMENT_BYTES) reject(messages.TOO_LARGE_UNPACKED);
  const chunks: Buffer[] = [];
  await readPart(opened, name, { write: (chunk) => chunks.push(chunk), end: () => {} });
  try {
    await validatePackage(Buffer.concat(chunks), WORKBOOK, size);
  } catch (error) {
    const isTooLarge = (error as Error).message === messages.TOO_LARGE_UNPACKED;
    reject(isTooLarge ? messages.TOO_LARGE_UNPACKED : messages.ACTIVE_WORKBOOK);
  }
}

function assertXmlSize({ parts }: Package, types: ContentTypes): void {
  let bytes = 0;
  for (const [name, { uncompressedSize }] of parts) {
    if (isXml(types.get(name)) || isRelationships(name)) bytes += uncompressedSize;
  }
  if (bytes > MAX_XML_BYTES) reject(messages.TOO_LARGE_UNPACKED);
}

function isRelationships(name: string): boolean {
  return /(^|\/)_rels\/[^/]*\.rels$/.test(name);
}

/** Returns the name of the part that a relationships part belongs to. */
function getSourcePart(relationships: string): string {
  return relationships.replace(/(^|\/)_rels\/([^/]*)\.rels$/, '$1$2');
}

/** Programs may find these parts by their names, without a relationship or content type. */
function describeActivePart(name: string): string | undefined {
  if (/(^|\/)activex\//.test(name)) return messages.HAS_MACROS;
  return /(^|\/)customui\//.test(name) ? messages.CHANGES_MENUS : undefined;
}

function describeUnknownPart(name: string, type: string): string {
  if (type.endsWith('.oleobject') || type === WORKBOOK_TYPE) return messages.HAS_EMBEDDED_OBJECT;
  if (/\.bin$|vba|activex/.test(name)) return messages.HAS_MACROS;
  return name.includes('/embeddings/') ? messages.HAS_EMBEDDED_OBJECT : messages.unknownPart(name);
}
