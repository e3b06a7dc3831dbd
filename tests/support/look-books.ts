import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, expect } from 'vitest';
import { openPromise } from 'yauzl';
import { requestLookBook } from '../../src/features/boards/look-book/contract.ts';
import { makeLookBook } from '../../src/features/boards/look-book/jobs.server.ts';
import type { LookBookSettings } from '../../src/features/boards/look-book/schema.ts';
import { renderStaticMap } from '../../src/features/geography/basemap/static-map/static-map.server.ts';
import { getRenditionKey } from '../../src/features/media/storage-keys.server.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import type { SignedIn } from './people.ts';
import type { Site } from './site.ts';

const sha256 = 'ab'.repeat(32);
const rendition = await sharp({ create: { width: 1440, height: 960, channels: 3, background: '#396' } })
  .webp()
  .toBuffer();

/** A published photograph of a location, whose rendition is in the storage of `openLookBooks`. */
export const getPublishedImage = (n: number) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  sha256,
  width: 1440,
  height: 960,
  alt: `The lade, view ${n}`,
  caption: null,
  credit: 'Isla Grant',
  licence: null,
  focal: { x: 0.5, y: 0.5 },
  placeholder: null,
  primary: n === 0,
});

type Settings = Partial<LookBookSettings> & Pick<LookBookSettings, 'format'>;

/** Returns what people and the worker do with look-books of a site. */
export async function openLookBooks(site: Site) {
  const { db, storage } = site;
  await storage.put(getRenditionKey(sha256, 1440, 'webp'), rendition);
  const folder = await mkdtemp(path.join(tmpdir(), 'look-books-test-'));
  const temporary = tmpdir();
  // Look-books are made in a folder of their own: other tests make some at the same time.
  process.env['TMPDIR'] = folder;
  afterAll(async () => {
    process.env['TMPDIR'] = temporary;
    await rm(folder, { recursive: true });
  });
  const deps = { db, storage, site: readConfig({}).site, siteUrl: site.url, drawMap: renderStaticMap };

  const setDetails = async (id: string, details: object) => {
    const row = await db
      .selectFrom('published_locations')
      .select('details')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('published_locations')
      .set({ details: JSON.stringify({ ...(row.details as object), ...details }) })
      .where('id', '=', id)
      .execute();
  };
  const request = async (id: string, settings: Settings, person: SignedIn) =>
    (await person.api(requestLookBook, { id, title: 'The mill', notes: true, ...settings })).id;
  const make = (id: string, signal = new AbortController().signal, limits?: Parameters<typeof makeLookBook>[2]) =>
    makeLookBook(deps, { id, at: new Date(), signal }, limits);
  const find = (id: string) => db.selectFrom('look_books').selectAll().where('id', '=', id).executeTakeFirst();
  const download = async (person: SignedIn, id: string): Promise<Response> => {
    const allowed = await person.fetch(`/api/look-books/${id}/download`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    const [cookie = ''] = allowed.headers.getSetCookie();
    return fetch(`${site.url}/api/look-books/${id}/file`, { headers: { cookie: cookie.split(';')[0]! } });
  };
  /** Requests a look-book, makes it as the worker does, and downloads it as a browser does. */
  const fetchLookBook = async (board: string, settings: Settings, person: SignedIn) => {
    const id = await request(board, settings, person);
    await make(id);
    expect(await find(id)).toMatchObject({ state: 'READY', progress: 100 });
    const response = await download(person, id);
    expect(response.status).toBe(200);
    const name = decodeURIComponent(response.headers.get('content-disposition') ?? '');
    return { name, content: Buffer.from(await response.arrayBuffer()) };
  };
  const unzip = async (content: Buffer) => {
    const file = path.join(folder, 'archive.zip');
    await writeFile(file, content);
    const zip = await openPromise(file);
    const files: Record<string, Buffer> = {};
    for await (const entry of zip.eachEntry())
      files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
    return files;
  };
  return { setDetails, request, make, find, download, fetchLookBook, unzip };
}

interface StructureNode {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly StructureNode[];
}
const listNodes = (node: StructureNode | null): StructureNode[] =>
  node ? [node, ...(node.children ?? []).flatMap(listNodes)] : [];

/** Reads what another program finds in a PDF. */
export async function readPdf(content: Buffer) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(content), verbosity: 0 }).promise;
  const { info, metadata } = await pdf.getMetadata();
  let text = '';
  const lines: { page: number; text: string; x: number; end: number; y: number }[] = [];
  const nodes: StructureNode[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    nodes.push(...listNodes((await page.getStructTree()) as StructureNode | null));
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item)) continue;
      const [, , , , x, y] = item.transform as number[] as [number, number, number, number, number, number];
      lines.push({ page: number, text: item.str, x, end: x + item.width, y });
    }
    text += `${items.map((item) => ('str' in item ? item.str : '')).join(' ')} `;
  }
  return {
    pages: pdf.numPages,
    lines,
    info,
    metadata: String(metadata?.getRaw()),
    text: text.replaceAll(/\s+/g, ' '),
    nodes,
    /** Names of the fonts that letters are drawn with. */
    fonts: [...new Set(content.toString('latin1').match(/(?<=\/FontName\s*\/)[^\s/>]+/g))],
  };
}
