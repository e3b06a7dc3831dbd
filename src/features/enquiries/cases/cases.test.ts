import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import {
  PDF,
  addEnquiry,
  addEnquiryFile,
  addEnquiryLink,
  addEnquiryLocations,
} from '../../../../tests/support/enquiries.ts';
import { addLocation, addOption } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { createOutbox } from '../../../platform/mail/outbox.ts';
import { getDueDay } from '../due-day.ts';
import { hashSecret } from '../../../platform/http/secrets.server.ts';
import { issueLink } from '../links/commands.server.ts';
import { enquiryThread, replyToThread, threadFile } from '../thread/contract.ts';
import * as routes from './contract.ts';
import { listEnquiriesOf } from './personal-data.queries.server.ts';
import { enquiryFeature } from '../feature.ts';

const { kysely: db } = await testDatabase();
const { site } = readConfig({});
const files = new Map<string, Uint8Array>();
const storage = {
  put: async (key: string, content: Uint8Array) => void files.set(key, content),
  open: async () => null,
};
let now = new Date();
const queueMail = createOutbox({ enqueue: async () => {} });
const deps = { db, storage, site, siteUrl: 'https://recce.example', queueMail, now: () => now };
const isla = await addPerson(db, 'ADMIN', { last_name: 'Grant', email: 'grant@agency.example' });
const scout = await addPerson(db, 'SCOUT');
const handlers = featureHandlers(enquiryFeature, testServices(db, { ...deps, storage: storage as never }));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(isla)));
const visitor = createJsonApi(createInProcessCaller(handlers, createCallContext(null)));
const mails = () => db.selectFrom('outbox').selectAll().orderBy('created_at').execute();
const lastMail = async () => (await mails()).at(-1)!;
const list = (params: object = {}) => api(routes.enquiries, params);
const listNames = async (params: object) => (await list(params)).data.map(({ name }) => name);

beforeEach(async () => {
  // After the messages that tests insert directly.
  now = new Date(Date.now() + 1000);
  await db.deleteFrom('enquiries').execute();
  await db.deleteFrom('outbox').execute();
});

describe('an enquiry that arrives', () => {
  test('gets a reference, a conversation and its location, whichever version inserts it', async () => {
    const location_id = await addLocation(db, { title: 'Weir mill' });
    const { id } = await addEnquiry(db, { location_id, location_title: 'Weir mill' });
    const found = await api(routes.enquiryById, { id });
    expect(found).toMatchObject({ state: 'NEW', locations: [{ id: location_id, title: 'Weir mill' }], notes: [] });
    expect(found.reference).toMatch(/^ENQ-20\d\d-\d{5}$/);
    expect(found.participants).toMatchObject([
      { kind: 'SENDER', name: 'Isla Robertson', messages: [{ from_team: false, text: 'Two nights on the bridge.' }] },
    ]);
  });

  test('keeps the titles of deleted locations', async () => {
    const location_id = await addLocation(db, { title: 'Weir mill' });
    const { id } = await addEnquiry(db, { location_id, location_title: 'Weir mill' });
    await db.deleteFrom('locations').where('id', '=', location_id).execute();
    expect((await api(routes.enquiryById, { id })).locations).toEqual([
      { id: null, position: 0, title: 'Weir mill', is_accessible: false },
    ]);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    const filming = { production: 'Sea stack thriller', production_kind: 'FEATURE_FILM' } as const;
    await addEnquiry(db, { name: 'Ailsa', ...filming, due_on: '2000-01-01', last_message_at: new Date(3) });
    await addEnquiry(db, {
      name: 'Bróna',
      state: 'CLOSED',
      due_on: '2000-01-01',
      filming_from: '2027-03-02',
      last_message_at: new Date(2),
    });
    await addEnquiry(db, { name: 'Calum', location_title: '100% wool_mill', assignee_id: isla.id });
  });

  test('has the latest messages first', async () => {
    expect(await listNames({})).toEqual(['Calum', 'Ailsa', 'Bróna']);
  });

  test.each([
    [{ state: ['NEW', 'WAITING'] }, ['Calum', 'Ailsa']],
    [{ state: 'CLOSED' }, ['Bróna']],
    [{ assignee: 'nobody' }, ['Ailsa', 'Bróna']],
    [{ assignee: isla.id }, ['Calum']],
    // A closed enquiry cannot be overdue.
    [{ overdue: 'true' }, ['Ailsa']],
    [{ overdue: 'false' }, ['Calum', 'Bróna']],
    [{ kind: 'FEATURE_FILM' }, ['Ailsa']],
    [{ query: 'brona' }, ['Bróna']],
    [{ query: 'thrill sea' }, ['Ailsa']],
    [{ query: '100% wool_' }, ['Calum']],
    [{ query: 'ool' }, []],
    [{ query: 'enq-' }, ['Calum', 'Ailsa', 'Bróna']],
    [{ to: '2000-01-01' }, []],
    [{ sortBy: 'name', sortOrder: 'asc' }, ['Ailsa', 'Bróna', 'Calum']],
    [{ sortBy: 'production', sortOrder: 'desc' }, ['Ailsa', 'Calum', 'Bróna']],
    [{ sortBy: 'filming_from', sortOrder: 'asc' }, ['Bróna', 'Ailsa', 'Calum']],
  ])('with %j', async (params, names) => {
    const found = await listNames(params);
    expect('sortBy' in params ? found[0] : found).toEqual('sortBy' in params ? names[0] : names);
  });

  test('has a number of new enquiries, which changes with them', async () => {
    expect(await api(routes.newEnquiries, {})).toEqual({ total: 2 });
    const [{ id } = { id: '' }] = (await list({ query: 'calum' })).data;
    await api(routes.updateEnquiry, { id, state: 'WAITING' });
    expect(await api(routes.newEnquiries, {})).toEqual({ total: 1 });
  });

  test('finds a production that the team has entered later', async () => {
    const [{ id } = { id: '' }] = (await list({ query: 'calum' })).data;
    await api(routes.updateEnquiry, { id, production: 'Night ferry' });
    expect(await listNames({ query: 'ferry' })).toEqual(['Calum']);
  });
});

describe('a change', () => {
  test('is saved, recorded, and rejected for an outdated version', async () => {
    const { id } = await addEnquiry(db);
    const change = { state: 'WAITING', due_on: '2026-12-01', crew_size: 40, assignee_id: isla.id } as const;
    const { enquiry } = await api(routes.updateEnquiry, { id, version: 1, ...change });
    expect(enquiry).toMatchObject({ state: 'WAITING', due_on: '2026-12-01', crew_size: 40, version: 2 });
    expect(enquiry.assignee?.last_name).toBe('Grant');
    const entry = await db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(entry.details).toMatchObject({ reference: enquiry.reference });
    expect(JSON.stringify(entry.details)).not.toContain('Isla');
    await expect(api(routes.updateEnquiry, { id, version: 1, state: 'NEW' })).rejects.toMatchObject({
      errorType: 'CONFLICT',
    });
  });

  test('changes only the fields that it names', async () => {
    const { id } = await addEnquiry(db, { production: 'Night ferry', crew_size: 12 });
    const { enquiry } = await api(routes.updateEnquiry, { id, crew_size: null });
    expect(enquiry).toMatchObject({ production: 'Night ferry', crew_size: null });
  });

  test('rejects dates out of order, and an assignee who cannot answer', async () => {
    const { id } = await addEnquiry(db, { filming_from: '2026-12-10' });
    await expect(api(routes.updateEnquiry, { id, filming_to: '2026-12-09' })).rejects.toMatchObject({
      fields: { filming_to: 'Enter a last day that is not before the first.' },
    });
    await expect(api(routes.updateEnquiry, { id, assignee_id: scout.id })).rejects.toMatchObject({
      fields: { assignee_id: expect.any(String) },
    });
  });

  test('starts the retention by closing, and ends it by opening again', async () => {
    const { id } = await addEnquiry(db);
    const close = await api(routes.updateEnquiry, { id, state: 'CLOSED', filmed: 'NO' });
    expect(close.enquiry.closed_at).toBe(now.toISOString());
    expect((await api(routes.updateEnquiry, { id, state: 'IN_PROGRESS' })).enquiry.closed_at).toBeNull();
  });

  test('to spam revokes the links', async () => {
    const { id, participant } = await addEnquiry(db);
    const token = await addEnquiryLink(db, participant);
    await visitor(enquiryThread, { token });
    await api(routes.updateEnquiry, { id, state: 'SPAM' });
    await expect(visitor(enquiryThread, { token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    const answer = { id, participantId: participant, text: 'No' };
    await expect(api(routes.answerEnquiry, answer)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });
});

describe('an answer', () => {
  test('goes out by email with the reference and a link to the conversation', async () => {
    const { id, participant } = await addEnquiry(db);
    const file = await addEnquiryFile(db, storage, await addUnsent());
    await db.updateTable('enquiry_files').set({ message_id: null }).where('id', '=', file).execute();
    const { message, enquiry } = await api(routes.answerEnquiry, {
      id,
      participantId: participant,
      text: 'You can film there.',
      files: [file],
    });
    expect(message).toBe('Sent to isla@northlight.example');
    expect(enquiry).toMatchObject({ state: 'ANSWERED', assignee: { last_name: 'Grant' } });
    const mail = await lastMail();
    expect(mail).toMatchObject({ recipient: 'isla@northlight.example', kind: 'enquiry-answer' });
    expect(mail.subject).toContain(`[${enquiry.reference}]`);
    expect(mail.text).toContain('> You can film there.');
    const token = await issueToken(mail);
    const thread = await visitor(enquiryThread, { token });
    expect(thread.messages.map(({ text }) => text)).toEqual(['Two nights on the bridge.', 'You can film there.']);
    expect(thread.messages[1]?.files).toMatchObject([{ id: file, name: 'brief.pdf', bytes: PDF.length }]);
  });

  test('stores only the hash of the link, which expires', async () => {
    const { id, participant } = await addEnquiry(db);
    await api(routes.answerEnquiry, { id, participantId: participant, text: 'Yes' });
    const token = await issueToken(await lastMail());
    const links = await db.selectFrom('enquiry_links').selectAll().execute();
    expect(links.map(({ token_hash }) => token_hash)).toEqual([hashSecret(token)]);
    now = new Date(now.getTime() + 91 * 86_400_000);
    await expect(visitor(enquiryThread, { token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('is not sent when a colleague or the sender has written meanwhile', async () => {
    const { id, participant } = await addEnquiry(db);
    const answer = { id, version: 1, participantId: participant } as const;
    await api(routes.answerEnquiry, { ...answer, text: 'You can film there.' });
    const conflict = { errorType: 'CONFLICT', message: expect.stringContaining('Nothing was sent') };
    await expect(api(routes.answerEnquiry, { ...answer, text: 'You cannot.' })).rejects.toMatchObject(conflict);
    const office = { kind: 'FILM_OFFICE', name: 'Fife', email: 'film@fife.example', text: 'Is it free?' } as const;
    await expect(api(routes.passOnEnquiry, { id, version: 1, ...office })).rejects.toMatchObject(conflict);
    await visitor(replyToThread, { token: await addEnquiryLink(db, participant), text: 'And in June?' });
    await expect(api(routes.answerEnquiry, { ...answer, version: 2, text: 'Yes.' })).rejects.toMatchObject(conflict);
    expect((await mails()).map(({ kind }) => kind)).toEqual(['enquiry-answer', 'enquiry-reply']);
    expect((await api(routes.answerEnquiry, { ...answer, version: 3, text: 'Yes.' })).enquiry.version).toBe(4);
  });

  test('is sent once when two colleagues send at the same moment', async () => {
    const { id, participant } = await addEnquiry(db);
    const send = (text: string) => api(routes.answerEnquiry, { id, version: 1, participantId: participant, text });
    const outcomes = await Promise.allSettled([send('You can film there.'), send('You cannot.')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await mails()).toHaveLength(1);
  });

  test('has one valid link if it is sent again, and none once the enquiry is spam', async () => {
    const { id, participant } = await addEnquiry(db);
    await api(routes.answerEnquiry, { id, version: 1, participantId: participant, text: 'Yes' });
    const mail = await lastMail();
    const [first, second] = [await issueToken(mail), await issueToken(mail)];
    await expect(visitor(enquiryThread, { token: first })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await visitor(enquiryThread, { token: second });
    await db.updateTable('enquiries').set({ state: 'SPAM' }).where('id', '=', id).execute();
    expect(await issueLink(db, mail.id, now)).toBeNull();
  });

  test('cannot take a file of another message', async () => {
    const { id, participant, message } = await addEnquiry(db);
    const file = await addEnquiryFile(db, storage, message);
    const answer = { id, participantId: participant, text: 'Yes', files: [file] };
    await expect(api(routes.answerEnquiry, answer)).rejects.toMatchObject({ errorType: 'INVALID' });
    expect(await mails()).toEqual([]);
  });
});

describe('passing on', () => {
  const office = { kind: 'FILM_OFFICE', name: 'Fife film office', email: 'film@fife.example' } as const;

  test('starts a separate conversation, by email, which names the place, the dates and the author', async () => {
    const { id } = await addEnquiry(db, { location_title: 'Old pier', filming_from: '2027-03-02' });
    const { enquiry } = await api(routes.passOnEnquiry, { id, ...office, text: 'Is the pier free?' });
    expect(enquiry.state).toBe('WAITING');
    expect(enquiry.participants).toMatchObject([
      { kind: 'SENDER' },
      { ...office, messages: [{ from_team: true, text: 'Is the pier free?' }] },
    ]);
    const mail = await lastMail();
    expect(mail).toMatchObject({ recipient: office.email, subject: expect.stringContaining(enquiry.reference) });
    expect(mail.text).toMatch(/Isla Grant of the locations team .*Location: +Old pier.*Filming: +2 Mar 2027/s);
    expect(mail.text).not.toMatch(/Robertson|northlight|bridge/);
    const thread = await visitor(enquiryThread, { token: await issueToken(mail) });
    expect(JSON.stringify(thread)).not.toMatch(/Robertson|northlight|bridge/);
  });

  test('rejects an email address that has it already', async () => {
    const { id } = await addEnquiry(db);
    await api(routes.passOnEnquiry, { id, ...office, text: 'Is the pier free?' });
    const again = { id, ...office, email: 'Film@Fife.example', text: 'Hello?' };
    await expect(api(routes.passOnEnquiry, again)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  test('suggests the owners and film offices of its locations', async () => {
    const owner = await addPerson(db, 'OWNER', { last_name: 'Bell', email: 'bell@mill.example' });
    const options = { filmoffice: ['Stirling film liaison'] };
    const location_id = await addLocation(db, { title: 'Weir mill', owner_id: owner.id, options });
    const { id } = await addEnquiry(db, { location_id, location_title: 'Weir mill' });
    expect(await api(routes.enquiryRecipients, { id })).toEqual([
      { kind: 'OWNER', name: 'Isla Bell', email: 'bell@mill.example', locations: [0] },
      { kind: 'FILM_OFFICE', name: 'Stirling film liaison', email: '', locations: [0] },
    ]);
  });

  test('suggests the film office of a council area, with the email address of its account, and then the others', async () => {
    const [angus, office] = [
      await addOption(db, 'localauthority', 'Angus'),
      await addOption(db, 'filmoffice', 'Film Angus'),
    ];
    await db.insertInto('film_office_areas').values({ authority_id: angus, office_id: office }).execute();
    await addPerson(db, 'FILM_OFFICE', { email: 'desk@angus.example', office_id: office });
    await addOption(db, 'filmoffice', 'Borders Screen');
    const location_id = await addLocation(db, { title: 'Harbour', options: { localauthority: ['Angus'] } });
    const { id } = await addEnquiry(db, { location_id, location_title: 'Harbour' });
    expect((await api(routes.enquiryRecipients, { id })).slice(0, 2)).toEqual([
      { kind: 'FILM_OFFICE', name: 'Film Angus', email: 'desk@angus.example', locations: [0] },
      { kind: 'FILM_OFFICE', name: 'Borders Screen', email: '', locations: [] },
    ]);
  });

  test('shows an owner the chosen locations only, and further ones when it is passed on again', async () => {
    const owner = await addPerson(db, 'OWNER', { last_name: 'Croft', email: 'croft@pier.example' });
    const ids = [];
    for (const title of ['Weir mill', 'Old pier', 'Kirk'])
      ids.push(await addLocation(db, { title, ...(title !== 'Weir mill' && { owner_id: owner.id }) }));
    const { id } = await addEnquiry(db, { location_id: ids[0]!, location_title: 'Weir mill' });
    await addEnquiryLocations(db, id, [
      { location_id: ids[1]!, title: 'Old pier' },
      { location_id: ids[2]!, title: 'Kirk' },
    ]);
    expect((await api(routes.enquiryRecipients, { id })).filter(({ kind }) => kind === 'OWNER')).toEqual([
      { kind: 'OWNER', name: 'Isla Croft', email: 'croft@pier.example', locations: [1, 2] },
    ]);
    const passOn = (locations: number[]) =>
      api(routes.passOnEnquiry, { id, ...office, locations, text: 'Is it free?' });
    await expect(passOn([3])).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { locations: expect.any(String) },
    });
    const { enquiry } = await passOn([1]);
    expect(enquiry.participants[1]).toMatchObject({ locations: [1] });
    const listSeen = async () => {
      const { locations } = await visitor(enquiryThread, { token: await issueToken(await lastMail()) });
      return locations.map(({ title }) => title);
    };
    expect(await listSeen()).toEqual(['Old pier']);
    await expect(passOn([1])).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const again = await passOn([1, 2]);
    expect(again.enquiry.participants).toHaveLength(2);
    expect(await listSeen()).toEqual(['Old pier', 'Kirk']);
    await expect(passOn([])).resolves.toMatchObject({ enquiry: { participants: [{}, { locations: [0, 1, 2] }] } });
  });
});

test('lists the enquiries of an email address with its own conversations only', async () => {
  const { id, message } = await addEnquiry(db, { email: 'Morag@crew.example', phone: '0131 496 0142' });
  await addEnquiryFile(db, storage, message);
  await api(routes.addEnquiryNote, { id, text: 'A note' });
  await api(routes.passOnEnquiry, { id, kind: 'OWNER', name: 'Bell', email: 'bell@mill.example', text: 'Free?' });
  await addEnquiry(db);
  expect(await listEnquiriesOf(db, 'morag@crew.example')).toMatchObject([
    {
      kind: 'SENDER',
      state: 'WAITING',
      phone: '0131 496 0142',
      locations: [],
      messages: [{ written_by: 'PARTICIPANT', text: 'Two nights on the bridge.', files: ['brief.pdf'] }],
    },
  ]);
  expect(await listEnquiriesOf(db, 'bell@mill.example')).toMatchObject([
    { kind: 'OWNER', phone: null, messages: [{ written_by: 'TEAM', text: 'Free?' }] },
  ]);
});

describe('the page of the sender', () => {
  test('shows neither notes nor the conversation with others', async () => {
    const { id, participant } = await addEnquiry(db);
    await api(routes.addEnquiryNote, { id, text: 'Do not tell them the fee' });
    const office = await db
      .insertInto('enquiry_participants')
      .values({ enquiry_id: id, kind: 'FILM_OFFICE', name: 'Fife', email: 'film@fife.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api(routes.answerEnquiry, { id, participantId: office.id, text: 'Is the pier free?' });
    const toSender = JSON.stringify(await visitor(enquiryThread, { token: await addEnquiryLink(db, participant) }));
    expect(toSender).not.toMatch(/fee|pier|Fife|film@/);
    const toOffice = JSON.stringify(await visitor(enquiryThread, { token: await addEnquiryLink(db, office.id) }));
    expect(toOffice).toContain('Is the pier free?');
    expect(toOffice).not.toMatch(/fee|Isla|northlight|bridge/);
  });

  test('adds a message, which reopens the enquiry, is due again and is emailed to the team', async () => {
    const { id, participant } = await addEnquiry(db, { state: 'CLOSED', closed_at: now });
    const token = await addEnquiryLink(db, participant);
    const { thread } = await visitor(replyToThread, { token, text: 'And a third night?' });
    expect(thread.messages.at(-1)).toMatchObject({ from_team: false, text: 'And a third night?' });
    expect(await api(routes.enquiryById, { id })).toMatchObject({
      state: 'NEW',
      closed_at: null,
      due_on: getDueDay(now),
    });
    expect(await lastMail()).toMatchObject({ recipient: site.mailbox, kind: 'enquiry-reply' });
    await api(routes.updateEnquiry, { id, assignee_id: isla.id });
    await visitor(replyToThread, { token, text: 'Please' });
    expect(await lastMail()).toMatchObject({ recipient: 'grant@agency.example' });
    expect((await lastMail()).text).toContain(`https://recce.example/admin/enquiries/${id}`);
  });

  test('limits the messages of an hour', async () => {
    const { participant } = await addEnquiry(db);
    const token = await addEnquiryLink(db, participant);
    // The first message of the conversation counts too.
    for (let n = 1; n < 20; n++) await visitor(replyToThread, { token, text: `Message ${n}` });
    await expect(visitor(replyToThread, { token, text: 'One more' })).rejects.toMatchObject({
      errorType: 'TOO_MANY_REQUESTS',
    });
  });

  test('does not open files of another conversation', async () => {
    const { participant } = await addEnquiry(db);
    const other = await addEnquiry(db);
    const fileId = await addEnquiryFile(db, storage, other.message);
    const token = await addEnquiryLink(db, participant);
    await expect(visitor(threadFile, { token, fileId })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

/** A message to attach a file to, before it is detached. */
async function addUnsent(): Promise<string> {
  return (await addEnquiry(db)).message;
}

/** Issues the token of the link in an email, as when it is sent. */
async function issueToken({ id, text }: { id: string; text: string }): Promise<string> {
  expect(text).toContain('/enquiry?from=mail#token=issued-when-sent');
  return (await issueLink(db, id, now)) ?? '';
}
