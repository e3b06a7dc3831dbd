import { describe, expect, it, test } from 'vitest';
import { createArchive } from '../../../../tests/support/word-documents.ts';
import { readRawSheets, toSheets } from './read-table.server.ts';
import { MAX_ROWS } from './schema.ts';
import { createNumberFormatter, formatDate } from './xlsx/number-format.ts';

const readSheets = async (content: Buffer) => toSheets(await readRawSheets(content));

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

  // Bytes of Mac OS Roman: é, è, à, ò, ç, Î, ’, “, ”, –.
  const MAC: Readonly<Record<string, number>> = {
    é: 0x8e,
    è: 0x8f,
    à: 0x88,
    ò: 0x98,
    ç: 0x8d,
    É: 0x83,
    '’': 0xd5,
    '“': 0xd2,
    '”': 0xd3,
    '–': 0xd0,
  };
  const WINDOWS: Readonly<Record<string, number>> = { '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 };
  const encode = (value: string, table: Readonly<Record<string, number>>) =>
    Buffer.from([...value].map((one) => table[one] ?? one.charCodeAt(0)));

  it.each(['Café', 'Steòrnabhagh', 'Àird Mhòr', 'École', 'O’Neill', '“Quoted”', '1900–1950', 'Château d’Eau', 'don’t'])(
    'reads %s in Windows-1252 and, where a Mac can write it, in Mac OS Roman',
    async (word) => {
      expect((await cellsOf(encode(`Title\n${word}\n`, WINDOWS)))[1]).toEqual([word]);
      if (![...word].every((one) => one < '\x80' || one in MAC)) return;
      expect((await cellsOf(encode(`Title\n${word}\n`, MAC)))[1]).toEqual([word]);
    },
  );

  // Bytes of code page 850: ù, ò, à, è, é, À.
  const DOS: Readonly<Record<string, number>> = { ù: 0x97, ò: 0x95, à: 0x85, è: 0x8a, é: 0x82, À: 0xb7 };

  it.each(['Taigh Dùn Àird', 'Mòr', 'Càrlabhagh', 'Café', 'Àird Mhòr'])('reads %s in code page 850', async (word) => {
    expect((await cellsOf(encode(`Title\n${word}\n`, DOS)))[1]).toEqual([word]);
  });

  it('replaces a NUL in a cell', async () => {
    expect(await cellsOf('Title,Town\nWeir\0 Mill,Banff\nSmokehouse,Tarbert\n')).toEqual([
      ['Title', 'Town'],
      ['Weir\ufffd Mill', 'Banff'],
      ['Smokehouse', 'Tarbert'],
    ]);
  });

  it('leaves all other characters of UTF-8 right beside a broken one', async () => {
    const content = Buffer.concat([
      Buffer.from('Title,Town\nCùil Bhàn,Leòdh'),
      Buffer.from([0xc3]),
      Buffer.from('\nÀird,Càrlabhagh\n'),
    ]);
    expect(await cellsOf(content)).toEqual([
      ['Title', 'Town'],
      ['Cùil Bhàn', 'Leòdh\ufffd'],
      ['Àird', 'Càrlabhagh'],
    ]);
  });

  it.each([
    ['titles above them', 'Register 2026,,\n,,\nTitle,Nearest town,Remarks\nIce House,Banff,Cold\n', 3],
    ['a title of two cells', 'Register,Printed 2026,\nTitle,Nearest town,Remarks\nIce House,Banff,Cold\n', 2],
    ['a title with another separator', 'Register, 2026\nTitle;Nearest town;Remarks\nIce House;Banff;Cold\n', 2],
    ['nothing above them', 'Title,Nearest town,Remarks\nIce House,Banff,Cold\n', 1],
  ])('finds headings with %s', async (_, content, line) => {
    const { headings, rows } = await read(content);
    expect(headings).toEqual(['Title', 'Nearest town', 'Remarks']);
    expect(rows).toEqual([{ line: line + 1, cells: ['Ice House', 'Banff', 'Cold'], unreadable: null }]);
  });

  it.each([',', ';', '\t', '|'])('recognises the separator %j', async (separator) =>
    expect(await cellsOf(['A', 'B'].join(separator) + '\n' + ['1', '2'].join(separator))).toEqual([
      ['A', 'B'],
      ['1', '2'],
    ]),
  );

  it('keeps the lines of rows, and says which rows have more cells than headings', async () => {
    const { rows } = await read('A,B\n\n"1\n2",x\n3\n4,5,,\n6,7,8\n');
    expect(rows).toEqual([
      { line: 3, cells: ['1\n2', 'x'], unreadable: null },
      { line: 5, cells: ['3', ''], unreadable: null },
      { line: 6, cells: ['4', '5'], unreadable: null },
      { line: 7, cells: ['6', '7'], unreadable: 'This row has 3 cells, the headings are 2.' },
    ]);
  });

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['headings only', 'A,B\n', 'The file has headings but no rows.'],
    ['a PDF', Buffer.from('%PDF-1.7\n\0\x01'), 'This is not a CSV or XLSX file.'],
    [
      'a picture',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)]),
      'This is not a CSV or XLSX file.',
    ],
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

  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

  it('keeps the columns of cells and rows without references', async () => {
    const content = workbook(
      `<row>${text('Title')}${text('Telephone')}${text('Town')}${text('Remarks')}</row>
       <row>${text('Smokehouse')}<c/><c t="inlineStr"><is><t>Tarbert</t></is></c>${text('')}</row>
       <row><c r="B3"><v>1</v></c>${text('Garve')}<c s="0"/></row>`,
    );
    expect(await cellsOf(content)).toEqual([
      ['Title', 'Telephone', 'Town', 'Remarks'],
      ['Smokehouse', '', 'Tarbert', ''],
      ['', '1', 'Garve', ''],
    ]);
  });

  it('keeps cells beyond the headings', async () => {
    expect(await cellsOf(workbook(`<row>${text('Title')}</row><row>${text('Mill')}<c/>${text('Weir')}</row>`))).toEqual(
      [
        ['Title', '', ''],
        ['Mill', '', 'Weir'],
      ],
    );
  });

  it('leaves cells of type text without a value empty', async () => {
    const cells = '<c r="A2" t="s"><v/></c><c r="B2" t="s"/><c r="C2" t="s"><v>1</v></c>';
    expect(await cellsOf(workbook(`${HEADINGS}<row r="2">${cells}</row>`))).toEqual([
      ['Title', 'Day', 'N'],
      ['', '', 'Weir Mill'],
    ]);
  });

  it('reads ISO dates of the strict format, and the calendar of 1904 whatever an extension says', async () => {
    const content = workbook(
      `${HEADINGS}<row r="2"><c r="A2" t="d"><v>2026-11-12T00:00:00.000</v></c><c r="B2" s="1"><v>44876</v></c><c r="C2" t="d"><v>2026-11-12T13:30:00</v></c></row>`,
      {
        'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><workbookPr date1904="true"/><sheets><sheet name="A" r:id="r2"/></sheets><extLst><ext><x:workbookPr xmlns:x="urn:x" chartTrackingRefBase="1"/></ext></extLst></workbook>`,
      },
    );
    expect((await cellsOf(content))[1]).toEqual(['2026-11-12', '2026-11-12', '2026-11-12T13:30:00Z']);
  });

  it.each([
    ['in another folder', 'book/main.xml', '/'],
    ['at the root', 'main.xml', '/'],
    ['with backslashes', 'xl/workbook.xml', '\\'],
  ])('finds a workbook %s by its relationships', async (_, main, separator) => {
    const folder = main.replace(/[^/]*$/, '');
    const parts = {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships><Relationship Id="a" Type="${RELATIONSHIPS}/officeDocument" Target="${main}"/></Relationships>`,
      [main]: `<workbook xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="A" r:id="a"/></sheets></workbook>`,
      [`${folder}_rels/${main.slice(folder.length)}.rels`]: `<Relationships><Relationship Id="a" Type="${RELATIONSHIPS}/worksheet" Target="some%20sheets/one.xml"/><Relationship Id="b" Type="${RELATIONSHIPS}/sharedStrings" Target="texts.xml"/></Relationships>`,
      [`${folder}some sheets/one.xml`]:
        '<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c><v>1</v></c></row></sheetData></worksheet>',
      [`${folder}texts.xml`]: '<sst><si><t>Title</t></si></sst>',
    };
    const content = createArchive(
      Object.entries(parts).map(([name, value]) => ({ name: name.replaceAll('/', separator), content: value })),
    );
    expect(await cellsOf(content)).toEqual([['Title'], ['1']]);
  });

  function workbookOfSheets(contents: readonly string[]): Buffer {
    const list = (write: (index: number) => string) => contents.map((_, index) => write(index)).join('');
    return workbook('', {
      'xl/workbook.xml': `<workbook xmlns:r="${RELATIONSHIPS}"><sheets>${list((i) => `<sheet name="S${i}" r:id="r${i}"/>`)}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${list((i) => `<Relationship Id="r${i}" Target="worksheets/s${i}.xml"/>`)}</Relationships>`,
      ...Object.fromEntries(
        contents.map((content, i) => [
          `xl/worksheets/s${i}.xml`,
          `<worksheet><sheetData>${content}</sheetData></worksheet>`,
        ]),
      ),
    });
  }
  const TWO_ROWS = `<row>${text('Title')}</row><row>${text('Mill')}</row>`;

  it('reads a sheet after many others, and says when there are too many', async () => {
    expect(await readSheets(workbookOfSheets([...Array<string>(40).fill(''), TWO_ROWS]))).toHaveLength(1);
    expect(await readSheets(workbookOfSheets(Array<string>(22).fill(TWO_ROWS)))).toHaveLength(22);
    await expect(readSheets(workbookOfSheets(Array<string>(201).fill(TWO_ROWS)))).rejects.toThrow(
      'more than 200 sheets',
    );
  });

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
    [0, true, '1904-01-01'],
    [0.5, false, '0.5'],
  ])('formats %d', (serial, is1904, text) => expect(formatDate(serial, is1904)).toBe(text));

  it.each([
    [14, undefined, 46338, '2026-11-12'],
    [22, undefined, 46338.5625, '2026-11-12T13:30:00.000Z'],
    [20, undefined, 0.5625, '13:30'],
    [0, undefined, 46338, '46338'],
    [170, 'yyyy"-"mm', 46338, '2026-11-12'],
    [170, '[$-F800]dddd, mmmm dd, yyyy', 46338, '2026-11-12'],
    [170, 'dd/mm/yyyy;@', 46338, '2026-11-12'],
    [170, 'h:mm', 0.5625, '13:30'],
    [170, '[h]:mm', 1.5, '36:00'],
    [171, '0.00 "yd"', 46338, '46338'],
    [172, '[Red]0.0', 46338, '46338'],
    [173, '00000000000', 1_314_960_142, '01314960142'],
    [173, '00000\\ 000000', 1_314_960_142, '01314 960142'],
    [173, '"0"#', 1_314_960_142, '01314960142'],
    [173, '\\+00\\ 000\\ 000', 44_131_496, '+44 131 496'],
    [174, '#,##0', 12_345, '12345'],
    [174, '# ##0', 12_345, '12345'],
    [174, '0" beds"', 12, '12'],
    [174, '0;(0)', -5, '-5'],
    [174, '0%', 0.25, '0.25'],
    [174, '0000', 1.5, '1.5'],
    [174, 'damaged[', 5, '5'],
  ])('shows format %d %s of %d as %s', (id, code, value, text) =>
    expect(createNumberFormatter(id, code)(value, false)).toBe(text),
  );
});
