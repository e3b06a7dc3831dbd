import path from 'node:path/posix';
import { type Package, readPart } from '../../../documents/docx/archive.server.ts';
import { type XmlElement, type XmlReader, parseXml } from '../../../documents/docx/xml.server.ts';
import * as messages from '../../messages.ts';
import { rejectFile } from '../reject-file.ts';
import { MAX_SHEET_NAME } from '../schema.ts';
import { toPlainText } from './plain-text.ts';

/** Where every program puts the workbook; others are found by the relationships of the package. */
const DEFAULT_WORKBOOK = 'xl/workbook.xml';
/** More than people look through. */
const MAX_SHEETS = 200;

interface Relationship {
  readonly id: string;
  /** The last part of its URI, which is the same in both variants of the standard. */
  readonly type: string;
  readonly part: string;
}

/** The parts of a workbook, by their names in the package. */
interface WorkbookParts {
  /** The visible ones, each part once. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly texts: string;
  readonly styles: string;
  readonly is1904: boolean;
}

/** Attributes by local name: workbooks of other programs use other prefixes. */
export function getByLocalName({ attributes }: XmlElement, name: string): string | undefined {
  return Object.values(attributes).find(({ local }) => local === name)?.value;
}

/** Whether a value of the type boolean is true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && ['1', 'true'].includes(value.trim());
}

/** Reads a part if there is one, without elements of other namespaces: extensions use the same names. */
export async function readElements(archive: Package, part: string, { open, close, text }: XmlReader): Promise<void> {
  if (!archive.parts.has(part)) return;
  let namespace: string | undefined;
  await readPart(
    archive,
    part,
    parseXml({
      open(element) {
        namespace ??= element.uri;
        if (element.uri === namespace) open(element);
      },
      close(element) {
        if (element.uri === namespace) close?.(element);
      },
      text: (content) => text?.(content),
    }),
  );
}

/** Finds the parts of a workbook by their relationships. */
export async function findWorkbookParts(archive: Package): Promise<WorkbookParts> {
  const root = await readRelationships(archive, '');
  const workbook = root.find(({ type }) => type === 'officeDocument')?.part ?? DEFAULT_WORKBOOK;
  const relationships = await readRelationships(archive, workbook);
  const folder = path.dirname(workbook);
  const findPart = (type: string, name: string) =>
    relationships.find((relationship) => relationship.type === type)?.part ?? path.join(folder, name);
  return {
    ...(await readSheetList(archive, workbook, new Map(relationships.map(({ id, part }) => [id, part])))),
    texts: findPart('sharedStrings', 'sharedstrings.xml'),
    styles: findPart('styles', 'styles.xml'),
  };
}

/** The internal relationships of a part, or of the package for ''; the first of equal ids. */
async function readRelationships(archive: Package, source: string): Promise<Relationship[]> {
  const folder = source === '' ? '/' : path.join('/', path.dirname(source));
  const found = new Map<string, Relationship>();
  await readElements(archive, path.join(folder, '_rels', `${path.basename(source)}.rels`).slice(1), {
    open(element) {
      const [id, target] = [getByLocalName(element, 'Id'), getByLocalName(element, 'Target')];
      if (element.local !== 'Relationship' || getByLocalName(element, 'TargetMode') === 'External') return;
      if (id === undefined || target === undefined || found.has(id)) return;
      const type = path.basename(getByLocalName(element, 'Type') ?? '');
      found.set(id, { id, type, part: toPartName(folder, target) });
    },
  });
  return [...found.values()];
}

/** Names of parts are in lower case, with slashes. */
function toPartName(folder: string, target: string): string {
  return path.resolve(folder, decodeTarget(target).replaceAll('\\', '/')).slice(1).toLowerCase();
}

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

async function readSheetList(
  archive: Package,
  workbook: string,
  targets: ReadonlyMap<string, string>,
): Promise<Pick<WorkbookParts, 'sheets' | 'is1904'>> {
  const parts = new Map<string, string>();
  let is1904 = false;
  await readElements(archive, workbook, {
    open(element) {
      if (element.local === 'workbookPr') is1904 = isTrue(getByLocalName(element, 'date1904'));
      if (element.local !== 'sheet' || (getByLocalName(element, 'state') ?? 'visible') !== 'visible') return;
      const part = targets.get(Object.values(element.attributes).find(isRelationshipId)?.value ?? '');
      if (part === undefined || !archive.parts.has(part) || parts.has(part)) return;
      parts.set(part, toPlainText(getByLocalName(element, 'name') ?? '').slice(0, MAX_SHEET_NAME));
    },
  });
  if (parts.size === 0) rejectFile(messages.DAMAGED_WORKBOOK);
  if (parts.size > MAX_SHEETS) rejectFile(messages.importTooManySheets(MAX_SHEETS));
  return { sheets: [...parts].map(([part, name]) => ({ name, part })), is1904 };
}

function isRelationshipId({ local, uri }: { local: string; uri: string }): boolean {
  return local === 'id' && uri !== '';
}
