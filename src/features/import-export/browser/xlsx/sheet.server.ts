import type { Package } from '../../../documents/docx/archive.server.ts';
import type { XmlElement } from '../../../documents/docx/xml.server.ts';
import { formatNumber } from '../../../../platform/text/numbers.ts';
import * as messages from '../../messages.ts';
import type { RawTable } from '../raw-table.ts';
import { rejectFile } from '../reject-file.ts';
import { MAX_COLUMNS, MAX_ROWS } from '../schema.ts';
import { type NumberFormatter, formatMoment, formatPlainNumber } from './number-format.ts';
import { getByLocalName, isTrue, readElements } from './parts.server.ts';
import { toPlainText } from './plain-text.ts';
import { TextCollector } from './text-collector.ts';

/** Limit for all sheets together. */
const MAX_TOTAL_ROWS = 3 * MAX_ROWS;
/** Characters of all cells: a shared text counts as often as it is used. */
const MAX_CHARACTERS = 20_000_000;

interface Context {
  readonly texts: readonly string[];
  /** By the index of a cell's style. */
  readonly formats: readonly NumberFormatter[];
  readonly is1904: boolean;
  /** Of the sheets that were read so far. */
  readonly size: { rows: number; characters: number };
}

/** Reads the rows of a sheet that have a value. */
export async function readSheet(archive: Package, part: string, context: Context): Promise<RawTable['records']> {
  const { size } = context;
  const records: { line: number; record: string[] }[] = [];
  let line = 0;
  let record: string[] = [];
  let nextColumn = 0;
  let cell: { element: XmlElement; value: string; inline: TextCollector } | undefined;
  let inValue = false;
  const endCell = ({ element, value, inline }: NonNullable<typeof cell>) => {
    // Cells without a reference follow the one before, which can be empty.
    const column = parseColumn(getByLocalName(element, 'r')) ?? nextColumn;
    nextColumn = column + 1;
    const text = toText(element, value, inline.text, context);
    if (text === '') return;
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
  await readElements(archive, part, {
    open(element) {
      if (element.local === 'row') {
        // Rows without a number follow the one before.
        line = Math.max(line + 1, Number(getByLocalName(element, 'r')) || 0);
        record = [];
        nextColumn = 0;
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

/** The value of a cell as text. */
function toText(element: XmlElement, value: string, inline: string, { texts, formats, is1904 }: Context): string {
  const type = getByLocalName(element, 't');
  if (type === 'inlineStr') return toPlainText(inline || value);
  if (value.trim() === '') return '';
  switch (type) {
    case 's':
      return texts[Number(value)] ?? rejectFile(messages.DAMAGED_WORKBOOK);
    case 'str':
    case 'e':
      return toPlainText(value);
    case 'd':
      return formatMoment(toPlainText(value));
    case 'b':
      return isTrue(value) ? 'yes' : 'no';
    default: {
      const number = Number(value);
      if (!Number.isFinite(number)) return toPlainText(value);
      const format = formats[Number(getByLocalName(element, 's') ?? 0)] ?? formatPlainNumber;
      return format(number, is1904);
    }
  }
}

/** The index of the column in a reference such as BC12; undefined without one. */
function parseColumn(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference?.toUpperCase() ?? '') ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
