import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addLocation, createBoard } from '../src/features/boards/contract.ts';
import { deleteLogo, ownLogo } from '../src/features/boards/look-book/contract.ts';
import { addPublished } from './support/boards.ts';
import { testDatabase } from './support/database.ts';
import { openLookBooks, readPdf } from './support/look-books.ts';
import { addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite({ database: await testDatabase() });
const { fetchLookBook, unzip } = await openLookBooks(site);
const scout = await addSignedInPerson(site, 'SCOUT');
const [mill = ''] = await addPublished(site.db, ['Mill'], false);
const { id } = await scout.api(createBoard, { title: 'Episode 4' });
await scout.api(addLocation, { id, locationId: mill });

const upload = (content: Buffer | string, alt = 'Northlight Films') =>
  scout.fetch(`/api/user/look-book-logo?${new URLSearchParams({ alt }).toString()}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(content)),
  });
const paint = (colour: object, width = 1200) =>
  sharp({ create: { width, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: width / 2, height: 200, channels: 4, background: colour as never } } }])
    .withExif({ IFD0: { Copyright: 'Secret' } })
    .png()
    .toBuffer();
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const listFigures = async () => {
  const { nodes } = await readPdf((await fetchLookBook(id, { format: 'PDF' }, scout)).content);
  return nodes.filter(({ role }) => role === 'Figure').map(({ alt }) => alt);
};

test('stores a logo for look-books, decoded, without metadata, on a ground that makes it visible', async () => {
  expect(await scout.api(ownLogo, {})).toEqual({ logo: null });
  expect((await upload(await paint(WHITE))).status).toBe(200);
  const { logo } = await scout.api(ownLogo, {});
  expect(logo?.alt).toBe('Northlight Films');
  const stored = Buffer.from(logo!.src.replace('data:image/png;base64,', ''), 'base64');
  expect(stored.toString('latin1')).not.toContain('Secret');
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'png', width: 640, height: 160 });
  const getGround = async () =>
    (await site.db.selectFrom('look_book_logos').select('ground').executeTakeFirstOrThrow()).ground;
  expect(await getGround()).toBe('DARK');
  await upload(await paint({ r: 10, g: 10, b: 60, alpha: 1 }));
  expect(await getGround()).toBe('LIGHT');
  await upload(
    await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer(),
  );
  expect(await getGround()).toBe('NONE');
});

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><script>alert(1)</script></svg>', 415],
  ['nothing', '', 422],
  ['a small picture', await paint(WHITE, 60).then((png) => sharp(png).resize(60).toBuffer()), 422],
  ['more than 2 MB', Buffer.alloc(2 * 1024 * 1024 + 1), 413],
])('rejects %s', async (_name, content, status) => {
  expect((await upload(content)).status).toBe(status);
});

test('shows the logo on the cover of documents, until it is deleted', async () => {
  await upload(await paint(WHITE));
  expect(await listFigures()).toContain('Northlight Films');
  const slides = await unzip((await fetchLookBook(id, { format: 'PPTX_16_9' }, scout)).content);
  expect(String(slides['ppt/slides/slide1.xml'])).toContain('descr="Northlight Films"');
  expect((await upload(await paint(WHITE), ' ')).status).toBe(422);
  await scout.api(deleteLogo, {});
  expect(await listFigures()).not.toContain('Northlight Films');
});
