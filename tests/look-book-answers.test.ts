import { beforeAll, describe, expect, test } from 'vitest';
import { addLocation, createBoard, shareBoard } from '../src/features/boards/contract.ts';
import { exportBoard } from '../src/features/boards/exporting/contract.ts';
import { saveAnswer } from '../src/features/boards/guests/contract.ts';
import type { LookBookSettings } from '../src/features/boards/look-book/schema.ts';
import { addPublished, boardRouteHandlers } from './support/boards.ts';
import { testDatabase } from './support/database.ts';
import { exportLines } from './support/export-lines.ts';
import { openGuests } from './support/guests.ts';
import { getPublishedImage, openLookBooks, readPdf } from './support/look-books.ts';
import { addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite({ database: await testDatabase() });
const { db } = site;
const { setDetails, fetchLookBook, request, make, find, unzip } = await openLookBooks(site);
const scout = await addSignedInPerson(site, 'SCOUT');
const viewer = await addSignedInPerson(site, 'SCOUT');
const [mill = '', quay = ''] = await addPublished(db, ['Mill', 'Quay']);
const image = await db.selectFrom('images').select('id').where('location_id', '=', mill).executeTakeFirstOrThrow();
await setDetails(mill, { images: [{ ...getPublishedImage(0), ...image }] });
const COMMENT = 'Too near the road';
const SAID = ['Isla, Director', COMMENT, '1 yes, 1 no'];
const WORKED_OUT = ['Asked', '£675.75 (1.5 days at £450.50)'];
let id = '';

beforeAll(async () => {
  ({ id } = await scout.api(createBoard, { title: 'Episode 4' }));
  const cost = { amount: 450.5, days: 1.5 };
  await scout.api(addLocation, { id, locationId: mill, note: 'Second choice', state: 'ASKED', cost });
  await scout.api(addLocation, { id, locationId: quay });
  await scout.api(shareBoard, { id, emails: [viewer.person.email] });
  const guests = openGuests(db, scout.person);
  const { secret } = await guests.addLink(id);
  const [isla, ewan] = [await guests.enter(secret, 'Isla'), await guests.enter(secret, 'Ewan')];
  await isla.api(saveAnswer, { secret, locationId: mill, answer: 'NO', comment: COMMENT });
  await isla.api(saveAnswer, { secret, locationId: mill, imageId: image.id, answer: 'YES' });
  await ewan.api(saveAnswer, { secret, locationId: mill, answer: 'YES' });
});

/** The texts of a look-book in each format. */
async function readTexts(settings: Partial<LookBookSettings>, person = scout): Promise<string[]> {
  const pdf = await readPdf((await fetchLookBook(id, { ...settings, format: 'PDF' }, person)).content);
  const slides = await unzip((await fetchLookBook(id, { ...settings, format: 'PPTX_16_9' }, person)).content);
  const archive = await unzip((await fetchLookBook(id, { ...settings, format: 'ZIP' }, person)).content);
  return [pdf.text, Object.values(slides).map(String).join(' '), String(archive['The-mill/captions.csv'])];
}

describe('answers of guests, states and costs', () => {
  test('are in a look-book for which they were chosen', async () => {
    for (const text of await readTexts({ answers: true, states: true }))
      for (const words of [...SAID, ...WORKED_OUT, 'Photograph 1: 1 yes']) expect(text).toContain(words);
  });

  test('are in no other one', async () => {
    for (const text of await readTexts({ notes: false }))
      for (const words of [...SAID, ...WORKED_OUT, 'Second choice']) expect(text).not.toContain(words);
  });

  test('are those of the time when it was made', async () => {
    const guests = openGuests(db, scout.person);
    const { secret } = await guests.addLink(id, { name: 'Producer' });
    const una = await guests.enter(secret, 'Una');
    await una.api(saveAnswer, { secret, locationId: quay, answer: 'MAYBE' });
    const [before] = await readTexts({ answers: true });
    await una.api(saveAnswer, { secret, locationId: quay, answer: null });
    const [after] = await readTexts({ answers: true });
    expect(before).toContain('Una, Director');
    expect(after).not.toContain('Una, Director');
  });

  test('are not for people who only view the board, not even if they could see them when they asked', async () => {
    await expect(request(id, { format: 'PDF', answers: true }, viewer)).rejects.toMatchObject({
      errorType: 'FORBIDDEN',
    });
    const waiting = await request(id, { format: 'ZIP' }, viewer);
    const settings = JSON.stringify({ title: 'The mill', format: 'ZIP', answers: true });
    await db.updateTable('look_books').set({ settings }).where('id', '=', waiting).execute();
    await make(waiting);
    expect(await find(waiting)).toMatchObject({ state: 'FAILED' });
    for (const text of await readTexts({ states: true }, viewer)) {
      for (const words of SAID) expect(text).not.toContain(words);
      for (const words of WORKED_OUT) expect(text).toContain(words);
    }
  });

  test('are columns of the export for the owner', async () => {
    const read = (person: typeof scout) => exportLines(boardRouteHandlers(db), exportBoard, person.person, { id });
    const [headings, first, second] = await read(scout);
    expect(headings).toContain(',Currency,Yes,Maybe,No,Comments,Latitude,');
    expect(first).toContain(`,GBP,1,0,1,"Isla, Director: ${COMMENT}",`);
    expect(second).toContain(',,0,0,0,,');
    expect((await read(viewer)).join('\n')).not.toMatch(/Comments|Isla/);
  });
});
