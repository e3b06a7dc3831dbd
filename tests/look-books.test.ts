import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addLocation, createBoard, deleteBoard, moveLocations, updateBoard } from '../src/features/boards/contract.ts';
import { deleteLookBook, lookBooksOfBoard } from '../src/features/boards/look-book/contract.ts';
import { deleteOldLookBooks } from '../src/features/boards/look-book/jobs.server.ts';
import { NOTHING_TO_SHOW, NO_LOOK_BOOK } from '../src/features/boards/look-book/messages.ts';
import type { LookBookFormat } from '../src/features/boards/look-book/schema.ts';
import { getLookBookKey } from '../src/features/boards/look-book/storage-keys.server.ts';
import { addSection, updateSection } from '../src/features/boards/sections/contract.ts';
import { addPublished } from './support/boards.ts';
import { testDatabase } from './support/database.ts';
import { getPublishedImage, openLookBooks, readPdf } from './support/look-books.ts';
import { type SignedIn, addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite({ database: await testDatabase() });
const { db, storage } = site;
const lookBooks = await openLookBooks(site);
const { setDetails, make, find, download, unzip } = lookBooks;
const scout = await addSignedInPerson(site, 'SCOUT');
const request = (id: string, format: LookBookFormat) => lookBooks.request(id, { format }, scout);
const fetchLookBook = (id: string, format: LookBookFormat) => lookBooks.fetchLookBook(id, { format }, scout);
const NAME = 'Taigh Thràigh Dhùn Èideann שלום';
const [mill = '', hidden = ''] = await addPublished(db, [NAME, 'Hidden quay']);

const IMAGES = [0, 1, 2, 3, 4, 5].map((n) => ({ ...getPublishedImage(n), credit: 'Isla Grant & Sons' }));
await setDetails(mill, { images: IMAGES, map_precision: 'area' });
await db.updateTable('published_locations').set({ latitude: null, longitude: null }).where('id', '=', hidden).execute();

/** The exact position and internal words, which are in no document. */
const SECRETS = ['56.123456', 'difficult-owner', 'owner-contact@example.org'];
await db
  .updateTable('locations')
  .set({ latitude: 56.123456, longitude: -5.123456, internalteamnotes: 'difficult-owner' })
  .where('id', 'in', [mill, hidden])
  .execute();

async function addBoard(person: SignedIn = scout): Promise<string> {
  const { id } = await person.api(createBoard, { title: 'Episode 4' });
  await person.api(addLocation, { id, locationId: mill });
  await person.api(addLocation, { id, locationId: hidden });
  await db
    .updateTable('board_locations')
    .set({ note: 'Second\u000Bchoice 😀' })
    .where('board_id', '=', id)
    .where('location_id', '=', mill)
    .execute();
  await person.api(updateBoard, { id, primaryLocationId: mill });
  return id;
}

test('makes a PDF/UA whose figures all have alternative text, without private data', async () => {
  const { name, content } = await fetchLookBook(await addBoard(), 'PDF');
  expect(name).toContain('The mill.pdf');
  const { info, metadata, text, nodes } = await readPdf(content);
  expect(info).toMatchObject({ Title: 'The mill' });
  expect(metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(content.toString('latin1')).toContain('/Marked true');
  const figures = nodes.filter(({ role }) => role === 'Figure');
  // The cover, the overview, six photographs, two QR codes, and the map of the location with a public position.
  expect(figures).toHaveLength(11);
  expect(figures.filter(({ alt }) => !alt)).toEqual([]);
  expect(nodes.some(({ role }) => role === 'H1')).toBe(true);
  expect(text).toContain('Thràigh Dhùn Èideann');
  expect(text).toContain('Second choice');
  expect(text).toContain('Approximate position. Map data: Natural Earth');
  for (const secret of SECRETS) expect(text + metadata + content.toString('latin1')).not.toContain(secret);
});

test('shows a location with a description of usual length on one page', async () => {
  const description = Array(3)
    .fill('The lade runs under the floor, and the wheel still turns. '.repeat(5))
    .join('\n\n');
  const ids = await addPublished(db, ['Saw mill', 'Corn mill', 'Paper mill']);
  const { id } = await scout.api(createBoard, { title: 'Mills' });
  for (const [index, locationId] of ids.entries()) {
    await setDetails(locationId, { images: [0, 1, 2, 3].slice(0, [2, 1, 4][index]).map(getPublishedImage) });
    await db.updateTable('published_locations').set({ description }).where('id', '=', locationId).execute();
    await scout.api(addLocation, { id, locationId, note: 'Ask about the lane first. '.repeat(18).trim() });
  }
  const { pages } = await readPdf((await fetchLookBook(id, 'PDF')).content);
  // The cover, the overview, three locations and the credits.
  expect(pages).toBe(6);
});

test('shows titles from the right before their page numbers, and long addresses within the margins', async () => {
  const ids = await addPublished(db, ['טחנת הקמח הישנה', 'Saw mill', 'Corn mill', 'Paper mill']);
  const locationurl = `place-${'long'.repeat(30)}`;
  await db.updateTable('published_locations').set({ locationurl }).where('id', '=', ids[0]!).execute();
  const { id } = await scout.api(createBoard, { title: 'Mills' });
  await scout.api(addSection, { id, title: 'Scene 1' });
  const [first, second] = await scout.api(addSection, { id, title: 'Scene 2' });
  for (const locationId of ids) await scout.api(addLocation, { id, locationId });
  await scout.api(moveLocations, { id, locationIds: ids.slice(0, 2), sectionId: first!.id });
  await scout.api(moveLocations, { id, locationIds: ids.slice(2), sectionId: second!.id });
  const { lines } = await readPdf((await fetchLookBook(id, 'PDF')).content);
  const { x: titleX, y: titleY } = lines.find(({ page, text }) => page === 2 && text.includes('טחנת'))!;
  const { x: numberX } = lines.find(
    ({ page, text, y }) => page === 2 && text.trim() === '4' && Math.abs(y - titleY) < 3,
  )!;
  expect(numberX).toBeGreaterThan(titleX + 300);
  const [pageWidth, margin] = [842, 40];
  expect(lines.filter(({ page, end }) => page !== 3 && page !== 6 && end > pageWidth - margin + 1)).toEqual([]);
});

test('has all letters of Europe in its own typefaces', async () => {
  // Letters of other scripts are replaced, and so are marks without a letter that has them.
  const title = 'Łódź Αθήνα Москва Đà Nẵng ḱ ẹ́ x̌ שלום سلام 日本 ©️';
  const [place = ''] = await addPublished(db, [title]);
  const { id } = await scout.api(createBoard, { title: 'Letters' });
  await scout.api(addLocation, { id, locationId: place });
  const { content } = await lookBooks.fetchLookBook(id, { format: 'PDF', title }, scout);
  const { text, fonts } = await readPdf(content);
  for (const word of ['Ł', 'Αθήνα', 'Москва', 'Đ', '??', '©']) expect(text).toContain(word);
  expect(fonts.length).toBeGreaterThan(5);
  expect(fonts.filter((font) => !/^[A-Z]{6}\+Subset\d+/.test(font))).toEqual([]);
});

test.each(['PPTX_16_9', 'PPTX_4_3'] as const)(
  'makes a presentation (%s) with titles and alternative texts',
  async (format) => {
    const files = await unzip((await fetchLookBook(await addBoard(), format)).content);
    const slides = Object.entries(files).filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(slides.length).toBeGreaterThanOrEqual(4);
    for (const [, content] of slides) {
      const xml = String(content);
      expect(xml).toMatch(/<p:ph\s[^>]*type="title"/);
      const pictures = xml.match(/<p:pic>.*?<\/p:pic>/gs) ?? [];
      expect(
        pictures.filter((picture) => !/descr="[^"]+"/.test(picture) || /descr="[^"]*\.(?:png|jpe?g)"/.test(picture)),
      ).toEqual([]);
    }
    const all = Object.values(files).map(String).join('');
    expect(all).toContain('Thràigh Dhùn Èideann');
    expect(all).toContain('Approximate position. Map data: Natural Earth');
    for (const secret of [...SECRETS, '\u000B'])
      expect(slides.map(([, content]) => String(content)).join('')).not.toContain(secret);
  },
);

test('makes a ZIP of photographs named by their locations and numbered in their order, with captions', async () => {
  const files = await unzip((await fetchLookBook(await addBoard(), 'ZIP')).content);
  const names = Object.keys(files);
  expect(names).toHaveLength(7);
  const { format, width, xmp, exif } = await sharp(
    files['The-mill/1-Taigh-Thràigh-Dhùn-Èideann-שלום-1.jpg'],
  ).metadata();
  expect({ format, width, exif }).toEqual({ format: 'jpeg', width: 1440, exif: undefined });
  expect(String(xmp)).toContain('<photoshop:Credit>Isla Grant &amp; Sons</photoshop:Credit>');
  expect(String(xmp)).toContain('The lade, view 0');
  const captions = String(files['The-mill/captions.csv']);
  expect(captions).toContain('The lade, view 5');
  for (const secret of SECRETS) expect(captions).not.toContain(secret);
});

test('makes a look-book of selected locations', async () => {
  const id = await addBoard();
  const { content } = await lookBooks.fetchLookBook(id, { format: 'PDF', locationIds: [hidden] }, scout);
  const { text } = await readPdf(content);
  expect(text).toContain('Hidden quay');
  expect(text).toContain('1 location');
  expect(text).not.toContain('Thràigh');
  const [elsewhere = ''] = await addPublished(db, ['Elsewhere']);
  await expect(lookBooks.request(id, { format: 'PDF', locationIds: [elsewhere] }, scout)).rejects.toThrow(
    NOTHING_TO_SHOW,
  );
});

describe('the sections of a board', () => {
  const NOTES = 'A wheel, and water.';

  /** A board with the mill locked in, a section that nobody sees, as it has no locations, and one location without a section. */
  async function addSectionedBoard(notes = NOTES): Promise<string> {
    const id = await addBoard();
    await scout.api(addSection, { id, title: 'Scene 7: nowhere' });
    const [, scene] = await scout.api(addSection, { id, title: 'Scene 12: the mill', notes });
    await scout.api(moveLocations, { id, locationIds: [mill], sectionId: scene!.id });
    await scout.api(updateSection, { id, sectionId: scene!.id, lockedLocationId: mill });
    return id;
  }

  test.each([
    ['short', NOTES],
    ['long', `${NOTES} `.repeat(90)],
  ])('have a page in a PDF, with %s notes', async (_length, notes) => {
    const { text, nodes } = await readPdf((await fetchLookBook(await addSectionedBoard(notes), 'PDF')).content);
    expect(text).toContain(NOTES);
    expect(text).toContain('LOCKED IN');
    expect(text.indexOf('Scene 12: the mill')).toBeLessThan(text.indexOf('Other locations'));
    expect(text).not.toContain('nowhere');
    const figures = nodes.filter(({ role }) => role === 'Figure');
    expect(figures).toHaveLength(10);
    expect(figures.filter(({ alt }) => !alt)).toEqual([]);
    expect(nodes.some(({ role }) => role === 'H2')).toBe(true);
  });

  test('have a slide in a presentation', async () => {
    const files = await unzip((await fetchLookBook(await addSectionedBoard(), 'PPTX_16_9')).content);
    const slides = Object.entries(files).flatMap(([name, content]) =>
      /^ppt\/slides\/slide\d+\.xml$/.test(name) ? [String(content)] : [],
    );
    expect(slides.filter((slide) => slide.includes('Scene 12: the mill') && slide.includes(NOTES))).toHaveLength(1);
    expect(slides.filter((slide) => slide.includes('LOCKED IN'))).toHaveLength(1);
    // Titles of panels are in the panel, in a colour that can be read on it.
    const titles = slides.map((slide) => /<p:sp>(?:(?!<\/p:sp>).)*type="title".*?<\/p:sp>/s.exec(slide)?.[0] ?? '');
    const [cover = '', location = ''] = titles;
    expect([cover.includes('y="1463040"'), cover.includes('srgbClr val="FFFFFF"')]).toEqual([true, true]);
    expect([location.includes('y="411480"'), location.includes('srgbClr val="15181B"')]).toEqual([true, true]);
  });

  test('are folders in a ZIP', async () => {
    const files = await unzip((await fetchLookBook(await addSectionedBoard(), 'ZIP')).content);
    expect(Object.keys(files)).toContain('The-mill/1-Scene-12-the-mill/1-Taigh-Thràigh-Dhùn-Èideann-שלום-1.jpg');
    expect(String(files['The-mill/captions.csv'])).toContain('.jpg,Scene 12: the mill,Yes,Taigh');
  });
});

test('stops a look-book that is cancelled, and leaves no file', async () => {
  const id = await request(await addBoard(), 'PDF');
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith('look-book-')).length;
  const made = make(id);
  await scout.api(deleteLookBook, { id });
  await made;
  expect(await find(id)).toMatchObject({ state: 'DELETED', bytes: null });
  await deleteOldLookBooks(db, storage, new Date());
  expect(await storage.exists(getLookBookKey(id))).toBe(false);
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('look-book-'))).toHaveLength(before);
});

test('fails when the process takes too much memory or time, and leaves no file', async () => {
  for (const limits of [
    { timeoutMs: 60_000, maxHeapMb: 512, maxMemoryMb: 20 },
    { timeoutMs: 50, maxHeapMb: 512, maxMemoryMb: 1_000 },
  ]) {
    const id = await request(await addBoard(), 'PDF');
    await make(id, undefined, limits);
    expect(await find(id)).toMatchObject({ state: 'FAILED' });
    expect(await storage.exists(getLookBookKey(id))).toBe(false);
  }
});

test('is downloaded by who has made it only, and deleted with its board or after its time', async () => {
  const board = await addBoard();
  const other = await addSignedInPerson(site, 'SCOUT');
  const first = await request(board, 'ZIP');
  await make(first);
  expect((await download(other, first)).status).toBe(404);
  await expect(other.api(deleteLookBook, { id: first })).rejects.toThrow(NO_LOOK_BOOK);
  await expect(other.api(lookBooksOfBoard, { id: board })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  expect((await scout.api(lookBooksOfBoard, { id: board })).look_books).toMatchObject([{ id: first, state: 'READY' }]);
  await scout.api(deleteBoard, { id: board });
  await deleteOldLookBooks(db, storage, new Date());
  expect(await storage.exists(getLookBookKey(first))).toBe(false);
});
