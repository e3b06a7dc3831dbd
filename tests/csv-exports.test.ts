import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { DIFFICULT_TEXTS, addExports, exportCsv, isCsvExport, toCell } from './support/csv-exports.ts';
import { addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite();
const admin = await addSignedInPerson(site, 'ADMIN');
const exports = await addExports(site, admin);
const run = promisify(execFile);
const OFFICE = 'soffice';
const hasOffice = spawnSync(OFFICE, ['--version']).status === 0;

test('covers every route that exports texts of users', () => {
  const routes = site.app.handlers.map(({ route }) => route).filter(isCsvExport);
  expect(Object.keys(exports).sort()).toEqual(routes.map(({ method, path: url }) => `${method} ${url}`).sort());
});

test.each(Object.entries(exports))(
  'writes the difficult texts of %s so that a parser reads them',
  async (name, list) => {
    const text = await exportCsv(admin, name, list);
    // Parsers differ in which line break ends a row when it is left to them.
    for (const record_delimiter of [['\r\n'], ['\r\n', '\n'], ['\r\n', '\r'], []])
      expect(readColumn(text, list.heading, record_delimiter)).toEqual(
        expect.arrayContaining(DIFFICULT_TEXTS.map((typed) => toCell(list.write?.(typed) ?? typed))),
      );
  },
);

/** Comma, quote and UTF-8, as the options of the filters say it. */
const FORMAT = '44,34,76';

test.skipIf(!hasOffice)(
  'writes files that LibreOffice opens with the same cells (skipped without soffice)',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'recce-csv-'));
    try {
      const lists = Object.entries(exports);
      const files = lists.map((_list, index) => path.join(folder, `${index}.csv`));
      for (const [index, [name, list]] of lists.entries())
        await writeFile(files[index]!, await exportCsv(admin, name, list));
      await run(OFFICE, [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        `--infilter=CSV:${FORMAT}`,
        '--convert-to',
        `csv:Text - txt - csv (StarCalc):${FORMAT}`,
        '--outdir',
        path.join(folder, 'saved'),
        ...files,
      ]);
      for (const [index, [name, { heading, write }]] of lists.entries()) {
        const saved = await readFile(path.join(folder, 'saved', `${index}.csv`), 'utf8');
        // LibreOffice has one kind of line break.
        const expected = DIFFICULT_TEXTS.map((typed) => toCell(write?.(typed) ?? typed).replaceAll(/\r\n?/g, '\n'));
        expect([name, readColumn(saved, heading)]).toEqual([name, expect.arrayContaining(expected)]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

function readColumn(csv: string, heading: string, record_delimiter: string[] = []): (string | undefined)[] {
  const rows = parse(csv, { bom: true, columns: true, record_delimiter }) as Record<string, string>[];
  return rows.map((row) => row[heading]);
}
