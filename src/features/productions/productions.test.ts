import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addEnquiry } from '../../../tests/support/enquiries.ts';
import { addLocation, addOption } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { addDays, toDay } from '../../platform/text/days.ts';
import { CHOOSE_OFFICE } from '../accounts/messages.ts';
import { mergeCompanies, mergePeople } from './contacts.commands.server.ts';
import { productionFeature } from './feature.ts';
import { deleteOldProductions } from './jobs.server.ts';
import * as messages from './messages.ts';
import { MAX_ENQUIRIES, MAX_LOCATIONS, type Production } from './schema.ts';
import { productionTimeline } from './timeline/contract.ts';
import * as routes from './contract.ts';

const { kysely: db } = await testDatabase();
/** Each call is a millisecond later than the one before. */
let now = new Date();
const tick = () => (now = new Date(now.getTime() + 1));
const handlers = featureHandlers(productionFeature, testServices(db, { now: tick }));
const signIn = async (...person: Parameters<typeof addPerson> extends [unknown, ...infer Rest] ? Rest : never) =>
  createJsonApi(createInProcessCaller(handlers, createCallContext(await addPerson(db, ...person))));
const officeId = await addOption(db, 'filmoffice', 'Film Fife');
const otherOfficeId = await addOption(db, 'filmoffice', 'Highland Film');
const grant = await addPerson(db, 'ADMIN', { first_name: 'Isla', last_name: 'Grant' });
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(grant)));
const office = await signIn('FILM_OFFICE', { office_id: officeId });
const today = toDay(now);

beforeEach(async () => {
  now = new Date();
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('enquiries').execute();
});

const add = async (change: Partial<Production> = {}): Promise<Production> => {
  const { production } = await api(routes.addProduction, { title: 'The Weir' });
  if (Object.keys(change).length === 0) return production;
  return (await api(routes.updateProduction, { id: production.id, ...change })).production;
};
const getTimeline = async (id: string) =>
  (await api(productionTimeline, { id })).data.map(({ kind, text, changes }) => ({ kind, text, changes }));
const listTitles = async (params: object, as = api) =>
  (await as(routes.productions, params)).data.map(({ title }) => title);

describe('a production from an enquiry', () => {
  test('begins with what the enquiry says, and has its messages in the timeline', async () => {
    const { id: enquiryId } = await addEnquiry(db, {
      production_kind: 'FEATURE_FILM',
      filming_from: '2027-03-02',
      filming_to: '2027-03-04',
      crew_size: 40,
    });
    const { production } = await api(routes.addProduction, { title: 'The Weir', enquiryId });
    expect(production).toMatchObject({
      title: 'The Weir',
      stage: 'ENQUIRY',
      kind: 'FEATURE_FILM',
      shoot_from: '2027-03-02',
      shoot_to: '2027-03-04',
      crew_size: 40,
      enquiries: [{ id: enquiryId, name: 'Isla Robertson', state: 'NEW' }],
    });
    expect(production.reference).toMatch(/^PROD-20\d\d-\d{5}$/);
    expect((await getTimeline(production.id)).map(({ kind }) => kind).toSorted()).toEqual([
      'CREATED',
      'ENQUIRY',
      'MESSAGE_IN',
    ]);
    expect(await api(routes.productionOfEnquiry, { id: enquiryId })).toMatchObject({
      production: { id: production.id },
    });
    await expect(api(routes.addProduction, { title: 'Another', enquiryId })).rejects.toMatchObject({
      message: messages.OTHER_PRODUCTION,
    });
    expect(await listTitles({})).toEqual(['The Weir']);
  });

  test('is suggested by its title, and by the email address of a contact or the company', async () => {
    const byTitle = await add();
    const [company] = await db
      .insertInto('companies')
      .values({ name: 'Northlight', email: 'Isla@Northlight.example' })
      .returning('id')
      .execute();
    const byCompany = await add({ title: 'By company', company_id: company!.id });
    const byContact = await add({ title: 'By contact' });
    const [person] = await db
      .insertInto('people')
      .values({ name: 'Isla Robertson', email: 'isla@northlight.example' })
      .returning('id')
      .execute();
    await api(routes.setProductionContacts, {
      id: byContact.id,
      contacts: [{ person_id: person!.id, role: 'Producer' }],
    });
    await add({ title: 'Neither' });
    const { id: enquiryId } = await addEnquiry(db, { production: 'the weir' });
    const { suggestions } = await api(routes.productionOfEnquiry, { id: enquiryId });
    expect(suggestions.map(({ id }) => id).toSorted()).toEqual([byTitle.id, byCompany.id, byContact.id].toSorted());
    const { production } = await api(routes.addProductionEnquiry, { id: byTitle.id, enquiryId });
    expect(production.enquiries.map(({ id }) => id)).toEqual([enquiryId]);
    const removed = await api(routes.removeProductionEnquiry, { id: byTitle.id, enquiryId });
    expect(removed.production.enquiries).toEqual([]);
  });
});

test.each<[change: object, field: string, message: string]>([
  [{ embargoed: true }, 'code_name', messages.ENTER_CODE_NAME],
  [{ embargo_until: '2027-01-01' }, 'embargo_until', messages.EMBARGO_WITHOUT_DATE],
  [{ next_step_on: '2027-01-01' }, 'next_step', messages.ENTER_NEXT_STEP],
  [{ shoot_from: '2027-03-04', shoot_to: '2027-03-02' }, 'shoot_to', messages.DATES_IN_ORDER],
  [{ prep_from: '2027-03-04', post_to: '2027-03-02' }, 'post_to', messages.DATES_IN_ORDER],
  [{ company_id: '00000000-0000-4000-8000-000000000000' }, 'company_id', messages.NO_SUCH_COMPANY],
  [{ office_id: 999_999 }, 'office_id', CHOOSE_OFFICE],
  [{ assignee_id: '00000000-0000-4000-8000-000000000000' }, 'assignee_id', messages.CANNOT_BE_ASSIGNED],
])('rejects %o at %s, and changes nothing', async (change, field, message) => {
  const { id } = await add();
  await expect(api(routes.updateProduction, { id, title: 'Changed', ...change })).rejects.toMatchObject({
    errorType: 'INVALID',
    fields: { [field]: message },
  });
  expect(await api(routes.productionById, { id })).toMatchObject({ title: 'The Weir', version: 1 });
});

test('shows what was changed as people read it, and rejects an outdated version', async () => {
  const { id, version } = await add();
  await api(routes.updateProduction, {
    id,
    version,
    stage: 'SHOOTING',
    budget_band: 'UP_TO_5M',
    assignee_id: grant.id,
  });
  const [latest] = await getTimeline(id);
  expect(latest?.changes).toEqual([
    { label: 'Stage', before: 'Enquiry', after: 'Shooting' },
    { label: 'Budget', before: null, after: '£1,000,000 to £5,000,000' },
    { label: 'Assigned to', before: null, after: 'Isla Grant' },
  ]);
  await expect(api(routes.updateProduction, { id, version, title: 'Late' })).rejects.toMatchObject({
    errorType: 'CONFLICT',
  });
});

test.each([
  [{ embargoed: false }, false],
  [{ embargoed: true, code_name: 'Heron', embargo_until: null }, true],
  [{ embargoed: true, code_name: 'Heron', embargo_until: today }, true],
  [{ embargoed: true, code_name: 'Heron', embargo_until: addDays(today, -1) }, false],
])('with %o the title is secret: %s', async (change, is_secret) => {
  expect(await add(change)).toMatchObject({ is_secret });
});

test('goes on as a new production with its company, contacts and needs', async () => {
  const series = await add({ title: 'Glen', needs: 'A pier', embargoed: true, code_name: 'Heron', stage: 'COMPLETED' });
  const [person] = await db.insertInto('people').values({ name: 'Ruth Bell' }).returning('id').execute();
  await api(routes.setProductionContacts, { id: series.id, contacts: [{ person_id: person!.id, role: 'Producer' }] });
  const { production } = await api(routes.duplicateProduction, { id: series.id });
  expect(production).toMatchObject({
    title: 'Glen',
    needs: 'A pier',
    code_name: 'Heron',
    stage: 'ENQUIRY',
    previous: { id: series.id },
    contacts: [{ name: 'Ruth Bell', role: 'Producer' }],
  });
});

test('names contacts in the timeline as the directory does, and nobody who was deleted there', async () => {
  const [ruth, calum, other] = (
    await db
      .insertInto('people')
      .values(['Ruth Bell', 'Calum Reid', 'C. Reid'].map((name) => ({ name })))
      .returning('id')
      .execute()
  ).map((person) => person.id) as [string, string, string];
  const { id } = await add();
  const set = (...contacts: { person_id: string; role: string }[]) =>
    api(routes.setProductionContacts, { id, contacts });
  const both = [
    { person_id: ruth, role: 'Producer' },
    { person_id: calum, role: 'Designer' },
  ];
  await set(...both);
  await set(...both);
  await set();
  const listContacts = async () =>
    (await getTimeline(id)).flatMap(({ kind, changes }) => (kind === 'CONTACTS' ? changes : []));
  const label = 'Contacts';
  expect(await listContacts()).toEqual([
    { label, before: 'Ruth Bell (Producer), Calum Reid (Designer)', after: null },
    { label, before: null, after: 'Ruth Bell (Producer), Calum Reid (Designer)' },
  ]);
  await db.insertInto('merged_people').values({ id: calum, person_id: other, fields: '{}' }).execute();
  await db.deleteFrom('people').where('id', 'in', [ruth, calum]).execute();
  const left = 'Deleted person (Producer), C. Reid (Designer)';
  expect((await listContacts()).map(({ before }) => before)).toEqual([left, null]);
  const { rows } = await sql`
    select from production_entries where production_id = ${id} and details::text ~ 'Ruth|Calum'`.execute(db);
  expect(rows).toEqual([]);
});

test('records how far it has come with each location, also of one that is deleted later', async () => {
  const locationId = await addLocation(db, { title: 'Weir mill' });
  const { id } = await add();
  await api(routes.setProductionLocation, { id, locationId, state: 'OFFERED' });
  const dates = { used_from: '2027-03-02', used_to: '2027-03-03' };
  await expect(
    api(routes.setProductionLocation, {
      id,
      locationId,
      state: 'USED',
      used_from: '2027-03-03',
      used_to: '2027-03-02',
    }),
  ).rejects.toMatchObject({ fields: { used_to: messages.DATES_IN_ORDER } });
  const used = await api(routes.setProductionLocation, { id, locationId, state: 'USED', ...dates });
  expect(used.production.locations).toMatchObject([{ location_id: locationId, state: 'USED', ...dates }]);
  expect(await listTitles({ location: locationId })).toEqual(['The Weir']);
  expect((await getTimeline(id)).slice(0, 2)).toEqual([
    {
      kind: 'LOCATION',
      text: 'Weir mill',
      changes: [
        { label: 'State', before: 'Offered', after: 'Used' },
        { label: 'First day there', before: null, after: '2 Mar 2027' },
        { label: 'Last day there', before: null, after: '3 Mar 2027' },
      ],
    },
    { kind: 'LOCATION', text: 'Weir mill', changes: [{ label: 'State', before: null, after: 'Offered' }] },
  ]);
  await db.deleteFrom('locations').where('id', '=', locationId).execute();
  expect((await api(routes.productionById, { id })).locations).toMatchObject([
    { location_id: null, title: 'Weir mill', state: 'USED', published: false },
  ]);
});

test('leaves what is not given of a location, so that two people can change it at once', async () => {
  const locationId = await addLocation(db, { title: 'Weir mill' });
  const { id } = await add();
  const set = async (change: object) => {
    const { production } = await api(routes.setProductionLocation, { id, locationId, ...change });
    const [{ state, used_from, used_to }] = production.locations as [Production['locations'][number]];
    return [state, used_from, used_to];
  };
  expect(await set({})).toEqual(['OFFERED', null, null]);
  expect(await set({ state: 'AGREED' })).toEqual(['AGREED', null, null]);
  expect(await set({ used_from: '2027-03-02' })).toEqual(['AGREED', '2027-03-02', null]);
  await expect(set({ used_to: '2027-03-01' })).rejects.toMatchObject({ fields: { used_to: messages.DATES_IN_ORDER } });
  expect(await set({ used_to: '2027-03-04' })).toEqual(['AGREED', '2027-03-02', '2027-03-04']);
  expect(await set({ used_from: '' })).toEqual(['AGREED', null, '2027-03-04']);
  const before = await getTimeline(id);
  expect(before[0]?.changes).toEqual([{ label: 'First day there', before: '2 Mar 2027', after: null }]);
  // Without a change there is no entry.
  await set({ state: 'AGREED' });
  await set({});
  expect(await getTimeline(id)).toEqual(before);
});

test('a film office sees what it looks after, and what has an enquiry about its area, but not the other enquiries', async () => {
  await add({ title: 'Elsewhere', office_id: otherOfficeId });
  await add({ title: 'In Fife', office_id: officeId });
  const inArea = await addLocation(db, { title: 'Pier', options: { filmoffice: ['Film Fife'] } });
  const outside = await addLocation(db, { title: 'Glen' });
  const [near, far] = [
    await addEnquiry(db, { location_id: inArea, location_title: 'Pier' }),
    await addEnquiry(db, { location_id: outside, location_title: 'Glen' }),
  ];
  const shared = await add({ title: 'About a pier' });
  for (const { id: enquiryId } of [near, far]) await api(routes.addProductionEnquiry, { id: shared.id, enquiryId });
  expect((await listTitles({}, office)).toSorted()).toEqual(['About a pier', 'In Fife']);
  const seen = await office(routes.productionById, { id: shared.id });
  expect(seen.enquiries.map(({ id }) => id)).toEqual([near.id]);
  const { data, total } = await office(productionTimeline, { id: shared.id });
  expect(data.flatMap(({ enquiry }) => enquiry?.id ?? [])).toEqual([near.id]);
  expect(total).toBe(data.length);
  await expect(office(routes.removeProductionEnquiry, { id: shared.id, enquiryId: near.id })).rejects.toMatchObject({
    message: messages.WOULD_LOSE_ACCESS,
  });
  const own = await office(routes.addProduction, { title: 'Our own' });
  await expect(office(routes.updateProduction, { id: own.production.id, office_id: null })).rejects.toMatchObject({
    message: messages.WOULD_LOSE_ACCESS,
  });
  expect(own.production.office).toBe('Film Fife');
  await expect(
    office(routes.setProductionLocation, { id: own.production.id, locationId: outside, state: 'OFFERED' }),
  ).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

describe('the list', () => {
  test.each<[params: object, titles: string[]]>([
    [{ query: 'wei' }, ['The Weir']],
    [{ query: 'heron' }, ['Secret']],
    [{ query: 'northl' }, ['Of a company']],
    [{ query: 'weir heron' }, []],
    [{ stage: 'LOST' }, ['Of a company']],
    [{ stage: ['LOST', 'SHOOTING'], sortBy: 'title', sortOrder: 'asc' }, ['Of a company', 'Secret']],
    [{ assignee: grant.id }, ['The Weir']],
    [{ overdue: 'true' }, ['The Weir']],
    [{ from: '2027-03-03', to: '2027-03-03' }, ['Secret']],
    [{ from: '2027-03-05' }, []],
    [{ sortBy: 'shoot_from', sortOrder: 'desc' }, ['Secret']],
  ])('with %o has %o', async (params, titles) => {
    const [company] = await db.insertInto('companies').values({ name: 'Northlight Films' }).returning('id').execute();
    await add({ assignee_id: grant.id, next_step: 'Call', next_step_on: addDays(today, -1) });
    await add({ title: 'Of a company', company_id: company!.id, stage: 'LOST' });
    await add({
      title: 'Secret',
      embargoed: true,
      code_name: 'Heron',
      stage: 'SHOOTING',
      shoot_from: '2027-03-02',
      shoot_to: '2027-03-04',
    });
    const found = await listTitles(params);
    expect('sortBy' in params && !('stage' in params) ? found.slice(0, 1) : found).toEqual(titles);
  });
});

test('follows a company and people that are merged', async () => {
  const names = ['Northlight', 'Northlight Ltd'];
  const companies = await db
    .insertInto('companies')
    .values(names.map((name) => ({ name })))
    .returning('id')
    .execute();
  const people = await db
    .insertInto('people')
    .values(['Calum', 'C. Reid'].map((name) => ({ name })))
    .returning('id')
    .execute();
  const [stays, goes] = [companies[0]!.id, companies[1]!.id];
  const [person, other] = [people[0]!.id, people[1]!.id];
  const one = await add({ company_id: goes });
  const both = await add({ title: 'Both' });
  await api(routes.setProductionContacts, { id: one.id, contacts: [{ person_id: other, role: 'Producer' }] });
  const contacts = [
    { person_id: person, role: 'Producer' },
    { person_id: other, role: 'Scout' },
  ];
  await api(routes.setProductionContacts, { id: both.id, contacts });
  await db.transaction().execute(async (trx) => {
    await mergeCompanies(trx, { from: goes, into: stays });
    await mergePeople(trx, { from: other, into: person });
  });
  expect(await api(routes.productionById, { id: one.id })).toMatchObject({
    company: { id: stays },
    contacts: [{ person_id: person, role: 'Producer' }],
  });
  expect((await api(routes.productionById, { id: both.id })).contacts).toMatchObject([contacts[0]]);
  expect(await listTitles({ company: stays })).toEqual(['The Weir']);
  expect((await listTitles({ person })).toSorted()).toEqual(['Both', 'The Weir']);
});

test('has at most 500 locations and 200 enquiries, which can still be changed', async () => {
  const { id } = await add();
  const locationId = await addLocation(db, { title: 'One too many' });
  const { id: enquiryId } = await addEnquiry(db);
  await sql`
    insert into production_locations (production_id, title, state, added_at)
    select ${id}, 'Weir mill', 'OFFERED', now() from generate_series(1, ${MAX_LOCATIONS - 1})`.execute(db);
  await sql`
    with added as (insert into enquiries (name, email, comment) select 'Isla', 'isla@crew.example', '-'
      from generate_series(1, ${MAX_ENQUIRIES - 1}) returning id)
    insert into production_enquiries (production_id, enquiry_id, added_at) select ${id}, id, now() from added`.execute(
    db,
  );
  await api(routes.setProductionLocation, { id, locationId, state: 'OFFERED' });
  await api(routes.setProductionLocation, { id, locationId, state: 'VISITED' });
  await api(routes.addProductionEnquiry, { id, enquiryId });
  await api(routes.addProductionEnquiry, { id, enquiryId });
  const other = await addLocation(db, { title: 'Two too many' });
  await expect(api(routes.setProductionLocation, { id, locationId: other, state: 'OFFERED' })).rejects.toMatchObject({
    message: messages.locationLimit(MAX_LOCATIONS),
  });
  const { id: late } = await addEnquiry(db);
  await expect(api(routes.addProductionEnquiry, { id, enquiryId: late })).rejects.toMatchObject({
    message: messages.enquiryLimit(MAX_ENQUIRIES),
  });
});

test('loses its film office with the option', async () => {
  const closing = await addOption(db, 'filmoffice', 'Film Closing');
  const { id } = await add({ office_id: closing });
  await db.deleteFrom('options').where('id', '=', closing).execute();
  expect(await api(routes.productionById, { id })).toMatchObject({ office: null, office_id: null });
});

test('is deleted six years after it ended', async () => {
  const ended = await add({ title: 'Lost', stage: 'LOST' });
  const reopened = await add({ title: 'Reopened', stage: 'LOST' });
  await api(routes.updateProduction, { id: reopened.id, stage: 'DEVELOPMENT' });
  const deleteAfter = (days: number) => deleteOldProductions(db, new Date(now.getTime() + days * 86_400_000));
  await deleteAfter(6 * 365 - 1);
  expect(await listTitles({ sortBy: 'title', sortOrder: 'asc' })).toEqual(['Lost', 'Reopened']);
  await deleteAfter(6 * 365 + 1);
  expect(await listTitles({})).toEqual(['Reopened']);
  await expect(api(routes.productionById, { id: ended.id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});
