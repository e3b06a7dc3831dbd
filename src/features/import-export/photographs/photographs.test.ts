import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { openGuests } from '../../../../tests/support/guests.ts';
import { addImage, addLocation, clearCatalogue, recordEvents } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { mosaic, photograph } from '../../../../tests/support/photograph.ts';
import { iptcBlock, withIptc, xmpPacket } from '../../../../tests/support/picture-metadata.ts';
import { createLog } from '../../../platform/diagnostics/log.ts';
import { openJobs } from '../../../platform/jobs/job-queue.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import * as boardRoutes from '../../boards/contract.ts';
import { mediaFeature } from '../../media/feature.ts';
import type { LocationEvent } from '../../locations/events.ts';
import { MAX_IMAGES } from '../../locations/editing/images/schema.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { getOriginalKey } from '../../media/storage-keys.server.ts';
import { runImport } from '../command-line.server.ts';
import { deleteOldPhotographImports } from './commands.server.ts';
import { openPhotographs } from './source.server.ts';

const RECCE = fileURLToPath(new URL('../../../../bin/recce', import.meta.url));
const { kysely: db, url } = await testDatabase();
const root = await mkdtemp(path.join(tmpdir(), 'recce-test-photographs-'));
const storage = await openStorage({ dataDir: path.join(root, 'data') });
const jobs = await openJobs({ url, queues: mediaFeature.queues!, log: createLog({ logLevel: 'error' }) });
afterAll(async () => {
  await jobs.stop();
  await rm(root, { recursive: true });
});

/** Whether decoders are killed, each one as it starts. */
let killsDecoders = false;
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  child.once('spawn', () => killsDecoders && child.kill('SIGKILL'));
});

/** Lists the process ids of the decoders that run, also those that another test file has left: the files of a worker share its process. */
async function listDecoders(): Promise<number[]> {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8')));
  const commands = lists
    .flatMap((list) => list.split(' ').filter(Boolean))
    .map(async (pid) => ({ pid, command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') }));
  return (await Promise.all(commands)).flatMap(({ pid, command }) =>
    command.includes('decoder-program.ts') ? [Number(pid)] : [],
  );
}

const at = new Date('2026-12-01T09:00:00Z');
const { publishEvent, events } = recordEvents<LocationEvent>();
let folder: string;
let lines: string[];
beforeEach(async () => {
  await db.deleteFrom('photograph_imports').execute();
  await clearCatalogue(db);
  folder = await mkdtemp(path.join(root, 'folder-'));
  lines = [];
  events.length = 0;
});

const run = (...args: string[]) =>
  runImport(
    { db, publishEvent, withMedia: (work) => work({ storage, jobs }), writeLine: (line) => void lines.push(line) },
    args,
    at,
  );
/** Imports the photographs of the folder beside a table. */
const runTable = async (table: string, ...args: string[]) =>
  run(await writeTable(table), `--photographs=${folder}`, ...args);

async function writeTable(table: string): Promise<string> {
  const file = path.join(root, 'places.csv');
  await writeFile(file, table);
  return file;
}

async function write(name: string, content: Buffer | Promise<Buffer>): Promise<void> {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), await content);
}

/** Lists the images of all locations in their order, as `title name`. */
async function listImages(): Promise<string[]> {
  const rows = await db
    .selectFrom('images')
    .innerJoin('locations', 'locations.id', 'images.location_id')
    .select(['title', 'name'])
    .orderBy('title')
    .orderBy('images.position')
    .execute();
  return rows.map(({ title, name }) => `${title} ${name}`);
}

const PLACES = 'locationidentifier,title,photographs,photograph_captions,photograph_credits\n';

describe('importing photographs beside a table', () => {
  it('reports what it would do, and writes nothing, then imports with --apply', async () => {
    await write('wheel.jpg', mosaic(1));
    await write(
      'old/race.png',
      sharp(await mosaic(2))
        .png()
        .toBuffer(),
    );
    await write('quay.jpg', mosaic(3));
    await write('nobody.jpg', mosaic(4));
    const table = `${PLACES}1,Mill,race.png|WHEEL.JPG,Race|,Una\n2,Quay,quay.jpg|gone.jpg,,\n`;
    const dry = await runTable(table);
    expect(dry.exitCode).toBe(0);
    expect(dry.text).toContain('line 2, Mill: old/race.png, wheel.jpg');
    expect(dry.text).toContain('line 3, gone.jpg: The folder has no file');
    expect(dry.text).toContain('nobody.jpg: No row names it.');
    expect(dry.text).toContain('3 photographs for 2 locations, 2 left out.');
    for (const name of ['locations', 'pictures', 'photograph_imports', 'orphaned_pictures'] as const)
      expect(await db.selectFrom(name).selectAll().execute()).toEqual([]);

    const { text, exitCode } = await runTable(table, '--apply');
    expect(exitCode).toBe(0);
    expect(text).toContain('3 photographs imported.');
    expect(lines.join('\n')).toContain('3 photographs for 2 locations, 2 left out.');
    expect(await listImages()).toEqual(['Mill race.png', 'Mill wheel.jpg', 'Quay quay.jpg']);
    const [race, wheel] = await db
      .selectFrom('images')
      .selectAll()
      .orderBy('name')
      .where('name', '<>', 'quay.jpg')
      .execute();
    expect(race).toMatchObject({ caption: 'Race', credit: 'Una', alt: null, is_primary: true, version: 1 });
    expect(wheel).toMatchObject({ caption: null, credit: 'Una', is_primary: false });
    const stored = await storage.read(getOriginalKey(wheel!.sha256));
    expect(Buffer.compare(stored!, await readFile(path.join(folder, 'wheel.jpg')))).toBe(0);
    const history = await db.selectFrom('location_revisions').select(['action', 'origin']).orderBy('number').execute();
    expect(history).toContainEqual({ action: 'CHANGED', origin: 'IMPORT' });
    expect(await db.selectFrom('orphaned_pictures').select('id').execute()).toEqual([]);
    const { rows: waiting } = await sql<{ priority: number }>`
      select priority from pgboss.job where name = 'renditions' and data->>'sha256' = ${wheel!.sha256}`.execute(db);
    // Those of uploads have 0 to 3.
    expect(waiting).toEqual([{ priority: -2 }]);
    await runTable(`${PLACES}3,Kirk,wheel.jpg,,\n`, '--apply');
    const { rows: again } = await sql<{ priority: number }>`
      select priority from pgboss.job where name = 'renditions' and data->>'sha256' = ${wheel!.sha256}
      order by created_on`.execute(db);
    expect(again).toEqual([{ priority: -2 }, { priority: -1 }]);
  });

  it('takes folders that are named after rows, and texts of the files', async () => {
    const picture = sharp(await mosaic(1)).withXmp(xmpPacket({ caption: 'The wheel', credit: 'Agency' }));
    await write('0012/10.jpg', mosaic(2));
    await write('0012/2.jpg', picture.jpeg().toBuffer());
    await write(
      'weir mill/1.jpg',
      mosaic(3).then((jpeg) => withIptc(jpeg, iptcBlock({ 120: ['The weir'], 80: ['Rory'] }))),
    );
    await runTable('locationidentifier,title\n12,Quay\n13,Weir Mill\n', '--apply');
    expect(await listImages()).toEqual(['Quay 2.jpg', 'Quay 10.jpg', 'Weir Mill 1.jpg']);
    const texts = await db.selectFrom('images').select(['name', 'caption', 'credit']).orderBy('name').execute();
    expect(texts).toEqual([
      { name: '1.jpg', caption: 'The weir', credit: 'Rory' },
      { name: '10.jpg', caption: null, credit: null },
      { name: '2.jpg', caption: 'The wheel', credit: 'Agency' },
    ]);
  });

  it('leaves out what is no photograph, says why, and imports the others', async () => {
    await write('good.jpg', mosaic(1));
    await write('copy.jpg', mosaic(1));
    await write(
      'small.jpg',
      sharp(await mosaic(1))
        .resize(850)
        .jpeg()
        .toBuffer(),
    );
    await write('present.jpg', mosaic(2));
    await write('notes.txt', Buffer.from('not a photograph'));
    await write('empty.jpg', Buffer.alloc(0));
    await write('large.jpg', Buffer.alloc(MAX_PICTURE_BYTES + 1));
    await write(
      'cut.jpg',
      mosaic(3).then((jpeg) => jpeg.subarray(0, jpeg.length / 2)),
    );
    await write('tiny.jpg', photograph(200, 100));
    await writeFile(path.join(root, 'secret.jpg'), await mosaic(9));
    await symlink(path.join(root, 'secret.jpg'), path.join(folder, 'link.jpg'));
    await symlink(root, path.join(folder, 'elsewhere'));
    const names = 'good copy small present notes.txt empty large cut tiny link ../secret elsewhere/secret elsewhere';
    const cell = names
      .split(' ')
      .map((name) => (/\.txt$|elsewhere$/.test(name) ? name : `${name}.jpg`))
      .join('|');
    const table = `${PLACES}1,Mill,${cell},,\n`;
    await runTable(`${PLACES}1,Mill,present.jpg,,\n`, '--apply');
    // As after thirty days: nothing is known of that import.
    await db.deleteFrom('photograph_imports').execute();
    const { text } = await runTable(table, '--apply');
    expect(await listImages()).toEqual(['Mill present.jpg', 'Mill good.jpg']);
    const report = [...lines, text].join('\n');
    for (const expected of [
      'line 2, copy.jpg: It is the same picture as good.jpg.',
      'line 2, present.jpg: The location has this picture already.',
      'line 2, notes.txt: Please choose a JPEG',
      'line 2, empty.jpg: This file is empty.',
      'line 2, large.jpg: This picture is too large',
      'line 2, link.jpg, elsewhere: It is a link',
      'line 2, ../secret.jpg: Names may not lead out',
      'line 2, elsewhere/secret.jpg: The folder has no file',
    ])
      expect(report).toContain(expected);
    expect(text).toContain('line 2, small.jpg: It looks like good.jpg');
    expect(text).toContain('line 2, cut.jpg: This picture is damaged');
    expect(text).toContain('line 2, tiny.jpg: This picture has 200 pixels');
    await runTable(table, '--apply', '--similar-photographs');
    expect(await listImages()).toEqual(['Mill present.jpg', 'Mill good.jpg', 'Mill small.jpg']);
  });

  it('leaves out a photograph at which the decoder is killed each time, and imports it when it is run again', async () => {
    await write('1.jpg', mosaic(1));
    const table = `${PLACES}1,Mill,1.jpg,,\n`;
    killsDecoders = true;
    // Until it has ended, one that is killed can still process a picture.
    for (const pid of await listDecoders()) process.kill(pid, 'SIGKILL');
    await expect.poll(listDecoders).toEqual([]);
    const { text, exitCode } = await runTable(table, '--apply');
    killsDecoders = false;
    expect(exitCode).toBe(0);
    expect(text).toContain('line 2, 1.jpg: It could not be decoded (the decoder ended');
    expect(text).toContain('0 photographs imported.');
    expect((await runTable(table, '--apply')).text).toContain('1 photograph imported.');
  });

  it('does not read through a link that was put in the place of a folder or a file', async () => {
    await write('a/1.jpg', mosaic(1));
    const { read } = await openPhotographs(folder);
    await rename(path.join(folder, 'a'), path.join(root, `moved-${path.basename(folder)}`));
    await symlink(path.join(root, `moved-${path.basename(folder)}`), path.join(folder, 'a'));
    await expect(read('a/1.jpg')).rejects.toThrow('moved or replaced');
  });

  it('takes a ZIP archive in place of the folder', async () => {
    const archive = new ZipFile();
    archive.addBuffer(await mosaic(1), 'photos/Mill/1.jpg', { compress: false });
    archive.addBuffer(await mosaic(2), 'photos/Mill/2.jpg');
    archive.end();
    const file = path.join(folder, 'photos.zip');
    await writeFile(file, await buffer(archive.outputStream as Readable));
    const table = await writeTable('locationidentifier,title\n1,Mill\n');
    const { text } = await run(table, `--photographs=${file}`, '--apply');
    expect(text).toContain('2 photographs imported.');
    expect(await listImages()).toEqual(['Mill 1.jpg', 'Mill 2.jpg']);
  });

  it('writes the whole report to a file', async () => {
    await write('=1.jpg', mosaic(1));
    const file = path.join(root, 'report.csv');
    await runTable(`${PLACES}1,Mill,=1.jpg,The wheel,Una\n`, `--report=${file}`);
    expect(await readFile(file, 'utf8')).toContain("2,Mill,'=1.jpg,To import,,The wheel,Una\r\n");
    await write(
      'cut.jpg',
      mosaic(3).then((jpeg) => jpeg.subarray(0, jpeg.length / 2)),
    );
    await runTable(`${PLACES}1,Mill,=1.jpg|cut.jpg,The wheel|,Una\n`, `--report=${file}`, '--apply');
    const report = await readFile(file, 'utf8');
    expect(report).toContain("2,Mill,'=1.jpg,Imported,,The wheel,Una\r\n");
    expect(report).toContain('2,,cut.jpg,Left out,This picture is damaged.');
  });

  it.each([
    ['a folder that does not exist', ['--photographs=/nowhere'], '/nowhere cannot be read: no such file or folder.'],
    ['another file', [`--photographs=${RECCE}`], `${RECCE}: This is no folder, and no ZIP archive that can be read`],
  ])('says so for %s, and imports no rows', async (_, args, text) => {
    const file = await writeTable(`${PLACES}1,Mill,1.jpg,,\n`);
    expect(await run(file, '--apply', ...args)).toMatchObject({ exitCode: 2, text: expect.stringContaining(text) });
    expect(await db.selectFrom('locations').select('id').execute()).toEqual([]);
  });

  it('imports nothing if no row has a photograph in the folder, or the report cannot be written', async () => {
    await write('elsewhere/1.jpg', mosaic(1));
    const table = 'locationidentifier,title,exporttowebsite\n1,Mill,yes\n';
    const wrongFolder = await runTable(table, '--apply');
    expect(wrongFolder).toMatchObject({ exitCode: 1, text: expect.stringContaining('Nothing was imported') });
    expect(lines.join('\n')).toContain('elsewhere/: No row has the name');
    await write('Mill/1.jpg', mosaic(1));
    const report = path.join(root, 'nowhere', 'report.csv');
    const unwritable = await runTable(table, '--apply', `--report=${report}`);
    expect(unwritable).toEqual({ exitCode: 2, text: `${report} cannot be written: no such file or folder.` });
    expect(await db.selectFrom('locations').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('photograph_imports').select('id').execute()).toEqual([]);
  });

  it('imports no photographs if a row has a problem, and notes names without a folder', async () => {
    await write('1.jpg', mosaic(1));
    const { exitCode } = await runTable(`${PLACES}1,Mill,1.jpg,,\n,Quay,,,\n`, '--apply');
    expect(exitCode).toBe(1);
    expect(await listImages()).toEqual([]);
    expect((await run(await writeTable(`${PLACES}1,Mill,1.jpg,,\n`))).text).toContain('add --photographs=FOLDER');
  });
});

describe('the rules of locations', () => {
  it('publishes photographs of a live location, and does not publish others', async () => {
    await write('1.jpg', mosaic(1));
    await write('2.jpg', mosaic(2));
    await runTable(
      'locationidentifier,title,exporttowebsite,photographs\n1,Mill,yes,1.jpg\n2,Quay,no,2.jpg\n',
      '--apply',
    );
    const states = await db.selectFrom('locations').select(['title', 'status']).orderBy('title').execute();
    expect(states).toEqual([
      { title: 'Mill', status: 'LIVE' },
      { title: 'Quay', status: 'NEW' },
    ]);
    const published = await db.selectFrom('published_locations').select(['title', 'details']).execute();
    expect(published).toMatchObject([{ title: 'Mill', details: { images: [{ primary: true }] } }]);
    expect(events.at(-1)).toMatchObject({ type: 'locations.published' });
  });

  it('adds no more images than a location can have', async () => {
    const id = await addLocation(db, { title: 'Mill', locationidentifier: 1 });
    for (let position = 0; position < MAX_IMAGES - 1; position++)
      await addImage(db, id, { position, is_primary: position === 0 });
    await write('1.jpg', mosaic(1));
    await write('2.jpg', mosaic(2));
    await write(
      '0-web.jpg',
      sharp(await mosaic(1))
        .resize(850)
        .jpeg()
        .toBuffer(),
    );
    const { text } = await runTable('locationidentifier,photographs\n1,0-web.jpg|1.jpg|2.jpg\n', '--apply');
    expect(lines.join('\n')).toContain('line 2, Mill: Of these, 1 photograph can be added at most');
    expect(text).toContain('0-web.jpg: It looks like 1.jpg');
    expect(text).toContain(`2.jpg: A location can have ${MAX_IMAGES} images.`);
    expect(await listImages()).toContain('Mill 1.jpg');
    const { max } = await db
      .selectFrom('images')
      .select(({ fn }) => fn.max('position').as('max'))
      .executeTakeFirstOrThrow();
    expect(max).toBe(MAX_IMAGES - 1);
  });

  it('leaves out locations that await approval', async () => {
    await addLocation(db, { title: 'Mill', locationidentifier: 1, location_status: 'AWAITING_APPROVAL' });
    await write('1.jpg', mosaic(1));
    const { text } = await runTable('locationidentifier,photographs\n1,1.jpg\n', '--apply');
    expect(text).toContain('line 2, 1.jpg: This location awaits approval.');
    expect(await listImages()).toEqual([]);
  });
});

describe('an interrupted import', () => {
  const table = `${PLACES}${Array.from({ length: 6 }, (_, n) => `${n + 1},Place ${n},${n}a.jpg|${n}b.jpg,,`).join('\n')}\n`;
  const all = Array.from({ length: 6 }, (_, n) => [`Place ${n} ${n}a.jpg`, `Place ${n} ${n}b.jpg`]).flat();
  const writeAll = async () => {
    for (let n = 0; n < 6; n++) {
      await write(`${n}a.jpg`, mosaic(2 * n));
      await write(`${n}b.jpg`, mosaic(2 * n + 1));
    }
  };
  const countFiles = async () =>
    (
      await db
        .selectFrom('photograph_import_files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;

  it('continues after a kill, adds nothing twice, and not what was deleted since', { timeout: 60_000 }, async () => {
    await writeAll();
    const file = await writeTable(table);
    const sha256 = createHash('sha256')
      .update(await readFile(path.join(folder, '3a.jpg')))
      .digest('hex');
    const blocked = new Error('rolled back');
    const killed = db.transaction().execute(async (trx) => {
      // Somebody else is adding this picture: the import waits for them.
      await trx
        .insertInto('pictures')
        .values({ sha256, content_type: 'image/jpeg', bytes: 1, width: 900, height: 600 })
        .execute();
      const child = spawn(RECCE, ['import', file, `--photographs=${folder}`, '--apply'], {
        env: { ...process.env, DATABASE_URL: url, DATA_DIR: path.join(root, 'data') },
        stdio: 'ignore',
      });
      await expect.poll(countFiles, { timeout: 30_000 }).toBe(10);
      child.kill('SIGKILL');
      await once(child, 'exit');
      throw blocked;
    });
    await expect(killed).rejects.toBe(blocked);
    await db.deleteFrom('images').where('name', '=', '0a.jpg').execute();
    expect((await listImages()).length).toBe(9);
    const resumed = await runTable(table, '--apply');
    expect(lines.join('\n')).toContain('2 photographs for 1 location, 0 left out, 10 imported before.');
    expect(resumed.text).toContain('2 photographs imported, 10 before.');
    expect(await listImages()).toEqual(all.slice(1));
    expect(await db.selectFrom('photograph_imports').select('has_ended').execute()).toEqual([{ has_ended: true }]);
    const repeated = await runTable(table, '--apply');
    expect(lines.join('\n')).toContain('0 photographs for 0 locations, 0 left out, 12 imported before.');
    expect(repeated.text).toContain('There are no photographs to import.');
    expect(await listImages()).toEqual(all.slice(1));
    const [undo = ''] = /--undo=\d+/.exec(resumed.text) ?? [];
    await run(undo, '--apply');
    await runTable(table, '--apply');
    expect(await listImages()).toEqual(all);
  });

  it('does not change the locations of its rows again, and adds those of new rows', async () => {
    await write('Mill/1.jpg', mosaic(1));
    await write('Mill/2.jpg', mosaic(2));
    await write('Kirk/3.jpg', mosaic(3));
    const rows = 'locationidentifier,title,description,exporttowebsite\n1,Mill,As in the table,yes\n';
    const interruption = new Error('interrupted');
    const interrupted = runImport(
      { db, publishEvent, withMedia: () => Promise.reject(interruption), writeLine: () => {} },
      [await writeTable(rows), `--photographs=${folder}`, '--apply'],
      at,
    );
    await expect(interrupted).rejects.toBe(interruption);
    await db.updateTable('locations').set({ title: 'Weir Mill', description: 'Mended', status: 'CHANGED' }).execute();
    await db.deleteFrom('published_locations').execute();
    const { text } = await runTable(`${rows}2,Kirk,,no\n`, '--apply', '--republish');
    expect(text).toContain('2 rows: 1 new, 0 changed, 1 unchanged');
    expect(text).toMatch(/This continues import \d+: rows of locations that the catalogue has already/);
    expect(text).toContain('3 photographs imported.');
    expect(await listImages()).toEqual(['Kirk 3.jpg', 'Weir Mill 1.jpg', 'Weir Mill 2.jpg']);
    const places = await db.selectFrom('locations').select(['title', 'description']).orderBy('title').execute();
    expect(places).toEqual([
      { title: 'Kirk', description: null },
      { title: 'Weir Mill', description: 'Mended' },
    ]);
    expect(await db.selectFrom('published_locations').select('title').execute()).toEqual([]);
    // Once it has ended, the same command is another import.
    await runTable(rows, '--apply');
    const { description } = await db
      .selectFrom('locations')
      .select('description')
      .where('locationidentifier', '=', 1)
      .executeTakeFirstOrThrow();
    expect(description).toBe('As in the table');
  });

  it('stops when it is undone', async () => {
    await writeAll();
    const file = await writeTable(table);
    const withMedia: Parameters<typeof runImport>[0]['withMedia'] = async (work) => {
      await db.updateTable('photograph_imports').set({ undone_at: at }).execute();
      return work({ storage, jobs });
    };
    const tools = { db, publishEvent, withMedia, writeLine: () => {} };
    await expect(runImport(tools, [file, `--photographs=${folder}`, '--apply'], at)).rejects.toThrow(
      'was undone meanwhile',
    );
    expect(await listImages()).toEqual([]);
  });
});

describe('undoing an import', () => {
  it('deletes its photographs and no others, and leaves what somebody has changed', async () => {
    const id = await addLocation(db, { title: 'Quay', locationidentifier: 2 });
    await addImage(db, id, { name: 'own.jpg', position: 0, is_primary: true });
    for (let n = 1; n <= 4; n++) await write(`${n}.jpg`, mosaic(n));
    const table =
      'locationidentifier,title,exporttowebsite,photographs\n1,Mill,yes,1.jpg|2.jpg\n2,Quay,no,3.jpg|4.jpg\n';
    const { text } = await runTable(table, '--apply');
    const [undo = ''] = /--undo=\d+/.exec(text) ?? [];
    await db.updateTable('images').set({ caption: 'Mended', version: 2 }).where('name', '=', '4.jpg').execute();

    const dry = await run(undo);
    expect(dry.text).toContain('3 photographs of 2 locations would be deleted.');
    expect(await listImages()).toHaveLength(5);
    const { text: undone, exitCode } = await run(undo, '--apply');
    expect(exitCode).toBe(0);
    expect(undone).toContain('Quay: 4.jpg: Somebody has changed it since or uses it on a board, so it stays.');
    expect(undone).toContain('3 photographs of 2 locations deleted.');
    expect(await listImages()).toEqual(['Quay own.jpg', 'Quay 4.jpg']);
    expect(await db.selectFrom('locations').select('status').where('title', '=', 'Mill').execute()).toEqual([
      { status: 'LIVE' },
    ]);
    expect(await db.selectFrom('published_locations').select('details').execute()).toMatchObject([
      { details: { images: [] } },
    ]);
    expect(await run(undo, '--apply')).toMatchObject({ text: expect.stringContaining('0 photographs of 0 locations') });
  });

  it('leaves what boards use, and says which pages still show photographs', async () => {
    for (let n = 1; n <= 4; n++) await write(`${n}.jpg`, mosaic(n));
    const table =
      'locationidentifier,title,exporttowebsite,photographs\n1,Mill,yes,1.jpg|2.jpg|3.jpg\n2,Quay,yes,4.jpg\n';
    const { text } = await runTable(table, '--apply');
    const [undo = ''] = /--undo=\d+/.exec(text) ?? [];
    const images = await db.selectFrom('images').select(['id', 'location_id', 'name']).orderBy('name').execute();
    const [first, second] = images;
    const scout = await addPerson(db, 'SCOUT');
    const api = boardsApi(db, scout);
    const { id } = await api(boardRoutes.createBoard, { title: 'Episode 4' });
    await api(boardRoutes.addLocation, { id, locationId: first!.location_id });
    await api(boardRoutes.updateLocation, { id, locationId: first!.location_id, imageIds: [first!.id] });
    const guests = openGuests(db, scout);
    const { secret } = await guests.addLink(id);
    await guests.enter(secret, 'Isla');
    const guest = await db.selectFrom('board_guests').select('id').executeTakeFirstOrThrow();
    await db
      .insertInto('board_answers')
      .values({
        guest_id: guest.id,
        board_id: id,
        location_id: first!.location_id,
        image_id: second!.id,
        answer: 'YES',
        answered_at: at,
      })
      .execute();
    await db
      .updateTable('locations')
      .set({ description: 'Draft', status: 'CHANGED' })
      .where('title', '=', 'Quay')
      .execute();

    for (const args of [[undo], [undo, '--apply']]) {
      const undone = (await run(...args)).text;
      expect(undone).toContain('Mill: 1.jpg: Somebody has changed it since or uses it on a board, so it stays.');
      expect(undone).toContain('Mill: 2.jpg: Somebody has changed it since or uses it on a board, so it stays.');
      expect(undone).toContain('Quay: Its page shows the photographs until its other changes are published.');
      expect(undone).not.toContain('Mill: Its page');
      expect(undone).toContain('2 photographs of 2 locations');
    }
    expect(await listImages()).toEqual(['Mill 1.jpg', 'Mill 2.jpg']);
    const published = await db
      .selectFrom('published_locations')
      .select(['title', 'details'])
      .orderBy('title')
      .execute();
    expect(published.map(({ title, details }) => [title, (details as { images: unknown[] }).images.length])).toEqual([
      ['Mill', 2],
      ['Quay', 1],
    ]);
  });

  it.each([
    ['an unknown number', ['--undo=99'], 1, 'There is no import of photographs 99.'],
    ['what is no number', ['--undo=first'], 2, 'Specify --undo=NUMBER and no file.'],
    ['a file too', ['--undo=1', 'places.csv'], 2, 'Specify --undo=NUMBER and no file.'],
  ])('rejects %s', async (_, args, exitCode, text) => {
    expect(await run(...args)).toMatchObject({ exitCode, text: expect.stringContaining(text) });
  });

  it('is possible for thirty days', async () => {
    await write('1.jpg', mosaic(1));
    await runTable('locationidentifier,title,photographs\n1,Mill,1.jpg\n', '--apply');
    const count = async () => (await db.selectFrom('photograph_imports').select('id').execute()).length;
    await deleteOldPhotographImports(db, new Date(at.getTime() + 29 * DAY_MS));
    expect(await count()).toBe(1);
    await deleteOldPhotographImports(db, new Date(at.getTime() + 31 * DAY_MS));
    expect(await count()).toBe(0);
    expect(await listImages()).toEqual(['Mill 1.jpg']);
  });
});
