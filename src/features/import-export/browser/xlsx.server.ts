import path from 'node:path/posix';
import { type Package, openPackage, readPart } from '../../documents/docx/archive.server.ts';
import { type XmlElement, type XmlReader, parseXml } from '../../documents/docx/xml.server.ts';
import { formatNumber } from '../../../platform/text/numbers.ts';
import * as messages from '../messages.ts';
import { formatDate, isDateFormat } from './excel-dates.ts';
import type { RawTable } from './raw-table.ts';
import { getFileProblem, rejectFile } from './reject-file.ts';
import { MAX_COLUMNS, MAX_ROWS, MAX_SHEET_NAME } from './schema.ts';

const WORKBOOK = 'xl/workbook.xml';
const MAX_SHEETS = 20;
/** Limit for all sheets together. */
const MAX_TOTAL_ROWS = 3 * MAX_ROWS;
/** Characters of all cells: a shared text counts as often as it is used. */
const MAX_CHARACTERS = 20_000_000;

/** A sheet with the values of its cells, or with the reason why it cannot be read. Empty sheets have no rows. */
export type RawSheet = { readonly name: string } & (
  | { readonly records: RawTable['records'] }
  | { readonly problem: string }
);

/** Reads the values of the visible sheets, as they were when the workbook was saved: formulas are not evaluated. */
export async function readWorkbook(content: Buffer): Promise<RawSheet[]> {
  const archive = await openPackage(content, { parts: 0, bytes: 0 });
  if ([...archive.parts.keys()].some((name) => name.endsWith('vbaproject.bin')))
    rejectFile(messages.WORKBOOK_WITH_MACROS);
  const { sheets, is1904 } = await readSheetPaths(archive);
  const texts = await readSharedTexts(archive);
  const dateStyles = await readDateStyles(archive);
  const size = { rows: 0, characters: 0 };
  const read: RawSheet[] = [];
  for (const { name, part } of sheets) {
    try {
      read.push({ name, records: await readSheet(archive, part, { texts, dateStyles, is1904, size }) });
    } catch (error) {
      // Another sheet may be the one to import.
      read.push({ name, problem: getFileProblem(error) ?? messages.DAMAGED_WORKBOOK });
    }
  }
  return read;
}

/** Attributes by local name: workbooks of other programs use other prefixes. */
function get({ attributes }: XmlElement, name: string): string | undefined {
  return Object.values(attributes).find(({ local }) => local === name)?.value;
}

async function read(archive: Package, part: string, reader: XmlReader): Promise<void> {
  if (archive.parts.has(part)) await readPart(archive, part, parseXml(reader));
}

/** The first visible sheets, each part once. */
async function readSheetPaths(
  archive: Package,
): Promise<{ sheets: { name: string; part: string }[]; is1904: boolean }> {
  const named: { name: string; id: string | undefined }[] = [];
  let is1904 = false;
  await read(archive, WORKBOOK, {
    open(element) {
      if (element.local === 'sheet' && (get(element, 'state') ?? 'visible') === 'visible')
        named.push({
          name: toPlainText(get(element, 'name') ?? '').slice(0, MAX_SHEET_NAME),
          id: Object.values(element.attributes).find(isRelationshipId)?.value,
        });
      if (element.local === 'workbookPr') is1904 = ['1', 'true'].includes(get(element, 'date1904') ?? '');
    },
  });
  const targets = new Map<string, string>();
  await read(archive, 'xl/_rels/workbook.xml.rels', {
    open(element) {
      const [id, target] = [get(element, 'Id'), get(element, 'Target')];
      const isInternal = get(element, 'TargetMode') !== 'External';
      if (element.local !== 'Relationship' || !isInternal || id === undefined || target === undefined) return;
      if (!targets.has(id)) targets.set(id, path.resolve('/xl', target).slice(1).toLowerCase());
    },
  });
  const parts = new Map<string, string>();
  for (const { name, id } of named.slice(0, MAX_SHEETS)) {
    const part = targets.get(id ?? '');
    if (part !== undefined && archive.parts.has(part) && !parts.has(part)) parts.set(part, name);
  }
  if (parts.size === 0) rejectFile(messages.DAMAGED_WORKBOOK);
  return { sheets: [...parts].map(([part, name]) => ({ name, part })), is1904 };
}

function isRelationshipId({ local, uri }: { local: string; uri: string }): boolean {
  return local === 'id' && uri !== '';
}

/** Collects the text of an item, without the phonetic readings of Japanese. */
class TextCollector {
  text = '';
  #inText = false;
  #inPhonetic = false;

  open({ local }: XmlElement): void {
    if (local === 'rPh') this.#inPhonetic = true;
    if (local === 't') this.#inText = true;
  }

  close({ local }: XmlElement): void {
    if (local === 'rPh') this.#inPhonetic = false;
    if (local === 't') this.#inText = false;
  }

  add(text: string): void {
    if (this.#inText && !this.#inPhonetic) this.text += text;
  }
}

async function readSharedTexts(archive: Package): Promise<readonly string[]> {
  const texts: string[] = [];
  let item = new TextCollector();
  await read(archive, 'xl/sharedstrings.xml', {
    open(element) {
      if (element.local === 'si') item = new TextCollector();
      else item.open(element);
    },
    text: (text) => item.add(text),
    close(element) {
      // As plain text at once: a text of blanks costs no characters, however often it is used.
      if (element.local === 'si') texts.push(toPlainText(item.text));
      else item.close(element);
    },
  });
  return texts;
}

/** The indexes of the cell styles that show a number as a date. */
async function readDateStyles(archive: Package): Promise<ReadonlySet<number>> {
  const formats = new Map<number, string>();
  const styles = new Set<number>();
  let inCellFormats = false;
  let index = 0;
  await read(archive, 'xl/styles.xml', {
    open(element) {
      const format = Number(get(element, 'numFmtId'));
      if (element.local === 'numFmt') formats.set(format, get(element, 'formatCode') ?? '');
      if (element.local === 'cellXfs') inCellFormats = true;
      if (element.local !== 'xf' || !inCellFormats) return;
      if (isDateFormat(format, formats.get(format))) styles.add(index);
      index += 1;
    },
    close(element) {
      if (element.local === 'cellXfs') inCellFormats = false;
    },
  });
  return styles;
}

interface Context {
  readonly texts: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly is1904: boolean;
  /** Of the sheets that were read so far. */
  readonly size: { rows: number; characters: number };
}

async function readSheet(archive: Package, part: string, context: Context): Promise<RawTable['records']> {
  const { size } = context;
  const records: { line: number; record: string[] }[] = [];
  let line = 0;
  let record: string[] = [];
  let cell: { element: XmlElement; value: string; inline: TextCollector } | undefined;
  let inValue = false;
  const endCell = ({ element, value, inline }: NonNullable<typeof cell>) => {
    const text = toText(element, value, inline.text, context);
    if (text === '') return;
    const column = parseColumn(get(element, 'r')) ?? record.length;
    if (column >= MAX_COLUMNS) rejectFile(messages.importTooManyColumns(MAX_COLUMNS));
    size.characters += text.length;
    if (size.characters > MAX_CHARACTERS) rejectFile(messages.IMPORT_TOO_MUCH_TEXT);
    while (record.length < column) record.push('');
    record[column] = text;
  };
  const endRow = () => {
    if (record.length === 0) return;
    records.push({ line, record });
    size.rows += 1;
    if (records.length > MAX_ROWS + 1) rejectFile(messages.importTooManyRows(formatNumber(MAX_ROWS)));
    if (size.rows > MAX_TOTAL_ROWS) rejectFile(messages.importTooManyRows(formatNumber(MAX_TOTAL_ROWS)));
  };
  await read(archive, part, {
    open(element) {
      if (element.local === 'row') {
        // Rows without a number follow the one before.
        line = Math.max(line + 1, Number(get(element, 'r')) || 0);
        record = [];
      } else if (element.local === 'c') cell = { element, value: '', inline: new TextCollector() };
      else if (element.local === 'v') inValue = true;
      else cell?.inline.open(element);
    },
    text(text) {
      if (!cell) return;
      if (inValue) cell.value += text;
      else cell.inline.add(text);
    },
    close(element) {
      if (element.local === 'v') inValue = false;
      else if (element.local === 'c' && cell) {
        endCell(cell);
        cell = undefined;
      } else if (element.local === 'row') endRow();
      else cell?.inline.close(element);
    },
  });
  return records;
}

/** The value of a cell as text: days as ISO dates, yes or no, numbers without the noise of floating point. */
function toText(element: XmlElement, value: string, inline: string, { texts, dateStyles, is1904 }: Context): string {
  switch (get(element, 't')) {
    case 's':
      return texts[Number(value)] ?? rejectFile(messages.DAMAGED_WORKBOOK);
    case 'inlineStr':
      return toPlainText(inline);
    case 'str':
    case 'e':
    case 'd':
      return toPlainText(value);
    case 'b':
      return value.trim() === '1' ? 'yes' : 'no';
    default: {
      if (value.trim() === '') return '';
      const number = Number(value);
      if (!Number.isFinite(number)) return toPlainText(value);
      const isDate = dateStyles.has(Number(get(element, 's') ?? Number.NaN));
      return isDate ? formatDate(number, is1904) : String(Number(number.toPrecision(15)));
    }
  }
}

/** Decodes `_x000D_`, which stands for a character that XML does not allow. */
function toPlainText(text: string): string {
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd')
    .toWellFormed()
    .trim();
}

/** The index of the column in a reference such as BC12; undefined without one. */
function parseColumn(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
