import { beforeAll, describe, expect, test } from 'vitest';
import { inviteColleague, updateUser, userById } from '../src/features/accounts/administration/contract.ts';
import { createOrPromoteAdmin } from '../src/features/accounts/commands.server.ts';
import * as cases from '../src/features/enquiries/cases/contract.ts';
import { OWN_OFFICE } from '../src/features/enquiries/cases/messages.ts';
import { submitEnquiry } from '../src/features/enquiries/commands.server.ts';
import { exportLocations, searchLocations } from '../src/features/locations/admin-list/contract.ts';
import { listRevisions, restoreRevision } from '../src/features/locations/history/contract.ts';
import { FEATURED_FIXED, OFFICE_FIXED, OUTSIDE_AREA } from '../src/features/locations/messages.ts';
import { deleteOption, setOfficeAreas } from '../src/features/locations/catalogue/options/contract.ts';
import { publish } from '../src/features/locations/publishing/contract.ts';
import { locationRecordById } from '../src/features/locations/admin-record/contract.ts';
import { figures, reviewQueue } from '../src/features/locations/review/contract.ts';
import { notifySubmission } from '../src/features/locations/mails/commands.server.ts';
import { saveLocation } from '../src/features/locations/editing/contract.ts';
import { recordRevision } from '../src/features/locations/working-copy/revisions.commands.server.ts';
import { enquiryThread, replyToThread } from '../src/features/enquiries/thread/contract.ts';
import { addEnquiry, addEnquiryLink } from './support/enquiries.ts';
import { SAMPLE_OPTIONS, addImage, addLocation, addOption, locationDeps } from './support/locations.ts';
import { type SignedIn, addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';
import { publishAll } from './support/submissions.ts';

const site = await startSite();
const { db } = site;
const filmoffice = ['North and South Screen'];
const office = await addOption(db, 'filmoffice', filmoffice[0]!);
const otherOffice = await addOption(db, 'filmoffice', 'East Screen');
const north = await addOption(db, 'localauthority', 'North');
await db.insertInto('film_office_areas').values({ authority_id: north, office_id: office }).execute();
const admin = await addSignedInPerson(site, 'ADMIN');
const member = await addSignedInPerson(site, 'FILM_OFFICE', { office_id: office, last_name: 'Northern' });
const other = await addSignedInPerson(site, 'FILM_OFFICE', { office_id: otherOffice, last_name: 'Eastern' });
const owner = await addSignedInPerson(site, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });

const NORTH = { ...SAMPLE_OPTIONS, filmoffice: [], localauthority: ['North'] };
/** By the field, by the council area, by a field that names another office than the council area, and by neither. */
const named = await addLocation(db, { title: 'Named pier', options: { ...SAMPLE_OPTIONS, filmoffice } });
const derived = await addLocation(db, { title: 'Derived pier', options: NORTH });
const elsewhere = await addLocation(db, {
  title: 'Eastern pier',
  owner_id: owner.person.id,
  options: { ...NORTH, filmoffice: ['East Screen'] },
});
const nowhere = await addLocation(db, { title: 'Plain pier' });

const list = async ({ api }: SignedIn, query = 'pier', all: { owner?: string[] }[] = []) => {
  const { data, meta } = await api(searchLocations, {
    query,
    page: { size: 25, current: 1 },
    sort: {},
    filters: { all },
  });
  return { titles: data.map(({ title }) => title).toSorted(), meta };
};
const mailsTo = async (recipient: string) =>
  (await db.selectFrom('outbox').select('kind').where('recipient', '=', recipient).execute()).map(({ kind }) => kind);
const versionOf = async (id: string) =>
  (await db.selectFrom('locations').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version;

describe('the area of a film office', () => {
  test('has the locations that name it and, without a name, those of its council areas', async () => {
    expect((await list(member)).titles).toEqual(['Derived pier', 'Named pier']);
    expect((await list(other)).titles).toEqual(['Eastern pier']);
    expect((await list(admin)).titles).toEqual(expect.arrayContaining(['Eastern pier', 'Plain pier']));
  });

  test('limits counts, filters and the export', async () => {
    const { meta } = await list(member, '');
    expect([meta.total_locations, meta.page.total_results]).toEqual([2, 2]);
    expect((await list(member, '', [{ owner: ['Maclean'] }])).meta.page.total_results).toBe(0);
    expect((await list(other, '', [{ owner: ['Maclean'] }])).titles).toEqual(['Eastern pier']);
    const { content } = await member.api(exportLocations, { query: '', sort: {}, filters: { all: [] } });
    const rows = (await content.text()).trim().split('\r\n').slice(1);
    expect(rows.map((row) => /(\w+ pier)/.exec(row)?.[1]).toSorted()).toEqual(['Derived pier', 'Named pier']);
  });

  test.each([
    ['the record', (id: string) => member.api(locationRecordById, { id })],
    ['the history', (id: string) => member.api(listRevisions, { id })],
    ['publishing', (id: string) => member.api(publish, { id })],
  ])('hides %s of other areas as if the location did not exist', async (_, request) => {
    for (const id of [elsewhere, nowhere, '00000000-0000-4000-8000-000000000000'])
      await expect(request(id)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('follows its council areas at once', async () => {
    await db.deleteFrom('film_office_areas').where('authority_id', '=', north).execute();
    expect((await list(member)).titles).toEqual(['Named pier']);
    await db.insertInto('film_office_areas').values({ authority_id: north, office_id: otherOffice }).execute();
    expect((await list(other)).titles).toEqual(['Derived pier', 'Eastern pier']);
    await db.updateTable('film_office_areas').set({ office_id: office }).where('authority_id', '=', north).execute();
    expect((await list(member)).titles).toEqual(['Derived pier', 'Named pier']);
  });

  test('is set by the Locations Team, and a change by somebody else is a conflict', async () => {
    const set = (id: number, authorities: number[], was?: number[]) =>
      admin.api(setOfficeAreas, { id, authorities, ...(was && { was }) });
    expect(await set(otherOffice, [north], [])).toContainEqual({ authority_id: north, office_id: otherOffice });
    expect((await list(other)).titles).toEqual(['Derived pier', 'Eastern pier']);
    await expect(set(otherOffice, [], [])).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(set(office, [office])).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(set(north, [])).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await set(office, [north], []);
    expect((await list(other)).titles).toEqual(['Eastern pier']);
    const audited = db.selectFrom('audit_logs').select('details').where('type', '=', 65).orderBy('id');
    expect((await audited.execute()).map(({ details }) => details)).toEqual([
      { name: 'East Screen', areas: 'North' },
      { name: filmoffice[0], areas: 'North' },
    ]);
  });

  test('takes only offices and council areas', async () => {
    const insert = (authority_id: number, office_id: number) =>
      db.insertInto('film_office_areas').values({ authority_id, office_id }).execute();
    const category = await addOption(db, 'category', 'Pier');
    await expect(insert(category, office)).rejects.toThrow('film_office_areas_authority_fkey');
    await expect(insert(await addOption(db, 'localauthority', 'West'), category)).rejects.toThrow(
      'film_office_areas_office_fkey',
    );
  });
});

describe('a film office that edits a location', () => {
  test('saves fields, with an audit entry, and publishes', async () => {
    await addImage(db, named, { is_primary: true });
    await db.updateTable('locations').set({ address1: '1 Pier Road' }).where('id', '=', named).execute();
    await member.api(saveLocation, { id: named, version: await versionOf(named), remarks: 'Ask the harbour master.' });
    await member.api(publish, { id: named, version: await versionOf(named) });
    const entries = await db.selectFrom('audit_logs').select('type').where('location_id', '=', named).execute();
    expect(entries.map(({ type }) => type)).toEqual([4, 14]);
  });

  test.each([
    ['the film office', { filmoffice: 'East Screen' }, { filmoffice: OFFICE_FIXED }],
    ['an empty film office', { filmoffice: filmoffice[0]! }, { filmoffice: OFFICE_FIXED }],
    ['the council area to that of nobody', { localauthority: 'Stirling' }, { localauthority: OUTSIDE_AREA }],
  ])('cannot change %s, and nothing is saved', async (_, fields, problems) => {
    const version = await versionOf(derived);
    const save = { id: derived, version, remarks: 'Moved', ...fields };
    await expect(member.api(saveLocation, save)).rejects.toMatchObject({ errorType: 'INVALID', fields: problems });
    const stored = db.selectFrom('locations').select(['version', 'remarks']).where('id', '=', derived);
    expect(await stored.executeTakeFirst()).toEqual({ version, remarks: null });
    expect((await list(member)).titles).toContain('Derived pier');
  });

  test('restores a version without its film office', async () => {
    const id = await addLocation(db, { title: 'Old jetty', options: { ...NORTH, filmoffice: ['East Screen'] } });
    const record = { action: 'CREATED', origin: 'WIZARD', authorId: null, at: new Date() } as const;
    const number = await db.transaction().execute((trx) => recordRevision(trx, id, record));
    await admin.api(saveLocation, { id, version: 1, title: 'New jetty', filmoffice: filmoffice[0]! });
    const restored = await member.api(restoreRevision, { id, number: number!, version: 2 });
    expect(restored.notes).toEqual([`Film office is unchanged: ${OFFICE_FIXED}`]);
    expect(await member.api(locationRecordById, { id })).toMatchObject({
      title: 'Old jetty',
      filmoffice: filmoffice[0],
    });
  });
});

test('the locations on the home page are chosen by the Locations Team', async () => {
  const version = await versionOf(derived);
  const save = (featured: boolean) => ({ id: derived, version, featured, remarks: 'Featured' });
  await expect(member.api(saveLocation, save(true))).rejects.toMatchObject({
    errorType: 'INVALID',
    fields: { featured: FEATURED_FIXED },
  });
  expect(await versionOf(derived)).toBe(version);
  await member.api(saveLocation, save(false));
  await admin.api(saveLocation, { id: derived, version: version + 1, featured: true });
});

describe('the review queue of a film office', () => {
  test('has what waits in its area, with its own figures, and emails tell its accounts', async () => {
    const submitted_at = new Date();
    const waiting = { location_status: 'AWAITING_APPROVAL', submitted_at, owner_id: owner.person.id } as const;
    await db.updateTable('locations').set(waiting).where('id', 'in', [derived, elsewhere]).execute();
    const review = { submitted_at: new Date(0), decided_at: new Date(), decision: 'RETURNED' } as const;
    await db
      .insertInto('location_reviews')
      .values({ ...review, location_id: elsewhere })
      .execute();
    const queue = async ({ api }: SignedIn) => (await api(reviewQueue, {})).data.map(({ id }) => id);
    expect([await queue(member), await queue(other)]).toEqual([[derived], [elsewhere]]);
    const decided = async ({ api }: SignedIn) => (await api(figures, {})).decisions;
    expect([await decided(member), await decided(other)]).toEqual([0, 1]);
    await db.transaction().execute((trx) => notifySubmission(trx, locationDeps(), derived));
    expect(await mailsTo(member.person.email)).toEqual(['location-waiting']);
    expect(await mailsTo(other.person.email)).toEqual([]);
  });
});

describe('enquiries', () => {
  const about = async (...locations: string[]) => {
    const [first] = locations;
    const enquiry = await addEnquiry(db, { location_id: first!, location_title: 'Pier' });
    for (const [n, location_id] of locations.slice(1).entries())
      await db
        .insertInto('enquiry_locations')
        .values({ enquiry_id: enquiry.id, position: n + 1, location_id, title: 'Another pier' })
        .execute();
    return enquiry;
  };
  const seen = async ({ api }: SignedIn) => (await api(cases.enquiries, {})).data.map(({ id }) => id);
  let inArea: Awaited<ReturnType<typeof about>>;
  let outside: typeof inArea;

  beforeAll(async () => {
    await db.deleteFrom('enquiries').execute();
    inArea = await about(elsewhere, derived);
    outside = await about(elsewhere);
    await addEnquiry(db);
  });

  test('are those about a location of the area, in list, export and case', async () => {
    expect(await seen(member)).toEqual([inArea.id]);
    expect((await seen(other)).toSorted()).toEqual([inArea.id, outside.id].toSorted());
    expect(await seen(admin)).toHaveLength(3);
    const counts = [member, other, admin].map(({ api }) => api(cases.newEnquiries, {}));
    expect(await Promise.all(counts)).toEqual([{ total: 1 }, { total: 2 }, { total: 3 }]);
    const { content } = await member.api(cases.exportEnquiries, {});
    expect((await content.text()).trim().split('\r\n')).toHaveLength(2);
    await expect(member.api(cases.enquiryById, { id: outside.id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    const { locations } = await member.api(cases.enquiryById, { id: inArea.id });
    expect(locations.map(({ is_accessible }) => is_accessible)).toEqual([false, true]);
  });

  test('are answered and assigned within the office', async () => {
    const { id, participant } = inArea;
    await member.api(cases.answerEnquiry, { id, participantId: participant, text: 'You can film there.' });
    expect((await member.api(cases.enquiryById, { id })).assignee).toMatchObject({ last_name: 'Northern' });
    // The sender reads who has written it.
    const mail = db
      .selectFrom('outbox')
      .select('text')
      .where('kind', '=', 'enquiry-answer')
      .orderBy('created_at', 'desc');
    expect((await mail.executeTakeFirstOrThrow()).text).toContain(' of North and South Screen has written to you.');
    const link = await addEnquiryLink(db, participant);
    const { messages } = await admin.api(enquiryThread, { token: link });
    expect(messages.map(({ office: author }) => author)).toEqual([null, 'North and South Screen']);
    expect((await member.api(cases.enquiryAssignees, {})).map(({ last_name }) => last_name)).toEqual(['Northern']);
    const assign = ({ person }: SignedIn, enquiry: string) =>
      admin.api(cases.updateEnquiry, { id: enquiry, assignee_id: person.id });
    await expect(assign(member, outside.id)).rejects.toMatchObject({ errorType: 'INVALID' });
    await expect(assign(other, outside.id)).resolves.toBeDefined();
  });

  test('suggest only the owners of locations of the area', async () => {
    const names = async ({ api }: SignedIn) =>
      (await api(cases.enquiryRecipients, { id: inArea.id })).filter(({ kind }) => kind === 'OWNER');
    await db.updateTable('locations').set({ owner_id: null }).where('id', '=', derived).execute();
    expect(await names(member)).toEqual([]);
    expect(await names(other)).toMatchObject([{ name: 'Morag Maclean' }]);
  });

  test('are not passed on to the office of the caller', async () => {
    const enquiry = await about(elsewhere, named);
    const offices = async ({ api }: SignedIn) =>
      (await api(cases.enquiryRecipients, { id: enquiry.id }))
        .filter(({ kind, locations }) => kind === 'FILM_OFFICE' && locations.length > 0)
        .map(({ name }) => name);
    expect(await offices(admin)).toEqual(['East Screen', filmoffice[0]]);
    expect(await offices(member)).toEqual(['East Screen']);
    const passOn = (name: string, email: string) =>
      member.api(cases.passOnEnquiry, { id: enquiry.id, kind: 'FILM_OFFICE', text: 'Can you help?', name, email });
    const rejection = { errorType: 'INVALID', fields: { name: OWN_OFFICE } };
    await expect(passOn('NORTH and South Screen', 'desk@north.example')).rejects.toMatchObject(rejection);
    await expect(passOn('Desk', member.person.email)).rejects.toMatchObject(rejection);
    await expect(passOn('East Screen', 'desk@east.example')).resolves.toBeDefined();
    await db.deleteFrom('enquiries').where('id', '=', enquiry.id).execute();
  });

  test('are seen by the office that they were passed on to', async () => {
    const general = await addEnquiry(db);
    const message = { id: general.id, kind: 'FILM_OFFICE', text: 'Can you help?' } as const;
    await admin.api(cases.passOnEnquiry, { ...message, name: 'Moira', email: member.person.email.toUpperCase() });
    await admin.api(cases.passOnEnquiry, { ...message, name: 'east screen', email: 'desk@east.example' });
    expect(await seen(member)).toContain(general.id);
    expect(await seen(other)).toContain(general.id);
  });

  test('email the accounts of the office, and replies an assignee who still sees them', async () => {
    await publishAll(db, [derived]);
    const { locationurl } = await db
      .selectFrom('published_locations')
      .select('locationurl')
      .where('id', '=', derived)
      .executeTakeFirstOrThrow();
    const form = { name: 'Isla', email: 'isla@northlight.example', phone: '', comment: 'May we?' };
    const deps = { ...locationDeps(), verification: { verify: async () => {} } as never };
    await db
      .transaction()
      .execute((trx) =>
        submitEnquiry(
          { ...deps, trx, actor: null, at: new Date() },
          { ...form, locationUrl: locationurl, locations: [], verification: '' as never },
        ),
      );
    expect(await mailsTo(member.person.email)).toEqual(['location-waiting', 'enquiry']);

    const token = await addEnquiryLink(db, inArea.participant);
    await admin.api(replyToThread, { token, text: 'Thank you.' });
    expect(await mailsTo(member.person.email)).toContain('enquiry-reply');
    await db.updateTable('users').set({ office_id: otherOffice }).where('id', '=', member.person.id).execute();
    await db.deleteFrom('outbox').execute();
    await db.deleteFrom('enquiry_locations').where('location_id', '=', elsewhere).execute();
    await admin.api(replyToThread, { token, text: 'One more thing.' });
    expect(await mailsTo(member.person.email)).toEqual([]);
    expect(await mailsTo('locations@screen-alba.example')).toEqual(['enquiry-reply']);
    await db.updateTable('users').set({ office_id: office }).where('id', '=', member.person.id).execute();
  });
});

describe('the film office of an account', () => {
  const invitee = { firstName: 'Mairi', lastName: 'Bell', role: 'FILM_OFFICE' } as const;

  test('is required by the role, and belongs to no other', async () => {
    const invite = (changes: object) =>
      admin.api(inviteColleague, { ...invitee, email: 'mairi@north.example', ...changes });
    const chooses = { errorType: 'INVALID', fields: { officeId: 'Choose a film office.' } };
    await expect(invite({})).rejects.toMatchObject(chooses);
    await expect(invite({ officeId: north })).rejects.toMatchObject(chooses);
    await expect(invite({ role: 'ADMIN', officeId: office })).rejects.toMatchObject({ errorType: 'INVALID' });
    const { id } = await invite({ officeId: office });
    expect((await admin.api(userById, { id })).office).toEqual({ id: office, name: filmoffice[0] });
    const mail = await db.selectFrom('outbox').selectAll().where('recipient', '=', 'mairi@north.example').execute();
    expect(mail[0]?.subject).toContain('for North and South Screen');

    const set = (id: string, changes: object) => db.updateTable('users').set(changes).where('id', '=', id).execute();
    await expect(set(id, { office_id: null })).rejects.toThrow('users_office_check');
    await expect(set(id, { office_id: north })).rejects.toThrow('users_office_fkey');
    await expect(set(owner.person.id, { office_id: office })).rejects.toThrow('users_office_check');
  });

  test('applies to the next request of a session when it changes, and is audited', async () => {
    const moving = await addSignedInPerson(site, 'FILM_OFFICE', { office_id: office });
    expect((await list(moving)).titles).toContain('Named pier');
    const { person } = moving;
    const form = { firstName: 'Isla', lastName: 'Robertson', email: person.email, telephone1: '0131 496 0177' };
    await admin.api(updateUser, { id: person.id, version: 1, ...form, officeId: otherOffice });
    expect((await list(moving)).titles).toEqual(['Eastern pier']);
    await expect(moving.api(locationRecordById, { id: named })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    const { details } = await db
      .selectFrom('audit_logs')
      .select('details')
      .where('type', '=', 28)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ userId: person.id, fields: 'office_id' });
    // A later save without it keeps it.
    await admin.api(updateUser, { id: person.id, version: 2, ...form, firstName: 'Iona' });
    expect((await admin.api(userById, { id: person.id })).office?.id).toBe(otherOffice);
  });

  test('cannot be deleted while it has accounts; a deleted or promoted account has none', async () => {
    const third = await addOption(db, 'filmoffice', 'West Screen');
    const leaving = await addSignedInPerson(site, 'FILM_OFFICE', { office_id: third });
    const promoted = await addSignedInPerson(site, 'FILM_OFFICE', { office_id: third });
    await expect(admin.api(deleteOption, { id: third })).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: '2 accounts belong to “West Screen”. Give them another film office first.',
    });
    expect((await admin.fetch(`/api/users/${leaving.person.id}`, { method: 'DELETE' })).status).toBe(200);
    const person = { email: promoted.person.email, first_name: 'Isla', last_name: 'Robertson', password_hash: null };
    await db.transaction().execute((trx) => createOrPromoteAdmin(trx, person, new Date()));
    await expect(admin.api(deleteOption, { id: third })).resolves.toBeDefined();
  });
});
