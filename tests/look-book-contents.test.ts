import { beforeEach, expect, test } from 'vitest';
import { addLocation, createBoard, moveLocations, shareBoard } from '../src/features/boards/contract.ts';
import { lookBooksOfBoard } from '../src/features/boards/look-book/contract.ts';
import type { LookBookSettings } from '../src/features/boards/look-book/schema.ts';
import { addSection } from '../src/features/boards/sections/contract.ts';
import { addPublished } from './support/boards.ts';
import { CASTLE_GROUNDS, installConsentAreas } from './support/consent-areas.ts';
import { testDatabase } from './support/database.ts';
import { getPublishedImage, openLookBooks, readPdf } from './support/look-books.ts';
import { addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite({ database: await testDatabase() });
const { db } = site;
const { setDetails, fetchLookBook, unzip } = await openLookBooks(site);
const scout = await addSignedInPerson(site, 'SCOUT', { first_name: 'Mairi', last_name: 'Campbell' });
const viewer = await addSignedInPerson(site, 'SCOUT');
const [mill = '', kirk = '', quay = ''] = await addPublished(db, ['Mill', 'Kirk', 'Quay']);
await setDetails(mill, { images: [getPublishedImage(0)] });
const { sha256 } = getPublishedImage(0);
let id = '';

beforeEach(async () => {
  ({ id } = await scout.api(createBoard, { title: 'Episode 4' }));
  await scout.api(addLocation, { id, locationId: mill, cost: { amount: 450, days: null } });
  await scout.api(addLocation, { id, locationId: kirk });
  await scout.api(addLocation, { id, locationId: quay, state: 'REFUSED' });
  const [section] = await scout.api(addSection, { id, title: 'Scene 12' });
  await scout.api(moveLocations, { id, locationIds: [mill, kirk, quay], sectionId: section!.id });
});

const read = async (settings: Partial<LookBookSettings>) =>
  readPdf((await fetchLookBook(id, { ...settings, format: 'PDF' }, scout)).content);

/** Adds a recce photograph to the kirk. */
async function addReccePhotograph(): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ sha256, content_type: 'image/jpeg', bytes: 1, width: 1440, height: 960, state: 'READY' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('board_photographs')
    .values({
      board_id: id,
      location_id: kirk,
      sha256,
      name: 'lade.jpg',
      bytes: 1,
      caption: 'Behind the kirk',
      created_at: new Date(),
    })
    .execute();
}

test('leaves out locations that have refused, or only names them', async () => {
  expect(await scout.api(lookBooksOfBoard, { id })).toMatchObject({ locations: 2, refused: 1 });
  const without = await read({});
  expect(without.text).not.toContain('Quay');
  expect(without.text).toContain('2 options');
  const named = await read({ refused: true });
  expect(named.text).toContain('REFUSED Quay');
  expect(named.pages).toBe(without.pages);
});

test('says which costs are missing in a sum', async () => {
  expect((await read({ states: true })).text).toContain('Cost: £450 (1 of 2 locations has no cost)');
  expect((await read({})).text).not.toContain('£450');
});

test('says who has made it, if that was chosen', async () => {
  const { text } = await read({ preparedBy: true });
  expect(text.match(/Mairi Campbell/g)).toHaveLength(2);
  // Long words are divided at the end of a line.
  expect(text.replaceAll(' ', '')).toContain(scout.person.email);
  expect((await read({})).text).not.toMatch(/Campbell|@/);
});

test('keeps the paragraphs of a description', async () => {
  await db
    .updateTable('published_locations')
    .set({ description: 'Three floors.\n\nA yard.\nA gate.' })
    .where('id', '=', mill)
    .execute();
  const { nodes } = await read({ facts: false, locationIds: [mill] });
  expect(nodes.filter(({ role }) => role === 'P').length).toBeGreaterThanOrEqual(2);
});

test('has recce photographs if they were chosen, for everybody who sees them on the board', async () => {
  await addReccePhotograph();
  await scout.api(shareBoard, { id, emails: [viewer.person.email] });
  for (const person of [scout, viewer])
    for (const recce of [false, true]) {
      const { content } = await fetchLookBook(id, { format: 'ZIP', recce }, person);
      const captions = String((await unzip(content))['The-mill/captions.csv']);
      expect(captions.includes('Behind the kirk')).toBe(recce);
    }
});

test('counts photographs that it would lack, as they are still being prepared', async () => {
  await addReccePhotograph();
  const before = await scout.api(lookBooksOfBoard, { id });
  expect(before).toMatchObject({ unfinished: 0, with_recce: { unfinished: 0, photographs: before.photographs + 1 } });
  await db.updateTable('pictures').set({ state: 'PROCESSING' }).where('sha256', '=', sha256).execute();
  const after = await scout.api(lookBooksOfBoard, { id });
  expect(after).toMatchObject({ unfinished: 1, with_recce: { unfinished: 2 } });
});

test('says whose consent filming requires, below the facts, and credits the source', async () => {
  const position = { latitude: 56.12, longitude: -3.94 };
  await db.updateTable('published_locations').set(position).where('id', '=', mill).execute();
  await setDetails(mill, { map_precision: 'exact' });
  await installConsentAreas(db, position, [CASTLE_GROUNDS]);
  const line =
    'Inside Castle grounds (scheduled monument): consent by Heritage Service, notice 28 days. Fees: From £500 a day. ' +
    'Contact: Filming desk, filming@heritage.example, https://heritage.example/filming';
  const { text } = await read({ locationIds: [mill] });
  expect(text.replaceAll(/\s/g, '')).toContain(line.replaceAll(' ', ''));
  expect(text).toContain('© Heritage Service, OGL v3.0');
  expect((await read({ facts: false, locationIds: [mill] })).text).not.toContain('Heritage Service');

  const { content } = await fetchLookBook(id, { format: 'PPTX_16_9', locationIds: [mill] }, scout);
  const slides = Object.entries(await unzip(content)).filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  expect(slides.map(([, xml]) => String(xml)).join('')).toContain(line);
});
