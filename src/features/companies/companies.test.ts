import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { addCompany, addCompanyPerson } from '../../../tests/support/companies.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { administer } from '../../../tests/support/test-server.ts';
import { APPLICATION_ROLE } from '../../platform/db/pool.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import * as routes from './contract.ts';
import type { CompanyEvent } from './events.ts';
import { companyFeature } from './feature.ts';
import * as history from './history/contract.ts';
import { deleteUnused } from './jobs.server.ts';
import * as merging from './merging/contract.ts';
import * as messages from './messages.ts';
import * as people from './people/contract.ts';
import { CONTACT_DATA } from './people/personal-data.queries.server.ts';

const { kysely: db, url } = await testDatabase();
const isla = await addPerson(db, 'ADMIN', { first_name: 'Isla', last_name: 'Grant' });
const published: CompanyEvent[] = [];
/** Stands for a feature above: what its table refers to is in use, and a merge moves the reference. */
await administer(
  url,
  `create table shoots (company_id uuid references companies on delete restrict, person_id uuid references people);
  grant all on shoots to ${APPLICATION_ROLE}`,
);
const handlers = featureHandlers(
  companyFeature,
  testServices(db, {
    publishEvent: async (trx, event: CompanyEvent) => {
      published.push(event);
      const column = sql.ref(event.type === 'companies.merging' ? 'company_id' : 'person_id');
      await sql`update shoots set ${column} = ${event.into} where ${column} = ${event.from}`.execute(trx);
    },
  }),
);
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(isla)));
const getNames = ({ data }: { readonly data: readonly { readonly name: string }[] }) => data.map(({ name }) => name);

beforeEach(async () => {
  published.length = 0;
  await sql`delete from shoots`.execute(db);
  await db.deleteFrom('people').execute();
  await db.deleteFrom('companies').execute();
});

describe('a list', () => {
  test('finds companies by beginnings of words without accents, and by the whole telephone number', async () => {
    await addCompany(db, { name: 'Ó Néill Pictures', telephone: '+44 131 496 0000' });
    await addCompany(db, { name: 'Weir Films Ltd', email: 'office@weir.example' });
    const find = async (query: string) => getNames(await api(routes.companies, { query }));
    expect(await find('nei pic')).toEqual(['Ó Néill Pictures']);
    expect(await find('office@weir')).toEqual(['Weir Films Ltd']);
    expect(await find('0131 496 0000')).toEqual(['Ó Néill Pictures']);
    expect(await find('0131')).toEqual([]);
    expect(await find('')).toEqual(['Ó Néill Pictures', 'Weir Films Ltd']);
  });

  test('finds people by their names and the name of their company together', async () => {
    const company_id = await addCompany(db, { name: 'Weir Films' });
    await addCompanyPerson(db, { name: 'Ailsa Bell', company_id });
    await addCompanyPerson(db, { name: 'Ailsa Gunn' });
    const find = async (params: object) => getNames(await api(people.people, params));
    expect(await find({ query: 'weir ailsa' })).toEqual(['Ailsa Bell']);
    expect(await find({ company: 'none' })).toEqual(['Ailsa Gunn']);
    expect(await find({ company: company_id })).toEqual(['Ailsa Bell']);
    expect(await find({ sortBy: 'name', sortOrder: 'desc' })).toEqual(['Ailsa Gunn', 'Ailsa Bell']);
    expect(await api(people.personSuggestions, { query: 'ailsa w' })).toMatchObject([
      { name: 'Ailsa Bell', company: { name: 'Weir Films' } },
    ]);
  });

  test('finds those that have a name, an email address or a telephone number in common', async () => {
    await addCompany(db, { name: 'The Weir Films Ltd.' });
    await addCompany(db, { name: 'WEIR FILMS' });
    await addCompany(db, { name: 'Lade', telephone: '0131 496 0000' });
    await addCompany(db, { name: 'Mill', telephone: '+44 131 496 0000' });
    await addCompany(db, { name: 'Quay' });
    const find = async (duplicates: 'true' | 'false') => getNames(await api(routes.companies, { duplicates }));
    expect(await find('true')).toEqual(['Lade', 'Mill', 'The Weir Films Ltd.', 'WEIR FILMS']);
    expect(await find('false')).toEqual(['Quay']);
  });
});

describe('a possible duplicate', () => {
  test('that is another company or person is last, in no list of duplicates, and stays so after a merge', async () => {
    const [weir, other, third] = [
      await addCompany(db, { name: 'The Weir Films Ltd.' }),
      await addCompany(db, { name: 'Weir Films' }),
      await addCompany(db, { name: 'WEIR FILMS', email: 'office@weir.example' }),
    ];
    const decide = (otherId: string, isDifferent = true) =>
      api(merging.decideCompanyDuplicate, { id: weir, otherId, isDifferent });
    const list = async (id: string) =>
      (await api(merging.companyDuplicates, { id })).map((found) => [found.id, found.is_different]);
    const count = async () => (await api(routes.companies, { duplicates: 'true' })).total;
    await decide(other);
    await decide(other);
    expect(await list(weir)).toEqual([
      [third, false],
      [other, true],
    ]);
    expect(await list(other)).toEqual([
      [third, false],
      [weir, true],
    ]);
    expect(await count()).toBe(3);
    await decide(third);
    // The second and the third may still be one.
    expect(await count()).toBe(2);
    await api(merging.mergeCompany, { id: third, other_id: other });
    expect(await list(third)).toEqual([[weir, true]]);
    expect(await count()).toBe(0);
    await decide(third, false);
    expect(await count()).toBe(2);
    // A merge with one that was different carries over what was decided about it.
    await decide(third);
    const fourth = await addCompany(db, { name: 'Weir Films' });
    await api(merging.mergeCompany, { id: fourth, other_id: third });
    expect(await list(weir)).toEqual([[fourth, true]]);
  });

  test('is decided for people too, once for each pair, and not for entries that have nothing in common', async () => {
    const [ailsa, same, rory] = [
      await addCompanyPerson(db, { name: 'Ailsa Bell' }),
      await addCompanyPerson(db, { name: 'ailsa bell' }),
      await addCompanyPerson(db, { name: 'Rory Bell' }),
    ];
    const decide = (id: string, otherId: string) =>
      api(merging.decidePersonDuplicate, { id, otherId, isDifferent: true });
    await decide(ailsa, same);
    await decide(same, ailsa);
    expect(await db.selectFrom('different_people').selectAll().execute()).toHaveLength(1);
    expect((await api(people.people, { duplicates: 'true' })).total).toBe(0);
    for (const other of [rory, ailsa])
      await expect(decide(ailsa, other)).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.NOT_ALIKE });
    await expect(decide(ailsa, isla.id)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await api(people.deletePerson, { id: same });
    expect(await db.selectFrom('different_people').selectAll().execute()).toEqual([]);
  });
});

describe('a company or person', () => {
  test('is added, changed and deleted, with a version for each change', async () => {
    const { id: company_id } = await api(routes.createCompany, { name: ' Weir Films ', website: '' });
    const { id } = await api(people.createPerson, { name: 'Ailsa Bell', company_id, email: 'ailsa@weir.example' });
    const { person } = await api(people.updatePerson, { id, version: 1, name: 'Ailsa Bell', job_title: 'Producer' });
    expect(person).toMatchObject({ version: 2, job_title: 'Producer', email: null, company: null });
    expect(await api(routes.companyById, { id: company_id })).toMatchObject({ name: 'Weir Films', people: 0 });
    const { data } = await api(history.personRevisions, { id });
    expect(data).toMatchObject([
      { number: 2, action: 'CHANGED', author: { last_name: 'Grant' }, fields: ['job_title', 'company_id', 'email'] },
      { number: 1, action: 'CREATED', fields: [] },
    ]);
    await api(people.deletePerson, { id, version: '2' });
    await expect(api(people.personById, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('is not changed with an outdated version, and a person not to a company that does not exist', async () => {
    const id = await addCompany(db, { name: 'Weir' }, { name: 'Weir Films' });
    await expect(api(routes.updateCompany, { id, version: 1, name: 'Lade' })).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: messages.SAVED_MEANWHILE,
    });
    await expect(api(people.createPerson, { name: 'Ailsa', company_id: isla.id })).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { company_id: messages.NO_SUCH_COMPANY },
    });
    await expect(api(routes.createCompany, { name: ' ', email: 'x', website: 'weir' })).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { name: expect.any(String), email: expect.any(String), website: expect.any(String) },
    });
  });

  test('is not deleted while it is in use, and leaves its people behind', async () => {
    const id = await addCompany(db, { name: 'Weir Films' });
    const person = await addCompanyPerson(db, { name: 'Ailsa Bell', company_id: id });
    await sql`insert into shoots values (${id}, ${person})`.execute(db);
    await expect(api(routes.deleteCompany, { id })).rejects.toMatchObject({ message: messages.COMPANY_IN_USE });
    await expect(api(people.deletePerson, { id: person })).rejects.toMatchObject({ message: messages.PERSON_IN_USE });
    await sql`delete from shoots`.execute(db);
    await api(routes.deleteCompany, { id });
    expect(await api(people.personById, { id: person })).toMatchObject({ company: null, version: 2 });
  });
});

describe('a merge', () => {
  test('suggests what has most in common, fills empty values, and moves people, references and pages', async () => {
    const kept = await addCompany(db, { name: 'Weir Films Ltd', email: 'office@weir.example' });
    const other = await addCompany(db, {
      name: 'Weir Films',
      email: 'OFFICE@weir.example',
      telephone: '0131 496 0000',
    });
    const older = await addCompany(db, { name: 'The Weir Films' });
    const person = await addCompanyPerson(db, { name: 'Ailsa Bell', company_id: other });
    await sql`insert into shoots (company_id) values (${other})`.execute(db);
    expect(await api(merging.companyDuplicates, { id: kept })).toMatchObject([
      { id: other, reasons: ['email', 'name'] },
      { id: older, reasons: ['name'] },
    ]);
    await api(merging.mergeCompany, { id: other, other_id: older });
    await api(merging.mergeCompany, { id: kept, version: 1, other_id: other, other_version: 2 });
    expect(await api(routes.companyById, { id: other })).toMatchObject({
      id: kept,
      name: 'Weir Films Ltd',
      email: 'office@weir.example',
      telephone: '0131 496 0000',
      people: 1,
      version: 2,
    });
    expect(await api(routes.companyById, { id: older })).toMatchObject({ id: kept });
    expect(await api(people.personById, { id: person })).toMatchObject({ company: { id: kept }, version: 2 });
    expect((await sql`select company_id from shoots`.execute(db)).rows).toEqual([{ company_id: kept }]);
    expect(published.at(-1)).toMatchObject({ type: 'companies.merging', from: other, into: kept, actorId: isla.id });
    expect(await api(history.companyRevision, { id: kept, number: 2 })).toMatchObject({
      action: 'MERGED',
      merged: { name: 'Weir Films', email: 'OFFICE@weir.example' },
    });
    await api(history.restoreCompany, { id: kept, number: 1, version: 2 });
    expect(await api(routes.companyById, { id: kept })).toMatchObject({ telephone: null, version: 3 });
  });

  test('takes the chosen values of a person, and is rejected with an outdated version', async () => {
    const kept = await addCompanyPerson(db, { name: 'Ailsa Bell', job_title: 'Producer' });
    const other = await addCompanyPerson(db, { name: 'Ailsa M. Bell', job_title: 'Line producer' });
    const merge = { id: kept, other_id: other, fields: ['name' as const] };
    await expect(api(merging.mergePerson, { ...merge, other_version: 2 })).rejects.toMatchObject({
      errorType: 'CONFLICT',
    });
    await expect(api(merging.mergePerson, { id: kept, other_id: kept })).rejects.toMatchObject({
      errorType: 'INVALID',
    });
    await api(merging.mergePerson, merge);
    expect(await api(people.personById, { id: other })).toMatchObject({
      id: kept,
      name: 'Ailsa M. Bell',
      job_title: 'Producer',
    });
  });
});

describe('restoring a version', () => {
  test('gives the values back, but not a company that was deleted', async () => {
    const company_id = await addCompany(db, { name: 'Weir Films' });
    const id = await addCompanyPerson(db, { name: 'Ailsa Bell', company_id }, { name: 'Ailsa Gunn' });
    await api(routes.deleteCompany, { id: company_id });
    expect(await api(history.restorePerson, { id, number: 1, version: 3 })).toMatchObject({
      number: 4,
      notes: [messages.COMPANY_DELETED_SINCE],
    });
    expect(await api(people.personById, { id })).toMatchObject({ name: 'Ailsa Bell', company: null });
    await expect(api(history.restorePerson, { id, number: 1 })).rejects.toMatchObject({
      message: messages.NOTHING_TO_RESTORE,
    });
    await expect(api(history.restorePerson, { id, number: 9 })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

test('deletes what is not in use three years after its last change, and companies only without people', async () => {
  const [old, recent] = [new Date(Date.now() - 1_100 * DAY_MS), new Date()];
  const company_id = await addCompany(db, { name: 'With a person', updated_at: old });
  const used = await addCompany(db, { name: 'In use', updated_at: old });
  await addCompany(db, { name: 'Without people', updated_at: old });
  await addCompanyPerson(db, { name: 'Recent', company_id, updated_at: recent });
  await addCompanyPerson(db, { name: 'Old', company_id: used, updated_at: old });
  await sql`insert into shoots (company_id) values (${used})`.execute(db);
  await deleteUnused(db, new Date());
  expect(getNames(await api(people.people, {}))).toEqual(['Recent']);
  expect(getNames(await api(routes.companies, {}))).toEqual(['In use', 'With a person']);
});

test('gives people what is stored about them, with its history', async () => {
  const company_id = await addCompany(db, { name: 'Weir Films', email: 'office@weir.example' });
  await addCompanyPerson(db, { name: 'Ailsa', email: 'Ailsa@weir.example', company_id }, { notes: 'Called in May' });
  const read = async (email: string) => {
    const rows: object[] = [];
    for await (const batch of CONTACT_DATA[0]!.read(db, { id: isla.id, email })) rows.push(...batch);
    return rows;
  };
  expect(await read('ailsa@weir.example')).toMatchObject([
    {
      kind: 'person',
      company: 'Weir Films',
      notes: 'Called in May',
      history: [{ notes: null }, { notes: 'Called in May' }],
    },
  ]);
  expect(await read('nobody@weir.example')).toEqual([]);
});
