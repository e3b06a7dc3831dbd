import { describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addEnquiry, addEnquiryFile, addEnquiryLocations } from '../../../../tests/support/enquiries.ts';
import { addLocation } from '../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { createOutbox } from '../../../platform/mail/outbox.ts';
import { answerEnquiry } from '../cases/contract.ts';
import { enquiryFeature } from '../feature.ts';
import { enquiryThread, ownEnquiries, replyToThread, threadFile } from './contract.ts';

const { kysely: db } = await testDatabase();
const { site } = readConfig({});
const stored = new Map<string, Uint8Array>();
const storage = { put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes) };
const services = testServices(db, { site, queueMail: createOutbox({ enqueue: async () => {} }) });
const createApi = (actor: Actor | null) =>
  createJsonApi(createInProcessCaller(featureHandlers(enquiryFeature, services), createCallContext(actor)));

const sender = await addPerson(db, 'SCOUT', { email: 'Isla@Northlight.example' });
const api = createApi(sender);
const team = createApi(await addPerson(db, 'ADMIN'));
/** The sent form: the case of an email address does not matter. */
const email = 'isla@northlight.example';

describe('the enquiries of a sender with an account', () => {
  test('are listed with the latest message first, and whether it was answered', async () => {
    const weir = await addLocation(db, { title: 'Weir mill' });
    const older = await addEnquiry(db, { email, location_id: weir, location_title: 'Weir mill' });
    const others = ['Pier', 'Kirk', 'Croft'];
    const titled = await Promise.all(
      others.map(async (title) => ({ title, location_id: await addLocation(db, { title }) })),
    );
    await addEnquiryLocations(db, older.id, titled);
    const general = await addEnquiry(db, { email });
    await addEnquiry(db, { email, state: 'SPAM' });
    await addEnquiry(db, { email: 'somebody@crew.example' });
    await team(answerEnquiry, { id: older.id, participantId: older.participant, text: 'It is free in May.' });

    const list = await api(ownEnquiries, {});
    expect(list).toMatchObject({
      total: 2,
      data: [
        { id: older.id, locations: ['Weir mill', 'Pier', 'Kirk'], location_count: 4, is_answered: true },
        { id: general.id, locations: [], location_count: 0, is_answered: false },
      ],
    });
    expect(list.data[0]!.reference).toMatch(/^ENQ-/);
    const second = await api(ownEnquiries, { page: 2, size: 1 });
    expect(second.data.map(({ id }) => id)).toEqual([general.id]);
  });

  test('open with their conversation, and take a reply', async () => {
    const { id } = await addEnquiry(db, { email, comment: 'Two nights on the pier.' });
    expect(await api(enquiryThread, { enquiryId: id })).toMatchObject({
      is_sender: true,
      messages: [{ text: 'Two nights on the pier.', from_team: false }],
    });
    const { thread } = await api(replyToThread, { enquiryId: id, text: 'Three nights, please.' });
    expect(thread.messages.map(({ text }) => text)).toEqual(['Two nights on the pier.', 'Three nights, please.']);
  });

  const strangers: readonly (readonly [string, () => Promise<Actor | null>])[] = [
    ['a visitor', async () => null],
    ['another account', () => addPerson(db, 'SCOUT')],
    ['the Locations Team', () => addPerson(db, 'ADMIN')],
    ['an account of the address that has not verified it', () => changeSender({ email_verified_at: null })],
    ['a service token of the sender', async () => ({ ...sender, serviceToken: TOKEN })],
  ];
  test.each(strangers)('are hidden from %s', async (_who, getStranger) => {
    const { id, message } = await addEnquiry(db, { email });
    const fileId = await addEnquiryFile(db, storage, message);
    const stranger = createApi(await getStranger());
    const notFound = { errorType: 'NOT_FOUND' };
    await expect(stranger(enquiryThread, { enquiryId: id })).rejects.toMatchObject(notFound);
    await expect(stranger(replyToThread, { enquiryId: id, text: 'Hello.' })).rejects.toMatchObject(notFound);
    await expect(stranger(threadFile, { enquiryId: id, fileId })).rejects.toMatchObject(notFound);
    await changeSender({ email_verified_at: new Date() });
  });

  test('must be named', async () => {
    await expect(api(enquiryThread, {})).rejects.toMatchObject({ errorType: 'INVALID' });
  });

  test('are not those of spam', async () => {
    const { id } = await addEnquiry(db, { email, state: 'SPAM' });
    await expect(api(enquiryThread, { enquiryId: id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

const TOKEN = { id: '6a4ab2f6-7f0b-4b7e-9a53-1f6c3c1c8a11', name: 'Call sheets', isReadOnly: false };

async function changeSender(columns: { email_verified_at: Date | null }): Promise<Person> {
  await db.updateTable('users').set(columns).where('id', '=', sender.id).execute();
  return { ...sender, verified: columns.email_verified_at !== null };
}
