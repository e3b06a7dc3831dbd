import { beforeEach, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { featureApi, testServices } from '../../../tests/support/services.ts';
import { createOutbox } from '../../platform/mail/outbox.ts';
import { readConfig } from '../../platform/settings/config.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import * as boards from '../boards/contract.ts';
import { answerEnquiry, passOnEnquiry } from './cases/contract.ts';
import { sendEnquiry } from './contract.ts';
import { enquiryFeature } from './feature.ts';

const { kysely: db } = await testDatabase();
const [team, scout, editor, viewer] = await Promise.all([
  addPerson(db, 'ADMIN'),
  addPerson(db, 'SCOUT'),
  addPerson(db, 'SCOUT'),
  addPerson(db, 'SCOUT'),
]);
const [mill = '', tower = '', shore = ''] = await addPublished(db, ['Mill', 'Tower', 'Shore'], false);
const services = testServices(db, {
  site: readConfig({}).site,
  siteUrl: 'https://recce.example',
  queueMail: createOutbox({ enqueue: async () => {} }),
  verification: { challenge: async () => ({}), verify: async () => {} },
});
const api = (actor: Actor | null) => featureApi(enquiryFeature, services, actor);
const owner = boardsApi(db, scout);
let id = '';

beforeEach(async () => {
  await db.deleteFrom('enquiries').execute();
  await db.deleteFrom('boards').execute();
  id = await addBoard('Night shoots');
});

async function addBoard(title: string): Promise<string> {
  const board = await owner(boards.createBoard, { title });
  for (const locationId of [mill, tower, shore]) await owner(boards.addLocation, { id: board.id, locationId });
  return board.id;
}

async function ask(actor: Actor | null, locations: string[], boardId?: string) {
  const form = { name: 'Isla', email: 'isla@northlight.example', comment: 'Two nights.', verification: 'solved' };
  await api(actor)(sendEnquiry, { ...form, locations, ...(boardId !== undefined && { boardId }) });
}

async function getCase() {
  const row = await db.selectFrom('enquiries').select('id').executeTakeFirstOrThrow();
  const { participant } = await db
    .selectFrom('enquiry_participants')
    .select('id as participant')
    .where('enquiry_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return { id: row.id, participantId: participant, text: 'Both are free.' };
}

/** The states of mill, tower and shore. */
async function listStates(boardId = id): Promise<string> {
  const { locations } = await owner(boards.boardById, { id: boardId });
  return locations.data.map(({ state }) => state).join(' ');
}

test('locations of a board are asked about, then answered, and what somebody has chosen stays', async () => {
  await owner(boards.updateLocation, { id, locationId: tower, state: 'REFUSED' });
  const { version } = await owner(boards.boardById, { id });
  await ask(scout, [mill, tower], id);
  expect(await listStates()).toBe('ASKED REFUSED IDEA');
  expect((await owner(boards.boardById, { id })).version).toBeGreaterThan(version);
  const message = await getCase();
  const millOwner = { kind: 'OWNER', name: 'Ewan', email: 'ewan@mill.example' } as const;
  await api(team)(passOnEnquiry, { id: message.id, text: 'Is it free?', ...millOwner });
  expect(await listStates()).toBe('ASKED REFUSED IDEA');
  await api(team)(answerEnquiry, message);
  expect(await listStates()).toBe('ANSWERED REFUSED IDEA');
  await owner(boards.updateLocation, { id, locationId: mill, state: 'VISITED' });
  await api(team)(answerEnquiry, message);
  expect(await listStates()).toBe('VISITED REFUSED IDEA');
});

test('without a board, the only active one with all of the locations counts', async () => {
  await ask(scout, [mill, shore]);
  expect(await listStates()).toBe('ASKED IDEA ASKED');
  const other = await addBoard('Day shoots');
  await ask(scout, [tower]);
  expect([await listStates(), await listStates(other)]).toEqual(['ASKED IDEA ASKED', 'IDEA IDEA IDEA']);
  await owner(boards.archiveBoard, { id });
  await ask(scout, [tower]);
  expect([await listStates(), await listStates(other)]).toEqual(['ASKED IDEA ASKED', 'IDEA ASKED IDEA']);
});

test('only those who may change a board change its states', async () => {
  await owner(boards.shareBoard, { id, emails: [viewer.email] });
  await owner(boards.shareBoard, { id, emails: [editor.email], editors: [editor.email] });
  for (const actor of [viewer, team]) await ask(actor, [mill], id);
  for (const actor of [viewer, null]) await ask(actor, [mill]);
  expect(await listStates()).toBe('IDEA IDEA IDEA');
  await ask(editor, [mill], id);
  expect(await listStates()).toBe('ASKED IDEA IDEA');
});

test('an answer for a board that is archived or deleted by then changes nothing', async () => {
  await ask(scout, [mill], id);
  await owner(boards.archiveBoard, { id });
  const message = await getCase();
  await api(team)(answerEnquiry, message);
  expect(await listStates()).toBe('ASKED IDEA IDEA');
  await owner(boards.deleteBoard, { id });
  await api(team)(answerEnquiry, message);
});
