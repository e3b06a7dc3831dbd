import { type Package, openPackage } from '../../../documents/docx/archive.server.ts';
import * as messages from '../../messages.ts';
import type { RawSheet } from '../raw-table.ts';
import { getFileProblem, rejectFile } from '../reject-file.ts';
import { type NumberFormatter, createNumberFormatter } from './number-format.ts';
import { findWorkbookParts, getByLocalName, readElements } from './parts.server.ts';
import { toPlainText } from './plain-text.ts';
import { readSheet } from './sheet.server.ts';
import { TextCollector } from './text-collector.ts';

/** Reads the values of the visible sheets, as they were when the workbook was saved: formulas are not evaluated. */
export async function readWorkbook(content: Buffer): Promise<RawSheet[]> {
  const archive = await openPackage(content, { parts: 0, bytes: 0 }, { allowBackslashes: true });
  if ([...archive.parts.keys()].some((name) => name.endsWith('vbaproject.bin')))
    rejectFile(messages.WORKBOOK_WITH_MACROS);
  const { sheets, is1904, ...parts } = await findWorkbookParts(archive);
  const texts = await readSharedTexts(archive, parts.texts);
  const formats = await readFormats(archive, parts.styles);
  const size = { rows: 0, characters: 0 };
  const read: RawSheet[] = [];
  for (const { name, part } of sheets) {
    try {
      const records = await readSheet(archive, part, { texts, formats, is1904, size });
      read.push({ name, records, isSparse: true });
    } catch (error) {
      // Another sheet may be the one to import.
      read.push({ name, problem: getFileProblem(error) ?? messages.DAMAGED_WORKBOOK });
    }
  }
  return read;
}

async function readSharedTexts(archive: Package, part: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let item = new TextCollector();
  await readElements(archive, part, {
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

/** How the cell styles show a number, by their index. */
async function readFormats(archive: Package, part: string): Promise<readonly NumberFormatter[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormatter[] = [];
  let inCellFormats = false;
  await readElements(archive, part, {
    open(element) {
      const id = Number(getByLocalName(element, 'numFmtId'));
      if (element.local === 'numFmt') codes.set(id, getByLocalName(element, 'formatCode') ?? '');
      if (element.local === 'cellXfs') inCellFormats = true;
      if (element.local === 'xf' && inCellFormats) formats.push(createNumberFormatter(id, codes.get(id)));
    },
    close(element) {
      if (element.local === 'cellXfs') inCellFormats = false;
    },
  });
  return formats;
}
