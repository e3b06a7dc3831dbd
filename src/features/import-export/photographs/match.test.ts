import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { PhotographCells } from '../columns.ts';
import type { ImportedRow } from '../schema.ts';
import { parsePhotographCells } from './cells.ts';
import { createFileIndex } from './file-index.ts';
import { matchPhotographs } from './match.ts';
import type { SourceEntry } from './schema.ts';
import { MAX_ENTRIES } from './source-rules.ts';

const file = (path: string): SourceEntry => ({ path, kind: 'file' });
const row = (line: number, photographs: PhotographCells = {}, changes: Partial<ImportedRow> = {}): ImportedRow => ({
  line,
  id: `id-${line}`,
  legacyId: line,
  title: `Place ${line}`,
  slug: `place-${line}`,
  photographs,
  ...changes,
});
const named = (rows: readonly ImportedRow[], paths: readonly string[]) => {
  const { photographs, leftOut, warnings } = matchPhotographs(rows, paths.map(file));
  return {
    found: photographs.map(({ row: { line }, file: { path } }) => `${line} ${path}`),
    leftOut: leftOut.map(({ line, name, message }) => `${line ?? '-'} ${name}: ${message}`),
    warnings,
  };
};

describe('the column of photographs', () => {
  it.each([
    ['a name', 'front.jpg', ['front.jpg']],
    ['several', 'b.jpg | a.jpg; c.jpg\nd.jpg', ['b.jpg', 'a.jpg', 'c.jpg', 'd.jpg']],
    ['a comma in a name', 'mill, front.jpg', ['mill, front.jpg']],
    ['other case', 'FRONT.JPG', ['front.jpg']],
    ['accents as macOS writes them', 'Tra\u0300igh.jpg', ['Tr\u00e0igh.jpg']],
    ['a folder of Windows', String.raw`2019\front.jpg`, ['2019/front.jpg']],
    ['a name without its folder', 'deep.jpg', ['2019/mill/deep.jpg']],
    ['a name without the folder around it', 'mill/deep.jpg', ['2019/mill/deep.jpg']],
    ['a whole folder, as people count', 'roll', ['roll/2.jpg', 'roll/10.jpg']],
    ['a name twice', 'front.jpg|front.jpg', ['front.jpg']],
  ])('takes %s', (_, photographs, expected) => {
    const others = ['roll/10.jpg', 'roll/2.jpg'].filter((path) => !expected.includes(path));
    expect(named([row(2, { photographs })], [...new Set([...expected, ...others])]).found).toEqual(
      expected.map((path) => `2 ${path}`),
    );
  });

  it.each([
    '../secret.jpg',
    'a/../../secret.jpg',
    '/etc/passwd',
    String.raw`C:\secret.jpg`,
    String.raw`\\server\a.jpg`,
    '..',
  ])('rejects the path %s', (photographs) => {
    const { found, leftOut } = named([row(2, { photographs })], ['secret.jpg', 'etc/passwd']);
    expect(found).toEqual([]);
    expect(leftOut[0]).toContain('Names may not lead out of the folder');
  });

  it('lists names without a file, files without a row, and names of several files', () => {
    const rows = [row(2, { photographs: 'gone.jpg|front.jpg' })];
    expect(named(rows, ['a/front.jpg', 'b/front.jpg']).leftOut).toEqual([
      '2 gone.jpg: The folder has no file or folder of this name.',
      '2 front.jpg: Several files have this name: a/front.jpg, b/front.jpg. Write the name with its folders.',
      '- a/front.jpg: No row names it.',
      '- b/front.jpg: No row names it.',
    ]);
  });

  it('tells names apart that differ in case only', () => {
    expect(named([row(2, { photographs: 'A.jpg' })], ['a.jpg', 'A.jpg']).found).toEqual(['2 A.jpg']);
  });

  test('whatever a name is, it finds listed files only', () => {
    const paths = ['a.jpg', 'b/c.jpg', 'b/d/e.jpg'];
    const entries = paths.map(file);
    const index = createFileIndex(entries);
    const segment = fc.constantFrom('..', '.', 'a.jpg', 'b', 'c.jpg', 'd', '', 'etc', 'C:', '~', '\0', '%2e%2e');
    const name = fc.tuple(fc.array(segment), fc.constantFrom('/', '\\')).map(([parts, slash]) => parts.join(slash));
    fc.assert(
      fc.property(fc.oneof(name, fc.string()), (written) => {
        const found = index.find(written);
        return 'problem' in found || found.files.every((one) => entries.includes(one));
      }),
    );
  });
});

describe('captions and credits', () => {
  const texts = (cells: PhotographCells) =>
    parsePhotographCells(cells).listed.map(({ caption, credit }) => [caption, credit]);
  it.each<[string, PhotographCells, (string | null)[][]]>([
    [
      'one of each',
      { photographs: 'a', photograph_captions: 'Wheel; south | side', photograph_credits: 'Una' },
      [['Wheel; south | side', 'Una']],
    ],
    [
      'one for each',
      { photographs: 'a;b', photograph_captions: 'Wheel|Race', photograph_credits: 'Una|Rory' },
      [
        ['Wheel', 'Una'],
        ['Race', 'Rory'],
      ],
    ],
    [
      'one credit for all, and captions for some',
      { photographs: 'a;b;c', photograph_captions: '|Race', photograph_credits: 'Una' },
      [
        [null, 'Una'],
        ['Race', 'Una'],
        [null, 'Una'],
      ],
    ],
    ['none', { photographs: 'a' }, [[null, null]]],
  ])('takes %s', (_, cells, expected) => {
    expect(texts(cells)).toEqual(expected);
    expect(parsePhotographCells(cells).warnings).toEqual([]);
  });

  it('warns of captions and credits that do not fit, and cuts long ones', () => {
    const cells = { photographs: 'a|b', photograph_captions: `1|2|3`, photograph_credits: `${'x'.repeat(201)}|y|z` };
    expect(parsePhotographCells(cells).warnings).toEqual([
      'There are 3 captions for 2 photographs. Those beyond are left out.',
      'There are 3 credits for 2 photographs. Write one for each, or one for all.',
      'A credit is cut to 200 characters.',
    ]);
  });
});

describe('folders named after rows', () => {
  const rows = [
    row(2, {}, { id: '0b7d', legacyId: 12, title: 'Weir Mill' }),
    row(3, {}, { legacyId: null, title: 'Dùn Èideann: the castle', slug: 'castle' }),
    row(4, {}, { title: 'Quay' }),
    row(5, {}, { title: 'Quay' }),
  ];
  it.each([
    ['the id', '0B7D', 2],
    ['the legacy id', '12', 2],
    ['the legacy id with zeros', '0012', 2],
    ['the page URL', 'castle', 3],
    ['the title', 'weir mill', 2],
    ['the title without characters that folders cannot have', 'Du\u0300n E\u0300ideann_ the castle', 3],
  ])('are found by %s', (_, folder, line) => {
    expect(named(rows, [`${folder}/10.jpg`, `${folder}/2.jpg`, `${folder}/in/1.jpg`]).found).toEqual([
      `${line} ${folder}/2.jpg`,
      `${line} ${folder}/10.jpg`,
      `${line} ${folder}/in/1.jpg`,
    ]);
  });

  it('may have other folders around and in them', () => {
    const paths = ['photos/Highland/Weir Mill/2019/1.jpg', 'photos/Highland/Castle/1.jpg'];
    expect(named(rows, paths).found).toEqual([`2 ${paths[0]}`, `3 ${paths[1]}`]);
  });

  it('are left out if folders of different rows are in each other, and not if they are of the same row', () => {
    const places = [...rows, row(6, {}, { legacyId: 2019, title: 'Bridge' }), row(7, {}, { title: 'Edinburgh' })];
    const ambiguous = ['2019/Weir Mill/1.jpg', 'Edinburgh/castle/1.jpg', 'Weir Mill/2019/1.jpg'];
    const { found, leftOut } = named(places, [...ambiguous, 'Edinburgh/in/1.jpg', '12/Weir Mill/1.jpg']);
    expect(found).toEqual(['2 12/Weir Mill/1.jpg', '7 Edinburgh/in/1.jpg']);
    expect(leftOut.map((line) => line.replace(/ have the names.*/, ''))).toEqual([
      '- 2019/Weir Mill/: Lines 6, 2',
      '- Edinburgh/castle/: Lines 7, 3',
      '- Weir Mill/2019/: Lines 2, 6',
    ]);
  });

  it('are left out without a row or with several, and so are files beside them', () => {
    expect(named(rows, ['quay/1.jpg', 'elsewhere/1.jpg', 'loose.jpg']).leftOut).toEqual([
      '- quay/: Lines 4, 5 have the names of its folders, so its photographs are left out. Name them after one row only, by its id.',
      '- elsewhere/: No row has the name of one of these folders as its id, locationidentifier, locationurl or title, so its photographs are left out.',
      '- loose.jpg: It is in no folder of a place.',
    ]);
  });
});

describe('as many files as a folder may have', () => {
  const paths = Array.from({ length: MAX_ENTRIES }, (_, n) => `Place 2/${n}.jpg`);
  it.each([
    ['in the folder of a row', {}, [MAX_ENTRIES, 0]],
    ['that no row names', { photographs: 'gone.jpg' }, [0, MAX_ENTRIES + 1]],
  ])('are matched %s', (_, cells, expected) => {
    const { photographs, leftOut } = matchPhotographs([row(2, cells)], paths.map(file));
    expect([photographs.length, leftOut.length]).toEqual(expected);
  });
});
