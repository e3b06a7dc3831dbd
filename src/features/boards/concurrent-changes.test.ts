import { beforeEach, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import * as routes from './contract.ts';
import { addSection, updateSection } from './sections/contract.ts';

const { kysely: db } = await testDatabase();
const [owner, colleague] = [await addPerson(db, 'SCOUT'), await addPerson(db, 'SCOUT')];
const [mine, theirs] = [boardsApi(db, owner), boardsApi(db, colleague)];
const titles = ['A', 'B', 'C', 'D', 'E'];
const [a = '', b = '', c = '', d = '', e = ''] = await addPublished(db, titles, false);
let id = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await mine(routes.createBoard, { title: 'Episode 4' }));
  for (const locationId of [a, b, c, d, e]) await mine(routes.addLocation, { id, locationId });
  await mine(routes.shareBoard, { id, emails: [colleague.email], editors: [colleague.email] });
});

const getOrder = async () =>
  (await mine(routes.boardById, { id })).locations.data.map(({ location }) => location?.title).join('');

const conflict = (field: string, text: string) => ({ errorType: 'CONFLICT', fields: { [field]: text } });

test('holds two moves that were made at the same time', async () => {
  // Both have the order ABCDE on their screens.
  await mine(routes.updateLocation, { id, locationId: e, position: 0, beforeId: a });
  await theirs(routes.updateLocation, { id, locationId: b, position: 3, beforeId: d });
  expect(await getOrder()).toBe('EACBD');
  // A location that somebody has removed is no longer a neighbour: the position counts.
  await mine(routes.removeLocation, { id, locationId: c });
  await theirs(routes.updateLocation, { id, locationId: d, position: 0, beforeId: c });
  expect(await getOrder()).toBe('DEAB');
});

test('holds two moves of sections', async () => {
  for (const title of ['1', '2', '3', '4']) await mine(addSection, { id, title });
  const [first, second, third, fourth] = (await mine(routes.boardById, { id })).sections.map((section) => section.id);
  await mine(updateSection, { id, sectionId: fourth!, position: 0, beforeId: first! });
  const moved = await theirs(updateSection, { id, sectionId: third!, position: 1, beforeId: second! });
  expect(moved.map(({ title }) => title).join('')).toBe('4132');
});

test('rejects a note, title or section text that is based on an older one, with the present text', async () => {
  const write = (api: typeof mine, note: string, baseNote: string) =>
    api(routes.updateLocation, { id, locationId: a, note, baseNote });
  await write(mine, 'At dawn', '');
  await expect(write(theirs, 'By night', '')).rejects.toMatchObject(conflict('baseNote', 'At dawn'));
  // The same text is no conflict, nor is one that is based on the present text.
  await write(theirs, 'At dawn', '');
  await write(theirs, 'By night', 'At dawn');
  await expect(write(mine, '', 'At dawn')).rejects.toMatchObject(conflict('baseNote', 'By night'));

  await mine(routes.updateBoard, { id, title: 'Episode 5', baseTitle: 'Episode 4' });
  await expect(theirs(routes.updateBoard, { id, title: 'Episode 6', baseTitle: 'Episode 4' })).rejects.toMatchObject(
    conflict('baseTitle', 'Episode 5'),
  );
  const [section] = await mine(addSection, { id, title: 'Scene 12' });
  const change = { id, sectionId: section!.id };
  await mine(updateSection, { ...change, notes: 'A wheel', baseNotes: '' });
  // Another text of the section was not changed by anybody else.
  await theirs(updateSection, { ...change, title: 'Scene 13', baseTitle: 'Scene 12' });
  await expect(theirs(updateSection, { ...change, notes: 'A pond', baseNotes: '' })).rejects.toMatchObject(
    conflict('baseNotes', 'A wheel'),
  );
});

test('accepts exactly one of two notes that are saved at the same time', async () => {
  const outcomes = await Promise.allSettled([
    mine(routes.updateLocation, { id, locationId: a, note: 'At dawn', baseNote: '' }),
    theirs(routes.updateLocation, { id, locationId: a, note: 'By night', baseNote: '' }),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
