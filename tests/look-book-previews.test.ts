import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { addLocation, createBoard, moveLocations, shareBoard } from '../src/features/boards/contract.ts';
import { deleteLookBook, previewLookBook } from '../src/features/boards/look-book/contract.ts';
import { PREVIEW_REPLACED, PREVIEW_WAITING } from '../src/features/boards/look-book/messages.ts';
import { addSection } from '../src/features/boards/sections/contract.ts';
import { addPublished } from './support/boards.ts';
import { testDatabase } from './support/database.ts';
import { getPublishedImage, openLookBooks } from './support/look-books.ts';
import { addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite({ database: await testDatabase() });
const { setDetails, request } = await openLookBooks(site);
const scout = await addSignedInPerson(site, 'SCOUT');
const viewer = await addSignedInPerson(site, 'SCOUT');
const [mill = '', quay = ''] = await addPublished(site.db, ['Mill', 'Quay']);
await setDetails(mill, { images: [0, 1, 2, 3].map(getPublishedImage) });
let id = '';

beforeEach(async () => {
  ({ id } = await scout.api(createBoard, { title: 'Episode 4' }));
  for (const locationId of [mill, quay]) await scout.api(addLocation, { id, locationId });
});

const preview = (changes: object = {}, person = scout) =>
  person.api(previewLookBook, { id, title: 'The mill', format: 'PDF', ...changes });
const toBytes = (url: string) => Buffer.from(url.replace('data:image/webp;base64,', ''), 'base64');

test('draws the cover, the page of a section and the first page of a location', async () => {
  // The overview of both locations is there without a section too.
  expect((await preview()).pages).toHaveLength(3);
  const [section] = await scout.api(addSection, { id, title: 'Scene 12: the mill' });
  await scout.api(moveLocations, { id, locationIds: [mill, quay], sectionId: section!.id });
  const { pages } = await preview({ colour: '#ff0000' });
  expect(pages).toHaveLength(3);
  for (const page of pages) {
    const { format, width, height } = await sharp(toBytes(page)).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 900, height: 636 });
  }
  const { data } = await sharp(toBytes(pages[0]!))
    .extract({ left: 10, top: 620, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(240);
});

test.each([
  ['PPTX_16_9', 506],
  ['PPTX_4_3', 675],
])('draws the slides of a presentation (%s)', async (format, height) => {
  const { pages } = await preview({ format });
  const sizes = await Promise.all(pages.map((page) => sharp(toBytes(page)).metadata()));
  expect(sizes.map((size) => size.height)).toEqual([height, height, height]);
});

test('is for people who see the board, and what was chosen', async () => {
  await expect(preview({}, viewer)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await scout.api(shareBoard, { id, emails: [viewer.person.email] });
  expect((await preview({}, viewer)).pages).toHaveLength(3);
  await expect(preview({ answers: true }, viewer)).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
});

test('draws one at a time for an account, and none while a look-book is made', async () => {
  const outcomes = await Promise.allSettled([preview(), preview(), preview({ title: 'The last one' })]);
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [(outcome.reason as Error).message] : [],
  );
  expect(failures).toEqual([PREVIEW_REPLACED, PREVIEW_REPLACED]);
  expect(await site.db.selectFrom('look_book_previews').selectAll().execute()).toEqual([]);
  const waiting = await request(id, { format: 'ZIP' }, scout);
  await expect(preview()).rejects.toThrow(PREVIEW_WAITING);
  await scout.api(deleteLookBook, { id: waiting });
  expect((await preview()).pages).toHaveLength(3);
});
