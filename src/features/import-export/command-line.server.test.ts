import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { clearCatalogue, recordEvents } from '../../../tests/support/locations.ts';
import type { LocationEvent } from '../locations/events.ts';
import { runImport } from './command-line.server.ts';

const { kysely: db } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'recce-test-import-'));
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => clearCatalogue(db));

const { publishEvent } = recordEvents<LocationEvent>();
const withMedia = () => Promise.reject(new Error('there are no photographs'));
const run = (...args: string[]) => runImport({ db, publishEvent, withMedia, writeLine: () => {} }, args, new Date());
const titles = async () => (await db.selectFrom('locations').select('title').execute()).map(({ title }) => title);

async function write(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

describe('recce import', () => {
  it('reports a dry run, and imports with --apply', async () => {
    const file = await write('good.csv', 'locationidentifier,title\n1,Mill\n2,Quay\n');
    const dry = await run(file);
    expect(dry).toMatchObject({ exitCode: 0, text: expect.stringContaining('dry run') });
    expect(dry.text).toContain('2 rows: 2 new');
    expect(await titles()).toEqual([]);
    expect(await run(file, '--apply')).toMatchObject({ exitCode: 0, text: expect.stringContaining('Imported.') });
    expect((await titles()).toSorted()).toEqual(['Mill', 'Quay']);
  });

  it('maps headings by a mapping file, and adds options with --create-options', async () => {
    const file = await write('theirs.csv', 'Ref;Name;Type\n1;Mill;Watermill\n');
    const mapping = await write('mapping.json', '{"Ref": "locationidentifier", "Name": "title", "Type": "category"}');
    const { text, exitCode } = await run(file, `--mapping=${mapping}`, '--create-options', '--apply');
    expect(text).toContain('New option of category: Watermill');
    expect(exitCode).toBe(0);
    expect(await titles()).toEqual(['Mill']);
  });

  it('lists problems by line and column, equal ones in one line', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `${index + 1},Mill,Palace,\n`);
    const file = await write(
      'bad.csv',
      `locationidentifier,title,category,visited\n${rows.join('')}21,Quay,,perhaps\n`,
    );
    const { text, exitCode } = await run(file, '--apply');
    expect(exitCode).toBe(1);
    expect(text).toContain('Problems (21):');
    expect(text).toContain('lines 2, 3, 4, 5, 6, 7, 8, 9 and 12 more, column “category”: “Palace” is not an option');
    expect(text).toContain('line 22, column “visited”: Enter yes or no.');
    expect(text).toContain('Nothing was imported.');
    expect(await titles()).toEqual([]);
  });

  it('suggests options that share a word with an unknown one', async () => {
    const known = await write('known.csv', 'locationidentifier,title,category\n1,Keep,Castle or fortification\n');
    await run(known, '--create-options', '--apply');
    const file = await write('castle.csv', 'locationidentifier,title,category\n2,Mill,Castle\n');
    expect((await run(file)).text).toContain(
      '“Castle” is not an option of category. Did you mean “Castle or fortification”? Correct it, or import with',
    );
  });

  it('proposes options, and takes them with --accept-proposals, except those of a file of values', async () => {
    const known = await write('known.csv', 'locationidentifier,title,category\n1,Keep,Castle or fortification\n');
    await run(known, '--create-options', '--apply');
    const file = await write('kinds.csv', 'locationidentifier,title,category\n2,Doune,castle\n3,Weir,Unknown\n');
    const refused = await run(file, '--accept-proposals', '--leave-out=3');
    expect(refused.text).toContain('Category: “castle” becomes “Castle or fortification” in 1 row');
    expect(refused.text).toContain('2 rows: 1 new, 0 changed, 0 unchanged, 1 left out, 0 refused; 0 to publish.');
    const values = await write('values.json', '{"category": {"castle": null}}');
    const { text, exitCode } = await run(file, '--accept-proposals', `--values=${values}`, '--apply');
    expect(exitCode).toBe(0);
    expect(text).toContain('Category: “castle” becomes empty in 1 row');
    expect(text).toContain('Category: “Unknown” becomes empty in 1 row');
    expect((await titles()).toSorted()).toEqual(['Doune', 'Keep', 'Weir']);
  });

  it('leaves out places outside the region unless they are included, and rows that are named', async () => {
    const file = await write(
      'places.csv',
      'locationidentifier,title,latitude,longitude,visited\n1,Oban,56.41,-5.47,\n2,London,51.5,-0.1,\n3,Leeds,53.8,-1.5,\n4,Odd,,,perhaps\n',
    );
    const some = await run(file, '--include=3', '--leave-out=2,5-9');
    expect(some.text).toContain('Left out (3):\n  lines 2, 5: The row was deselected.');
    expect(some).toMatchObject({ exitCode: 0, text: expect.stringContaining('4 rows: 1 new') });
    const none = await run(file, '--leave-out=5');
    expect(none.text).toContain('lines 3, 4: This position is outside Scotland: check latitude and longitude.');
    expect(none.text).toContain('1 new, 0 changed, 0 unchanged, 3 left out, 0 refused');
    const all = await run(file, '--include=outside,duplicates');
    expect(all.text).toContain('3 new, 0 changed, 0 unchanged, 0 left out, 1 refused');
    expect(all.exitCode).toBe(1);
  });

  it.each([
    ['rows that are none', ['a.csv', '--include=everything'], '--include does not take “everything”.'],
    ['no file', [], 'Specify one file'],
    ['two files', ['a.csv', 'b.csv'], 'Specify one file'],
    ['an unknown option', ['a.csv', '--force'], '--force'],
  ])('prints the usage for %s', async (_, args, message) => {
    const { text, exitCode } = await run(...args);
    expect(exitCode).toBe(2);
    expect(text).toContain(message);
    expect(text).toContain('import FILE');
  });

  it('names the path and the reason if a file cannot be read', async () => {
    expect(await run('/nowhere/a.csv')).toEqual({
      exitCode: 2,
      text: '/nowhere/a.csv cannot be read: no such file or folder.',
    });
    expect(await run(tmpdir())).toEqual({ exitCode: 2, text: `${tmpdir()} cannot be read: it is a folder.` });
  });

  it('rejects an invalid mapping', async () => {
    const file = await write('good.csv', 'locationidentifier,title\n1,Mill\n');
    const mapping = await write('mapping.json', '["title"]');
    expect(await run(file, `--mapping=${mapping}`)).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining('JSON object'),
    });
  });
});
