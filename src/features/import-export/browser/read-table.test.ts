import { describe, expect, it, test } from 'vitest';
import { createArchive } from '../../../../tests/support/word-documents.ts';
import { formatDate, isDateFormat } from './excel-dates.ts';
import { readSheets } from './read-table.server.ts';
import { MAX_ROWS } from './schema.ts';

/** The table of the only sheet. */
async function readTable(content: Buffer) {
  const [sheet, ...others] = await readSheets(content);
  if (!sheet || !('table' in sheet) || others.length > 0) throw new Error('not one table');
  return sheet.table;
}
const read = (text: string | Buffer) => readTable(Buffer.from(text));
const cellsOf = async (content: string | Buffer) => {
  const { headings, rows } = await read(content);
  return [headings, ...rows.map(({ cells }) => cells)];
};

describe('CSV', () => {
  const TABLE = [
    ['Name', 'Città'],
    ['Mühle, alt', '“5 €”'],
  ];
  const text = 'Name\tCittà\r\nMühle, alt\t“5 €”\r\n';
  const windows = Buffer.from([...text].map((one) => ({ '“': 0x93, '”': 0x94, '€': 0x80 })[one] ?? one.charCodeAt(0)));

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le')],
    ['Windows-1252', windows],
  ])('reads %s', async (_, content) => expect(await cellsOf(content)).toEqual(TABLE));

  it.each([',', ';', '\t'])('recognises the separator %j', async (separator) =>
    expect(await cellsOf(['A', 'B'].join(separator) + '\n' + ['1', '2'].join(separator))).toEqual([
      ['A', 'B'],
      ['1', '2'],
    ]),
  );

  it('keeps the lines of rows, and says which rows are incomplete', async () => {
    const { rows } = await read('A,B\n\n"1\n2",x\n3\n');
    expect(rows).toEqual([
      { line: 3, cells: ['1\n2', 'x'], unreadable: null },
      { line: 5, cells: ['3', ''], unreadable: 'This row has 1 cells, the headings are 2.' },
    ]);
  });

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['headings only', 'A,B\n', 'The file has headings but no rows.'],
    ['a PDF', Buffer.from('%PDF-1.7\n\0\x01'), 'This is not a CSV or XLSX file.'],
    ['a PDF of text', Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n'), 'This is not a CSV or XLSX file.'],
    ['a web page', Buffer.from('\n<!doctype html>\n<p>Mills</p>\n'), 'This is not a CSV or XLSX file.'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'protected by a password'],
    ['an open quotation mark', 'A\n"1\n', 'Line 2: A quotation mark opens'],
    ['too many rows', `A\n${'1\n'.repeat(MAX_ROWS + 1)}`, 'more than 10,000 rows'],
    ['too many lines', '\n'.repeat(1_000_001), 'more than 10,000 rows'],
    ['a line of several megabytes', 'A,'.repeat(9_000_000), 'Line 1: This row is too long'],
    ['too many columns', `${'A,'.repeat(300)}B\n1\n`, 'more than 300 columns'],
  ])('rejects %s', async (_, content, message) => expect(read(content)).rejects.toThrow(message));

  it('accepts as many rows as are allowed', async () =>
    expect((await read(`A\n${'1\n'.repeat(MAX_ROWS)}`)).rows).toHaveLength(MAX_ROWS));
});

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function workbook(sheet: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  const all = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="A" r:id="r2"/><sheet name="B" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet/>',
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>Title</t></si><si><r><t>Weir </t></r><r><t>Mill</t></r><rPh><t>kana</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[Red]dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    ...parts,
  };
  return createArchive(Object.entries(all).map(([name, content]) => ({ name, content })));
}

const HEADINGS =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Day</t></is></c><c r="C1" t="str"><v>N</v></c></row>';

describe('XLSX', () => {
  it('reads the values of the first sheet: texts, days, numbers, and the results of formulas', async () => {
    const content = workbook(
      `${HEADINGS}<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>46338</v></c><c r="C3"><f>HYPERLINK("http://x")</f><v>0.30000000000000004</v></c></row>
       <row r="4"><c r="B4" s="2"><v>46338</v></c><c r="C4" t="b"><v>1</v></c></row>`,
    );
    expect(await cellsOf(content)).toEqual([
      ['Title', 'Day', 'N'],
      ['Weir Mill', '2026-11-12', '0.3'],
      ['', '2026-11-12', 'yes'],
    ]);
    expect((await readTable(content)).rows.map(({ line }) => line)).toEqual([3, 4]);
  });

  it('reads all visible sheets with data, and says why one cannot be imported', async () => {
    const sheets = ['Notes', 'Empty', 'Lookup', 'Places', 'Again', 'Wide', 'Damaged'];
    const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
    const content = workbook('', {
      'xl/workbook.xml': `<workbook xmlns:r="${RELATIONSHIPS}"><sheets>${sheets
        .map(
          (name, i) =>
            `<sheet name="${name}" ${name === 'Lookup' ? 'state="hidden"' : ''} r:id="r${name === 'Again' ? 3 : i}"/>`,
        )
        .join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
        .map((_, i) => `<Relationship Id="r${i}" Target="worksheets/s${i}.xml"/>`)
        .join('')}</Relationships>`,
      'xl/worksheets/s0.xml': sheet(`<row>${text('Read me')}</row>`),
      'xl/worksheets/s1.xml': sheet(''),
      'xl/worksheets/s2.xml': sheet(`<row>${text('Option')}</row><row>${text('Mill')}</row>`),
      'xl/worksheets/s3.xml': sheet(`<row>${text('Title')}</row><row>${text('Weir Mill')}</row>`),
      'xl/worksheets/s5.xml': sheet(`<row>${text('x').repeat(301)}</row>`),
      'xl/worksheets/s6.xml': '<worksheet><sheetData>',
    });
    expect(await readSheets(content)).toEqual([
      { name: 'Notes', problem: 'The file has headings but no rows.' },
      { name: 'Places', table: { headings: ['Title'], rows: [{ line: 2, cells: ['Weir Mill'], unreadable: null }] } },
      { name: 'Wide', problem: expect.stringContaining('more than 300 columns') },
      { name: 'Damaged', problem: expect.stringContaining('cannot be read') },
    ]);
  });

  it.each([
    ['macros', { 'xl/vbaProject.bin': 'x' }, 'contains macros'],
    [
      'entities',
      { 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>' },
      'cannot be read',
    ],
    ['a missing text', { 'xl/sharedStrings.xml': '<sst/>' }, 'cannot be read'],
    [
      'an external sheet',
      {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r2" TargetMode="External" Target="http://x"/></Relationships>',
      },
      'cannot be read',
    ],
    ['a bomb', { 'xl/media/x': 'x'.repeat(101 * 1024 ** 2) }, 'cannot be read'],
  ])('rejects a workbook with %s', async (_, parts, message) =>
    expect(readTable(workbook(HEADINGS, parts))).rejects.toThrow(message),
  );

  it('rejects text that grows by being shared', async () => {
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>` };
    const rows = Array.from({ length: 1_000 }, (_, i) => `<row r="${i + 1}"><c t="s"><v>0</v></c></row>`);
    await expect(readTable(workbook(rows.join(''), shared))).rejects.toThrow('too large when it is unpacked');
  });

  it('reads a long text of blanks once, however often it is used', async () => {
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${' '.repeat(10_000_000)}</t></si></sst>` };
    const cells = '<c t="s"><v>0</v></c>'.repeat(5_000);
    await expect(readTable(workbook(`<row>${cells}</row>`, shared))).rejects.toThrow('The file is empty');
  });

  it('rejects what is no workbook, and one that is cut', async () => {
    await expect(readTable(Buffer.from('PK\x03\x04 something'))).rejects.toThrow('cannot be read');
    const content = workbook(HEADINGS);
    await expect(readTable(content.subarray(0, content.length - 40))).rejects.toThrow('cannot be read');
  });
});

describe('dates of spreadsheets', () => {
  it.each([
    [1, false, '1900-01-01'],
    [59, false, '1900-02-28'],
    [61, false, '1900-03-01'],
    [46338.5, false, '2026-11-12T12:00:00.000Z'],
    [44876, true, '2026-11-12'],
    [0.5, false, '0.5'],
  ])('formats %d', (serial, is1904, text) => expect(formatDate(serial, is1904)).toBe(text));

  it.each([
    [14, undefined, true],
    [0, undefined, false],
    [170, 'yyyy"-"mm', true],
    [171, '0.00 "yd"', false],
    [172, '[Red]0.0', false],
  ])('recognises format %d %s', (id, code, is) => expect(isDateFormat(id, code)).toBe(is));
});
