import { createArchive } from './word-documents.ts';

/** A workbook with the rows of each sheet. */
export function createWorkbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const uri = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  return createArchive([
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${uri}"><sheets>${names.map((name, i) => `<sheet name="${name}" r:id="r${i}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${names.map((_, i) => `<Relationship Id="r${i}" Target="s${i}.xml"/>`).join('')}</Relationships>`,
    },
    ...names.map((name, i) => ({
      name: `xl/s${i}.xml`,
      content: `<worksheet><sheetData>${sheets[name]!.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
    })),
  ]);
}
