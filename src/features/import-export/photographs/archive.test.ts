import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { afterAll, expect, it, test } from 'vitest';
import { type Options, ZipFile } from 'yazl';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { openPhotographs } from './source.server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'recce-test-archive-'));
afterAll(() => rm(folder, { recursive: true }));

const PICTURE = Buffer.from('not compressed: a photograph');
type Entry = readonly [name: string, content?: Buffer, options?: Partial<Options>];

async function zip(...entries: readonly Entry[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content = PICTURE, options = {}] of entries)
    archive.addBuffer(content, name, { compress: false, ...options });
  archive.end();
  return buffer(archive.outputStream as Readable);
}

async function open(content: Buffer) {
  const file = path.join(folder, 'photographs.zip');
  await writeFile(file, content);
  return openPhotographs(file);
}

test('lists and reads files of a ZIP archive, and ignores folders and files of systems', async () => {
  const names = ['Mill/1.jpg', 'Tr\u00e0igh/2.jpg', '__MACOSX/Mill/._1.jpg', 'Mill/.DS_Store', 'Thumbs.db'];
  const source = await open(
    await zip(...names.map((name): Entry => [name]), ['Mill/3.jpg', PICTURE, { compress: true }]),
  );
  expect(source.entries).toEqual(
    ['Mill/1.jpg', 'Tr\u00e0igh/2.jpg', 'Mill/3.jpg'].map((name) => ({ path: name, kind: 'file' })),
  );
  for (const name of ['Mill/1.jpg', 'Mill/3.jpg']) expect((await source.read(name)).equals(PICTURE)).toBe(true);
  await source.close();
});

/** Replaces the name of the only entry, in both places. */
async function withName(name: string): Promise<Buffer> {
  const content = await zip(['x'.repeat(name.length)]);
  return Buffer.from(content.toString('latin1').replaceAll('x'.repeat(name.length), name), 'latin1');
}

it.each<[string, () => Promise<Buffer>, string]>([
  ['a path out of the archive', () => withName('../../etc/passwd'), 'invalid relative path'],
  ['an absolute path', () => withName('/etc/passwd'), 'absolute path'],
  ['a drive', () => withName('C:/secret.jpg'), 'absolute path'],
  ['a name twice', () => zip(['1.jpg'], ['1.jpg']), 'two files of the same name: 1.jpg'],
  ['a bomb', () => zip(['1.jpg', Buffer.alloc(2_000_000), { compress: true }]), 'far larger than it'],
  ['an archive that is cut', async () => (await zip(['1.jpg'])).subarray(0, -8), 'no ZIP archive that can be read'],
  ['another file', async () => PICTURE, 'no ZIP archive that can be read'],
])('rejects %s', async (_, create, message) => {
  await expect(open(await create())).rejects.toThrow(message);
});

it('rejects single files that are damaged, too large or empty, and says which are links', async () => {
  const content = await zip(
    ['damaged.jpg'],
    ['large.jpg', Buffer.alloc(MAX_PICTURE_BYTES + 1)],
    ['empty.jpg', Buffer.alloc(0)],
    ['link.jpg', Buffer.from('/etc/passwd'), { mode: 0o120777 }],
  );
  content[content.indexOf(PICTURE)]! ^= 1;
  const { entries, read, close } = await open(content);
  expect(entries.at(-1)).toEqual({ path: 'link.jpg', kind: 'link' });
  await expect(read('damaged.jpg')).rejects.toThrow('damaged or encrypted');
  await expect(read('large.jpg')).rejects.toThrow('too large');
  await expect(read('empty.jpg')).rejects.toThrow('empty');
  await close();
});
