import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addLocation, addOption } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { addProduction } from '../../../tests/support/productions.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { addDays, toDay } from '../../platform/text/days.ts';
import { AUDIT_TYPES } from '../audit-log/entry-types.ts';
import { deleteContact, mergePeople } from './commands.server.ts';
import * as routes from './contract.ts';
import { viewingFeature } from './feature.ts';
import { deleteOldContacts, recordVisits } from './jobs.server.ts';
import { issueViewingLink } from './links/commands.server.ts';
import * as messages from './messages.ts';

const { kysely: db } = await testDatabase();
/** Each call is a millisecond later than the one before. */
let now = new Date();
const handlers = featureHandlers(viewingFeature, testServices(db, { now: () => (now = new Date(now.getTime() + 1)) }));
const createApi = (actor: Parameters<typeof createCallContext>[0]) =>
  createJsonApi(createInProcessCaller(handlers, createCallContext(actor)));
const api = createApi(await addPerson(db, 'ADMIN', { first_name: 'Isla', last_name: 'Grant' }));
const visitor = createApi(null);
const officeId = await addOption(db, 'filmoffice', 'Film Fife');
const otherOffice = createApi(await addPerson(db, 'FILM_OFFICE', { office_id: officeId }));

const day = addDays(toDay(now), 10);
const on = (date: string, time = '12:00') => new Date(`${date}T${time}:00Z`);
let id: string;
let location: string;
let person: string;

beforeEach(async () => {
  now = on(addDays(day, -9));
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('outbox').execute();
  location = await addLocation(db, {
    title: 'Weir mill',
    latitude: 56.12345,
    longitude: -4.54321,
  });
  const contact = { location_id: location, firstname: 'Morag', lastname: 'Muir', telephone: '0131 496 0000' };
  await db
    .insertInto('contacts')
    .values({ ...contact, email: 'morag@mill.example' })
    .execute();
  const columns = { title: 'The Weir', code_name: 'Heron', embargoed: true };
  id = await addProduction(db, { location }, columns);
  person = await addContact('Calum Reid', 'calum@crew.example');
});

async function addContact(name: string, email: string | null): Promise<string> {
  const { id: person_id } = await db
    .insertInto('people')
    .values({ name, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('production_contacts')
    .values({ production_id: id, person_id, role: 'Crew', position: 0 })
    .execute();
  return person_id;
}

/** Plans a day with a stop. */
async function plan() {
  const [{ id: viewingId } = { id: '' }] = (await api(routes.addViewing, { id, day, people: 4, party: [person] }))
    .viewings;
  const slot = { slot_from: '10:00', slot_to: '11:00' };
  const { viewings } = await api(routes.addStop, { id, viewingId, locationId: location, ...slot });
  return { viewingId, stopId: viewings[0]!.stops[0]!.id };
}

/** The only viewing. */
const read = async () => (await api(routes.viewings, { id }))[0]!;

const listMails = (kind: string) =>
  db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('created_at').execute();

/** Issues the secret of the link in the latest email of a kind, as when it is sent. */
async function openLink(kind: string): Promise<string> {
  const mail = (await listMails(kind)).at(-1)!;
  return (await issueViewingLink(db, mail.id))!;
}

async function confirm(): Promise<{ viewingId: string; stopId: string; token: string }> {
  const planned = await plan();
  await api(routes.askOwners, { id, viewingId: planned.viewingId });
  const token = await openLink('viewing-request');
  await visitor(routes.answerViewingRequest, { token, version: 1, answer: 'CONFIRMED' });
  return { ...planned, token };
}

/** The timeline, oldest first. */
const listEntries = async () =>
  (await db.selectFrom('production_entries').select(['text', 'details']).orderBy('created_at').execute()).map(
    ({ text, details }) => ({ text, ...(details as object) }),
  );

describe('an owner', () => {
  test('is asked by email, by the code name, and answers with its link', async () => {
    const { viewingId } = await plan();
    await api(routes.askOwners, { id, viewingId });
    const [mail] = await listMails('viewing-request');
    expect(mail).toMatchObject({ recipient: 'morag@mill.example', has_link: true });
    expect(mail!.text).toContain('Heron');
    expect(mail!.text + mail!.html + mail!.subject).not.toContain('The Weir');
    const token = await openLink('viewing-request');
    const request = await visitor(routes.viewingRequestByLink, { token });
    expect(request).toEqual({
      title: 'Weir mill',
      production: 'Heron',
      day,
      slot_from: '10:00',
      slot_to: '11:00',
      people: 4,
      state: 'ASKED',
      note: null,
      version: 1,
    });
    const answer = { token, version: 1, answer: 'CONFIRMED', note: 'Ring at the gate' } as const;
    expect(await visitor(routes.answerViewingRequest, answer)).toMatchObject({
      message: messages.ANSWER_SAVED,
      request: { state: 'CONFIRMED', note: 'Ring at the gate' },
    });
    expect(await read()).toMatchObject({
      stops: [{ state: 'CONFIRMED', answer_note: 'Ring at the gate', contact: { email: 'morag@mill.example' } }],
    });
    // The same answer again changes nothing.
    await visitor(routes.answerViewingRequest, answer);
    expect(await listMails('viewing-answer')).toHaveLength(1);
    expect(await listEntries()).toMatchObject([
      { text: null, changes: [{ before: null, after: 'Planned' }] },
      { text: 'Weir mill', changes: [{ before: null, after: 'Not asked yet' }] },
      { text: 'Weir mill', changes: [{ before: 'Not asked yet', after: 'Asked' }] },
      { text: 'Weir mill', changes: [{ before: 'Asked', after: 'Confirmed' }] },
    ]);
  });

  test('is asked again when time or day change, and cannot answer for the earlier time', async () => {
    const { viewingId, stopId, token } = await confirm();
    await api(routes.updateStop, { id, viewingId, stopId, slot_from: '14:00', slot_to: '15:00' });
    expect(await read()).toMatchObject({ stops: [{ state: 'ASKED', slot_from: '14:00' }] });
    const late = visitor(routes.answerViewingRequest, { token, version: 1, answer: 'CONFIRMED' });
    await expect(late).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.TIME_CHANGED });
    await visitor(routes.answerViewingRequest, { token, version: 2, answer: 'DECLINED' });
    const viewing = await read();
    await api(routes.updateViewing, { ...viewing, id, viewingId, day: addDays(day, 1), party: [person] });
    expect(await read()).toMatchObject({ day: addDays(day, 1), stops: [{ state: 'ASKED', answer_note: null }] });
    expect((await listMails('viewing-request')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^A visit to Weir mill.*10:00/),
      expect.stringMatching(/^New time.*14:00/),
      expect.stringMatching(/^New time.*14:00/),
    ]);
  });

  test('gets each answer as a calendar file, with a higher sequence, and none that takes away what they do not have', async () => {
    const { viewingId, stopId } = await plan();
    await api(routes.askOwners, { id, viewingId });
    const token = await openLink('viewing-request');
    const reply = (version: number, answer: 'CONFIRMED' | 'DECLINED') =>
      visitor(routes.answerViewingRequest, { token, version, answer });
    await reply(1, 'DECLINED');
    expect(await listMails('viewing-answered')).toEqual([]);
    await reply(1, 'CONFIRMED');
    await visitor(routes.answerViewingRequest, { token, version: 1, answer: 'CONFIRMED', note: 'Ring at the gate' });
    await api(routes.updateStop, { id, viewingId, stopId, slot_from: '14:00', slot_to: '15:00' });
    await reply(2, 'DECLINED');
    await api(routes.recordAnswer, { id, viewingId, stopId, answer: 'CONFIRMED' });
    await api(routes.cancelStop, { id, viewingId, stopId });
    const mails = [...(await listMails('viewing-answered')), ...(await listMails('viewing-cancelled'))];
    expect(mails.map(({ recipient }) => recipient)).toEqual(Array(4).fill('morag@mill.example'));
    const files = mails.map(({ calendar }) => calendar!.replaceAll('\r\n ', ''));
    const readAll = (pattern: RegExp) => files.map((file) => pattern.exec(file)?.[1]);
    expect(readAll(/METHOD:(\w+)/)).toEqual(['REQUEST', 'CANCEL', 'REQUEST', 'CANCEL']);
    expect(readAll(/DTSTART:\d+T(\d\d)/)).toEqual(['10', '14', '14', '14']);
    expect(new Set(readAll(/UID:(.+)\r/))).toEqual(new Set([`viewing-stop-${stopId}@recce.example`]));
    expect(new Set(readAll(/PARTSTAT=(\w+)/))).toEqual(new Set(['ACCEPTED']));
    const sequences = readAll(/SEQUENCE:(\d+)/).map(Number);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
    const asked = (await listMails('viewing-request')).map(({ calendar }) => /METHOD:(\w+)/.exec(calendar ?? '')?.[1]);
    expect(asked).toEqual([undefined, 'CANCEL']);
    expect(files.join('')).toContain('Heron');
    expect(files.join('')).not.toContain('The Weir');
  });

  test('who has changed since the stop was added gets the confirmation of an answer by telephone', async () => {
    const { viewingId, stopId } = await plan();
    await db.updateTable('contacts').set({ email: 'new@mill.example' }).where('location_id', '=', location).execute();
    await api(routes.recordAnswer, { id, viewingId, stopId, answer: 'CONFIRMED' });
    expect(await listMails('viewing-answered')).toMatchObject([{ recipient: 'new@mill.example' }]);
  });

  test('without an email address is not asked; the office records the answer', async () => {
    await db.updateTable('contacts').set({ email: null }).where('location_id', '=', location).execute();
    const { viewingId, stopId } = await plan();
    const asking = api(routes.askOwners, { id, viewingId });
    await expect(asking).rejects.toMatchObject({ message: messages.NOBODY_TO_ASK });
    await api(routes.recordAnswer, { id, viewingId, stopId, answer: 'CONFIRMED' });
    await api(routes.updateStop, { id, viewingId, stopId, slot_from: '14:00', slot_to: '15:00' });
    expect(await listMails('viewing-answered')).toEqual([]);
    expect(await read()).toMatchObject({ stops: [{ state: 'PLANNED', contact: { name: 'Morag Muir', email: null } }] });
    expect(await listMails('viewing-request')).toEqual([]);
  });

  test('is the account of the location if it has no contact', async () => {
    await db.deleteFrom('contacts').where('location_id', '=', location).execute();
    const owner = await addPerson(db, 'OWNER', { email: 'owner@mill.example' });
    await db.updateTable('locations').set({ owner_id: owner.id }).where('id', '=', location).execute();
    await plan();
    expect(await read()).toMatchObject({ stops: [{ contact: { email: 'owner@mill.example' } }] });
    await db.transaction().execute((trx) => deleteContact(trx, { email: 'Owner@mill.example' }));
    expect(await read()).toMatchObject({ stops: [{ contact: null }] });
  });
});

describe('the contact who is asked', () => {
  const choose = (stop: { viewingId: string; stopId: string }, contact: string) =>
    api(routes.chooseStopContact, { id, ...stop, contact });
  const addContactOf = async (firstname: string, email: string | null) => {
    const contact = { location_id: location, firstname, lastname: 'Muir', telephone: '0131 496 0001', email };
    return (await db.insertInto('contacts').values(contact).returning('id').executeTakeFirstOrThrow()).id;
  };

  test('is chosen from the contacts and the account of the owner, and stays so until the owner is asked', async () => {
    const stop = await plan();
    const owner = await addPerson(db, 'OWNER', { email: 'owner2@mill.example', first_name: 'Ruth' });
    await db.updateTable('locations').set({ owner_id: owner.id }).where('id', '=', location).execute();
    const ailsa = await addContactOf('Ailsa', 'ailsa@mill.example');
    const rory = await addContactOf('Rory', null);
    const listNames = async () =>
      (await api(routes.stopContacts, { id, ...stop })).map(({ name }) => name?.split(' ')[0]);
    expect(await listNames()).toEqual(['Morag', 'Ailsa', 'Ruth', 'Rory']);
    await choose(stop, 'ACCOUNT');
    expect(await listNames()).toEqual(['Ruth', 'Morag', 'Ailsa', 'Rory']);
    await choose(stop, rory);
    expect(await read()).toMatchObject({ stops: [{ contact: { name: 'Rory Muir', email: null } }] });
    await expect(api(routes.askOwners, { id, viewingId: stop.viewingId })).rejects.toMatchObject({
      message: messages.NOBODY_TO_ASK,
    });
    await choose(stop, ailsa);
    await db.updateTable('contacts').set({ email: 'new@mill.example' }).where('id', '=', ailsa).execute();
    await api(routes.askOwners, { id, viewingId: stop.viewingId });
    expect(await listMails('viewing-request')).toMatchObject([{ recipient: 'new@mill.example' }]);
    await expect(choose(stop, rory)).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.ASKED_ALREADY });
    expect(await listEntries()).toContainEqual({
      text: null,
      changes: [{ label: expect.any(String), before: null, after: 'Contact of Weir mill chosen' }],
    });
  });

  test('is nobody else when the chosen one is deleted, until the office chooses again', async () => {
    const stop = await plan();
    const other = await addLocation(db, { title: 'Old kirk' });
    const contact = { location_id: other, firstname: 'Ruth', lastname: 'Bell', email: 'ruth@kirk.example' };
    await db.insertInto('contacts').values(contact).execute();
    const { viewingId } = stop;
    const ailsa = await addContactOf('Ailsa', 'ailsa@mill.example');
    await choose(stop, ailsa);
    await db.deleteFrom('contacts').where('id', '=', ailsa).execute();
    const gone = { errorType: 'CONFLICT', message: messages.CONTACT_GONE };
    await expect(api(routes.askOwners, { id, viewingId })).rejects.toMatchObject(gone);
    await expect(api(routes.recordAnswer, { id, ...stop, answer: 'CONFIRMED' })).rejects.toMatchObject(gone);
    const invalid = { errorType: 'INVALID', fields: { contact: messages.CHOOSE_CONTACT } };
    for (const wrong of [ailsa, 'ACCOUNT']) await expect(choose(stop, wrong)).rejects.toMatchObject(invalid);

    await db
      .insertInto('production_locations')
      .values({ production_id: id, location_id: other, title: 'Old kirk', state: 'OFFERED', added_at: now })
      .execute();
    await api(routes.addStop, { id, viewingId, locationId: other, slot_from: '12:00', slot_to: '13:00' });
    expect(await api(routes.askOwners, { id, viewingId })).toMatchObject({
      message: messages.ownersAskedExcept(['Weir mill']),
      viewings: [
        {
          stops: [
            { state: 'PLANNED', contact: null, is_contact_gone: true },
            { state: 'ASKED', contact: { email: 'ruth@kirk.example' }, is_contact_gone: false },
          ],
        },
      ],
    });
    expect((await listMails('viewing-request')).map(({ recipient }) => recipient)).toEqual(['ruth@kirk.example']);
    const [morag] = await api(routes.stopContacts, { id, ...stop });
    await choose(stop, morag!.contact);
    expect(await api(routes.askOwners, { id, viewingId })).toMatchObject({ message: messages.OWNERS_ASKED });
    expect((await listMails('viewing-request')).at(-1)).toMatchObject({ recipient: 'morag@mill.example' });
  });

  test('is nobody else when the account that was chosen is none any more', async () => {
    const stop = await plan();
    const owner = await addPerson(db, 'OWNER', { email: 'owner3@mill.example' });
    await db.updateTable('locations').set({ owner_id: owner.id }).where('id', '=', location).execute();
    await choose(stop, 'ACCOUNT');
    expect(await read()).toMatchObject({ stops: [{ contact: { email: owner.email }, is_contact_gone: false }] });
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', owner.id).execute();
    expect(await read()).toMatchObject({ stops: [{ contact: null, is_contact_gone: true }] });
    const asking = api(routes.askOwners, { id, viewingId: stop.viewingId });
    await expect(asking).rejects.toMatchObject({ message: messages.CONTACT_GONE });
  });

  test('is not shown to a film office outside the area', async () => {
    const stop = await plan();
    await db.updateTable('productions').set({ office_id: officeId }).where('id', '=', id).execute();
    await expect(otherOffice(routes.stopContacts, { id, ...stop })).rejects.toMatchObject({
      message: messages.NO_SUCH_STOP,
    });
  });
});

describe('the party', () => {
  test('gets the itinerary with a calendar file, and a higher sequence after a change', async () => {
    const { viewingId, stopId } = await confirm();
    await addContact('Ruth Bell', 'ruth@crew.example');
    await api(routes.sendItinerary, { id, viewingId });
    expect(await read()).toMatchObject({ itinerary: 'SENT' });
    await api(routes.updateStop, { id, viewingId, stopId, slot_from: '11:00', slot_to: '12:00' });
    expect(await read()).toMatchObject({ itinerary: 'OUTDATED' });
    await api(routes.sendItinerary, { id, viewingId });
    await api(routes.cancelViewing, { id, viewingId });
    const mails = [...(await listMails('viewing-itinerary')), ...(await listMails('viewing-cancelled'))];
    const files = mails.flatMap(({ calendar, recipient }) => (recipient.startsWith('calum@') ? calendar! : []));
    const recipients = mails.map(({ recipient }) => recipient).toSorted();
    expect(recipients).toEqual([...Array(3).fill('calum@crew.example'), 'morag@mill.example']);
    expect(files.map((file) => /METHOD:(\w+)/.exec(file)![1])).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
    expect(new Set(files.map((file) => /UID:(.+)\r/.exec(file)![1]))).toEqual(
      new Set([`viewing-${viewingId}@recce.example`]),
    );
    const sequences = files.map((file) => Number(/SEQUENCE:(\d+)/.exec(file)![1]));
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBe(3);
    for (const { calendar, text, html } of mails.filter(({ recipient }) => recipient.startsWith('calum@')))
      expect(`${calendar}${text}${html}`.replaceAll('\r\n ', '')).not.toMatch(/The Weir|56\.12|morag@|0131/);
  });

  test('reads positions and contacts of confirmed stops from the day before to the end of the day only, in the audit log', async () => {
    const { viewingId } = await confirm();
    await api(routes.addStop, { id, viewingId, locationId: location, slot_from: '15:00', slot_to: '16:00' });
    await api(routes.sendItinerary, { id, viewingId });
    const token = await openLink('viewing-itinerary');
    const open = () => visitor(routes.itineraryByLink, { token });
    const countReadings = async () =>
      (
        await db
          .selectFrom('audit_logs')
          .selectAll()
          .where('type', '=', AUDIT_TYPES.VIEWING_DISCLOSED.number)
          .where('location_id', '=', location)
          .execute()
      ).length;

    now = new Date(on(addDays(day, -1), '00:00').getTime() - 1_000);
    expect(await open()).toMatchObject({ is_disclosed: false, stops: [{ contact: null }, { contact: null }] });
    expect(JSON.stringify(await open())).not.toMatch(/56\.12345|morag/);
    expect(await countReadings()).toBe(0);

    for (const moment of [on(addDays(day, -1), '00:00'), on(day, '23:59')]) {
      now = moment;
      expect(await open()).toMatchObject({
        production: 'Heron',
        stops: [
          {
            position: { latitude: 56.12345, longitude: -4.54321, is_exact: true },
            contact: { name: 'Morag Muir', email: 'morag@mill.example', telephone: '0131 496 0000' },
          },
          { state: 'PLANNED', contact: null },
        ],
      });
    }
    expect(await countReadings()).toBe(2);
    now = on(addDays(day, 1), '00:00');
    await expect(open()).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('loses the link with the place in it, and is told', async () => {
    const { viewingId } = await confirm();
    await api(routes.sendItinerary, { id, viewingId });
    const token = await openLink('viewing-itinerary');
    await api(routes.updateViewing, { ...(await read()), id, viewingId, party: [] });
    await expect(visitor(routes.itineraryByLink, { token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect((await listMails('viewing-cancelled'))[0]!.calendar).toContain('METHOD:CANCEL');
    const request = visitor(routes.viewingRequestByLink, { token });
    await expect(request).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('follows the merge of two people', async () => {
    const other = await addContact('Calum Reid', 'calum@home.example');
    await plan();
    await db.transaction().execute((trx) => mergePeople(trx, { from: person, into: other }));
    expect((await read()).party.map(({ person_id }) => person_id)).toEqual([other]);
  });
});

describe('the office', () => {
  test('cannot plan for the past, with others than contacts, for other locations, or with times out of order', async () => {
    const { viewingId } = await plan();
    const invalid = (field: string) => ({ errorType: 'INVALID', fields: { [field]: expect.any(String) } });
    const viewing = { id, people: 4, party: [] };
    await expect(api(routes.addViewing, { ...viewing, day: toDay(on(addDays(day, -10))) })).rejects.toMatchObject(
      invalid('day'),
    );
    const { id: stranger } = await db
      .insertInto('people')
      .values({ name: 'Ann' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(api(routes.addViewing, { ...viewing, day, party: [stranger] })).rejects.toMatchObject(
      invalid('party'),
    );
    const slot = { id, viewingId, slot_from: '10:00', slot_to: '11:00' };
    const elsewhere = await addLocation(db, { title: 'Kirk' });
    await expect(api(routes.addStop, { ...slot, locationId: elsewhere })).rejects.toMatchObject(invalid('locationId'));
    await expect(api(routes.addStop, { ...slot, locationId: location, slot_to: '10:00' })).rejects.toMatchObject(
      invalid('slot_to'),
    );
    const outdated = api(routes.askOwners, { id, viewingId, version: 1 });
    await expect(outdated).rejects.toMatchObject({ message: messages.VIEWING_CHANGED });
  });

  test('cannot change a viewing after its day, or one that is cancelled', async () => {
    const { viewingId, stopId } = await plan();
    await api(routes.cancelStop, { id, viewingId, stopId });
    expect(await read()).toMatchObject({ stops: [] });
    await api(routes.cancelViewing, { id, viewingId });
    const closed = { errorType: 'CONFLICT', message: messages.VIEWING_CLOSED };
    await expect(api(routes.askOwners, { id, viewingId })).rejects.toMatchObject(closed);
    await db.updateTable('viewings').set({ cancelled_at: null }).execute();
    now = on(addDays(day, 1));
    await expect(api(routes.askOwners, { id, viewingId })).rejects.toMatchObject(closed);
  });

  test('of another area sees and changes nothing', async () => {
    const { viewingId } = await plan();
    await expect(otherOffice(routes.viewings, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await expect(otherOffice(routes.cancelViewing, { id, viewingId })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
    await db.updateTable('productions').set({ office_id: officeId }).where('id', '=', id).execute();
    // It looks after the production, but not after the location.
    expect(await otherOffice(routes.viewings, { id })).toMatchObject([{ stops: [{ contact: null }] }]);
  });
});

describe('after the day', () => {
  test('a confirmed location is visited, once, unless the production has come further', async () => {
    await confirm();
    const getState = async () =>
      (await db.selectFrom('production_locations').select('state').executeTakeFirstOrThrow()).state;
    await recordVisits(db, on(day));
    expect(await getState()).toBe('OFFERED');
    await recordVisits(db, on(addDays(day, 1)));
    expect(await getState()).toBe('VISITED');
    await db.updateTable('production_locations').set({ state: 'OFFERED' }).execute();
    await recordVisits(db, on(addDays(day, 2)));
    expect(await getState()).toBe('OFFERED');
    await sql`update viewing_stops set visit_recorded = false`.execute(db);
    await db.updateTable('production_locations').set({ state: 'REFUSED' }).execute();
    await recordVisits(db, on(addDays(day, 2)));
    expect(await getState()).toBe('REFUSED');
  });

  test('links and contacts are deleted', async () => {
    await confirm();
    await deleteOldContacts(db, on(addDays(day, 2)));
    expect(await db.selectFrom('viewing_mails').select('mail_id').execute()).toEqual([]);
    expect(await read()).toMatchObject({ stops: [{ contact: { name: 'Morag Muir' } }] });
    await deleteOldContacts(db, on(addDays(day, 31)));
    expect(await read()).toMatchObject({ stops: [{ contact: null }] });
  });
});
