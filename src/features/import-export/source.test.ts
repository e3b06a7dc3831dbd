import { describe, expect, it } from 'vitest';
import { type Source, readSource } from './source.ts';

const read = (text: string): Source => readSource(Buffer.from(text));
const rowsOf = ({ rows }: Source) => rows.map(({ line, cells }) => ({ line, ...Object.fromEntries(cells) }));

describe('a CSV file', () => {
  it('can have a byte order mark and Windows line ends', () => {
    expect(rowsOf(read('\ufefftitle,visited\r\nMill,yes\r\n'))).toEqual([{ line: 2, title: 'Mill', visited: 'yes' }]);
  });

  it.each([
    ['semicolons', 'title;"a,b,c";parking\nMill;1;none\n', { title: 'Mill', 'a,b,c': '1', parking: 'none' }],
    ['commas', 'title,"a;b;c",parking\nMill,1,none\n', { title: 'Mill', 'a;b;c': '1', parking: 'none' }],
  ])('may be separated by %s', (_, text, cells) => {
    expect(rowsOf(read(text))).toEqual([{ line: 2, ...cells }]);
  });

  it('counts lines, with line breaks in cells and empty rows', () => {
    const text = 'title,remarks\r\nMill,"one\r\ntwo\r\nthree"\r\n\r\n,\r\nQuay,"say ""hello"""\r\n';
    expect(rowsOf(read(text))).toEqual([
      { line: 2, title: 'Mill', remarks: 'one\ntwo\nthree' },
      { line: 7, title: 'Quay', remarks: 'say "hello"' },
    ]);
  });

  it.each([
    ['a row with more cells', 'a,b\n1,2\n1,2,3\n', 3, '3 cells'],
    ['a quotation mark that is never closed', 'a,b\n1,2\n"1,2\n3,4\n', 3, 'never closed'],
    ['text after a quoted cell', 'a,b\n1,"2"x\n', 2, 'follows a closing quotation mark'],
    ['a heading that occurs twice', 'a,b,a\n1,2,3\n', 1, 'occurs twice'],
  ])('reports %s', (_, text, line, message) => {
    expect(read(text).problems).toEqual([expect.objectContaining({ line, message: expect.stringContaining(message) })]);
  });

  it.each([
    ['the line of Excel that names the delimiter', 'sep=;\na;b\n1;"2; 3, 4"\n', 3, '1', '2; 3, 4'],
    ['that line in quotation marks', '"sep=\t"\r\na\tb\r\n1\t2\r\n', 3, '1', '2'],
    ['an inch mark', 'a,b\n1,Anvil on a 12" block\n', 2, '1', 'Anvil on a 12" block'],
    ['inch marks beside quoted cells', 'a,b\n6" x 4","2, ""3"",\n4"\n', 2, '6" x 4"', '2, "3",\n4'],
    ['blanks around quoted cells', 'a,b\n1, "2, 3" \n', 2, '1', '2, 3'],
    ['decimal commas', 'a;b\n56,0046;-2,5163\n', 2, '56,0046', '-2,5163'],
    [
      'decimal commas in a column without a comma in its heading',
      'a;b\n1;56,1 -2,5\n1;56,1 -2,5\n',
      2,
      '1',
      '56,1 -2,5',
    ],
    [
      'backslashes before quotation marks',
      'a,b\n"1","the \\"Black, old\\" mill \\\\ 12\\""\n',
      2,
      '1',
      'the "Black, old" mill \\ 12"',
    ],
    ['backslashes that escape nothing', 'a,b\n"C:\\dir\\","say ""x"" y"\n', 2, 'C:\\dir\\', 'say "x" y'],
    ['formulas that are texts', 'a,b\n="0123, 4","=""Test Mill"""\n', 2, '0123, 4', 'Test Mill'],
    ['the NULL of a database', 'a,b,c\nNULL,1,\\N\n', 2, '', '1'],
    ['pipes between cells', 'a|b\n1|2, 3, 4\n', 2, '1', '2, 3, 4'],
    ['pipes between options', 'a,b\n1|2,3|4\n5|6,7|8\n', 2, '1|2', '3|4'],
    ['a line below the headings', ' a | b \n---+----\n 1 | 2 \n', 3, '1', '2'],
    ['no last cells', 'a,b,c\n1,2\n', 2, '1', '2'],
    ['more empty cells', 'a,b\n1,2,,\n', 2, '1', '2'],
  ])('can have %s', (_, text, line, a, b) => {
    expect(rowsOf(read(text))).toContainEqual(expect.objectContaining({ line, a, b }));
  });

  it.each([
    '(1 row)',
    '(2 rows)',
    '2 rows in set (0.00 sec)',
    'Total: 2 rows',
    'Total,2',
    '(1 row)\n(2 rows)',
    'Count: 1234 records',
  ])('leaves out %j below the rows', (summary) => {
    expect(rowsOf(read(`a,b,c\n1,2\n${summary}\n`))).toEqual([{ line: 2, a: '1', b: '2', c: '' }]);
  });

  it.each(['Total', 'Two rows of cottages', '12 rows of beech', 'Total: 2 rows,A barn'])(
    'reads the last row %j',
    (title) => {
      expect(rowsOf(read(`a,b,c\n1,2\n${title},x\n`))).toHaveLength(2);
    },
  );

  it('must not be empty', () => {
    expect(read('').problems).toHaveLength(1);
  });
});

describe('a JSON file', () => {
  it('is read with text, numbers, booleans and lists, and the line of each item', () => {
    const text =
      '[\n  {"title": "Mill [\\"old\\"]", "visited": true,\n   "setting": ["Rural", "Coastal"]},\n\n  {"latitude": 56.5, "remarks": null}]';
    expect(rowsOf(read(text))).toEqual([
      { line: 2, title: 'Mill ["old"]', visited: 'true', setting: 'Rural|Coastal' },
      { line: 5, latitude: '56.5', remarks: '' },
    ]);
  });

  it('finds the line of items on one line and of items that are not objects', () => {
    const source = read('[{"a": [{"b": 1}]}, 7,\n"x", []]');
    expect(source.problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 'a'],
      [1, null],
      [2, null],
      [2, null],
    ]);
  });

  it.each([
    ['not valid', '[{"title": "Mill"},\n{"title": }]', 'not valid JSON'],
    ['no list', '{"title": "Mill"}', 'must be a JSON array'],
  ])('is rejected when it is %s', (_, text, message) => {
    expect(read(text).problems).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
  });
});

it('rejects anything but UTF-8', () => {
  expect(readSource(Buffer.from('title\nCafé\n', 'latin1')).problems[0]?.message).toContain('UTF-8');
});
