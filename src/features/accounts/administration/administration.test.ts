import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPublished } from '../../../../tests/support/boards.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { addOption } from '../../../../tests/support/locations.ts';
import { issueMailedToken } from '../../../../tests/support/links.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { type Person, addPerson, signInAs } from '../../../../tests/support/people.ts';
import { type Api, isApiError } from '../../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { countAccountData } from '../../../server/event-subscriptions.ts';
import { resetPassword, verifyEmail } from '../contract.ts';
import { argon2id } from '../passwords/hashing.server.ts';
import { accountFeature } from '../feature.ts';
import { INVITED_ROLES, type InvitedRole, ROLES, ROLE_NAMES } from '../permissions.ts';
import * as routes from './contract.ts';

const { kysely: db } = await testDatabase();
const siteUrl = 'https://recce.example';
const handlers = featureHandlers(
  accountFeature,
  testServices(db, { passwords: argon2id, jobs: { enqueue: async () => {} }, countAccountData }),
);
const apiFor = (person: Person | null): Api =>
  createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
const getErrors = (params: Promise<unknown>) =>
  params.catch((error: unknown) => (isApiError(error) ? { status: error.status, ...error.body } : error));
const mails = () => db.selectFrom('outbox').select(['kind', 'recipient', 'text']).orderBy('created_at').execute();
/** The admin's entries in the audit log. */
const getAuditLog = () =>
  db.selectFrom('audit_logs').select(['type', 'details']).where('user_id', '=', admin.id).orderBy('id').execute();

let admin: Person;
let api: Api;
beforeEach(async () => {
  for (const table of ['outbox', 'published_locations', 'locations', 'users'] as const)
    await db.deleteFrom(table).execute();
  admin = await addPerson(db, 'ADMIN', { first_name: 'Zora', last_name: 'Young', email: 'zora@agency.example' });
  api = apiFor(admin);
});

async function addUsers(): Promise<void> {
  const add = (role: Person['role'], first_name: string, last_name: string, email: string) =>
    addPerson(db, role, { first_name, last_name, email });
  await add('SCOUT', 'Ishbel', 'Ó Néill', 'ishbel@crew.example');
  await add('OWNER', 'Fraser', 'Campbell', 'fraser@weir-mill.example');
  await add('OWNER', 'Ailsa', 'Grant-Muir', 'ailsa@mill.example');
  await add('SCOUT', 'Ewan', "O'Hara", 'ewan.ohara@crew.example');
}

describe('the list of users', () => {
  beforeEach(addUsers);
  const listFirstNames = async (
    params: Parameters<typeof api<typeof routes.users.input, typeof routes.users.output>>[1],
  ) => (await api(routes.users, params)).data.map(({ first_name }) => first_name);

  test.each([
    [{}, ['Fraser', 'Ailsa', 'Ishbel', 'Ewan', 'Zora']],
    [{ sortBy: 'first_name', sortOrder: 'desc' }, ['Zora', 'Ishbel', 'Fraser', 'Ewan', 'Ailsa']],
    [{ sortBy: 'email' }, ['Ailsa', 'Ewan', 'Fraser', 'Ishbel', 'Zora']],
    [{ query: 'neill' }, ['Ishbel']],
    [{ query: 'NÉILL ish' }, ['Ishbel']],
    [{ query: "o'ha" }, ['Ewan']],
    [{ query: 'mill' }, ['Fraser', 'Ailsa']],
    [{ query: 'mill grant' }, ['Ailsa']],
    [{ last_name: 'muir' }, ['Ailsa']],
    [{ first_name: 'grant' }, []],
    [{ email: 'fraser@weir-mill.example' }, ['Fraser']],
    [{ email: "a'b) & :*" }, []],
    [{ role: 'SCOUT' }, ['Ishbel', 'Ewan']],
    [{ role: ['SCOUT', 'ADMIN'], query: 'example' }, ['Ishbel', 'Ewan', 'Zora']],
  ] as const)('of %j', async (params, expected) => {
    expect(await listFirstNames(params as never)).toEqual(expected);
  });

  test('is paginated without deleted users', async () => {
    for (let n = 0; n < 30; n++) await addPerson(db, 'SCOUT', { last_name: 'Aalto' });
    await db
      .updateTable('users')
      .set({ enabled_at: null, email: null, password_hash: null, telephone1: null, jobtitle: null })
      .where('first_name', '=', 'Ewan')
      .execute();
    const first = await api(routes.users, { sortBy: 'role', sortOrder: 'desc' });
    const second = await api(routes.users, { sortBy: 'role', sortOrder: 'desc', page: 2 });
    expect(first).toMatchObject({ total: 34, current_page: 1, per_page: 25 });
    expect(first.data.length + second.data.length).toBe(34);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(34);
  });

  test('is exported with its filters and its order', async () => {
    for (let n = 0; n < 1_001; n++) await db.insertInto('users').values(row(n)).execute();
    const lines = (params: object) => exportLines(handlers, routes.exportUsers, admin, params);
    const all = await lines({ sortBy: 'last_name', sortOrder: 'desc' });
    expect(all[0]).toBe('Id,First Name,Last Name,Email,Role,Film Office,Joined,Email verified');
    expect(all).toHaveLength(1 + 5 + 1_001);
    expect(new Set(all).size).toBe(all.length);
    expect(all[1]).toContain('Zora,Young,zora@agency.example,Locations Team,');
    expect((await lines({ role: 'OWNER', sortBy: 'id' })).slice(1)).toHaveLength(2);
  });

  const row = (n: number) => ({
    ...({ role: 'SCOUT', first_name: 'Same', last_name: 'Same', email: `same-${n}@crew.example` } as const),
    password_hash: 'none',
  });

  test('is forbidden to other roles', async () => {
    const scout = await addPerson(db, 'SCOUT');
    expect(await getErrors(apiFor(scout)(routes.users, {}))).toMatchObject({ status: 403 });
  });
});

describe('users', () => {
  const form = { firstName: 'Ishbel', lastName: 'Muir', telephone1: '0131 496 0100', title: 'Producer', website: '' };

  test('are changed by the team, which records the names of changed fields but not their values', async () => {
    const { id, email } = await addPerson(db, 'SCOUT');
    const before = await api(routes.userById, { id });
    expect(before).toMatchObject({ email, version: 1, new_email: null, contact: { jobtitle: 'Location manager' } });
    const { message, user } = await api(routes.updateUser, { id, version: 1, ...form, email });
    expect(message).toBe('Record saved successfully');
    expect(user).toMatchObject({ first_name: 'Ishbel', version: 2, contact: { jobtitle: 'Producer' } });
    expect(await getAuditLog()).toEqual([
      { type: 28, details: { userId: id, fields: 'first_name, last_name, telephone1, jobtitle' } },
    ]);
    await api(routes.updateUser, { id, version: 2, ...form, email });
    expect(await getAuditLog()).toHaveLength(1);
  });

  test('are not overwritten with an outdated version', async () => {
    const { id, email } = await addPerson(db, 'SCOUT');
    const other = apiFor(await addPerson(db, 'ADMIN'));
    await other(routes.updateUser, { id, version: 1, ...form, email });
    const late = api(routes.updateUser, { id, version: 1, ...form, lastName: 'Late', email });
    expect(await getErrors(late)).toMatchObject({ status: 409 });
    expect(await api(routes.userById, { id })).toMatchObject({ last_name: 'Muir' });
  });

  test('reject the second of two concurrent changes', async () => {
    const { id, email } = await addPerson(db, 'SCOUT');
    const other = await addPerson(db, 'ADMIN');
    const saves = [admin, other].map((person) => apiFor(person)(routes.updateUser, { id, version: 1, ...form, email }));
    const outcomes = await Promise.all(saves.map(getErrors));
    expect(outcomes.map((outcome) => (outcome as { status?: number }).status).toSorted()).toEqual([409, undefined]);
  });

  test('require the fields of their role, with messages that do not say "your"', async () => {
    const getErrorFields = async (role: Person['role']) => {
      const { id, email } = await addPerson(db, role);
      const bare = { id, version: 1, firstName: ' ', lastName: 'Muir', telephone1: '', title: '', website: '', email };
      const first = await getErrors(api(routes.updateUser, bare));
      const { fields } = (await getErrors(api(routes.updateUser, { ...bare, firstName: 'A' }))) as { fields?: object };
      return [(first as { fields: object }).fields, Object.keys(fields ?? {})];
    };
    expect(await getErrorFields('SCOUT')).toEqual([{ firstName: 'Enter the first name.' }, ['telephone1', 'title']]);
    expect(await getErrorFields('OWNER')).toEqual([{ firstName: 'Enter the first name.' }, ['telephone1']]);
    expect(await getErrorFields('ADMIN')).toEqual([{ firstName: 'Enter the first name.' }, []]);
  });

  test('keep their email address until the link to the new one is followed, and are logged out then', async () => {
    const person = await addPerson(db, 'OWNER');
    await signInAs({ db, url: siteUrl }, person);
    const { id } = person;
    const { message, user } = await api(routes.updateUser, { id, version: 1, ...form, email: 'new@mill.example' });
    expect(message).toContain('when the link that we have sent to new@mill.example is followed');
    expect(user).toMatchObject({ email: person.email, new_email: 'new@mill.example' });
    expect((await mails()).map(({ kind, recipient }) => `${kind} to ${recipient}`).toSorted()).toEqual([
      `address-changing to ${person.email}`,
      'verify-email to new@mill.example',
    ]);
    const token = await issueMailedToken(db, 'verify-email');
    await apiFor(null)(verifyEmail, { token });
    expect(await api(routes.userById, { id })).toMatchObject({
      email: 'new@mill.example',
      new_email: null,
      version: 3,
    });
    const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
    expect(sessions).toEqual([]);
  });

  test('cannot take the email address of another user', async () => {
    const { id } = await addPerson(db, 'OWNER');
    const save = api(routes.updateUser, { id, version: 1, ...form, email: 'ZORA@agency.example' });
    expect(await getErrors(save)).toMatchObject({
      status: 422,
      fields: { email: 'Another user has this email address.' },
    });
    expect(await getAuditLog()).toEqual([]);
    expect(await api(routes.userById, { id })).toMatchObject({ first_name: 'Isla', version: 1 });
  });

  test('return 404 when they do not exist', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await getErrors(api(routes.userById, { id }))).toMatchObject({ status: 404 });
    expect(await getErrors(api(routes.userDataSummary, { id }))).toMatchObject({ status: 404 });
    expect(await getErrors(api(routes.updateUser, { id, version: 1, ...form, email: 'a@b.example' }))).toMatchObject({
      status: 404,
    });
  });

  test('have the data counted that is deleted with their account', async () => {
    const owner = await addPerson(db, 'OWNER');
    const scout = await addPerson(db, 'SCOUT');
    const [published, other] = await addPublished(db, ['Mill', 'Weir'], false);
    await db.updateTable('locations').set({ owner_id: owner.id }).where('id', 'in', [published!, other!]).execute();
    await db.deleteFrom('published_locations').where('id', '=', other!).execute();
    const boards = await db
      .insertInto('boards')
      .values([
        { user_id: scout.id, title: 'One', link: 'x'.repeat(24) },
        { user_id: scout.id, title: 'Two', archived_at: new Date() },
        { user_id: admin.id, title: 'Three', private: true },
      ])
      .returning('id')
      .execute();
    await db.insertInto('board_shares').values({ board_id: boards[0]!.id, email: owner.email.toUpperCase() }).execute();
    const none = { boards: 0, archived_boards: 0, shares: 0, public_links: 0, private_boards: 0, shared_boards: 0 };
    const nothing = { ...none, locations: 0, published_locations: 0 };
    expect(await api(routes.userDataSummary, { id: owner.id })).toEqual({
      ...nothing,
      shared_boards: 1,
      locations: 2,
      published_locations: 1,
    });
    expect(await api(routes.userDataSummary, { id: scout.id })).toEqual({
      ...nothing,
      boards: 2,
      archived_boards: 1,
      shares: 1,
      public_links: 1,
    });
    expect(await api(routes.userDataSummary, { id: admin.id })).toEqual({ ...nothing, private_boards: 1 });
  });
});

describe('invitations', () => {
  const person = { firstName: 'Mairi', lastName: 'Bell', email: 'mairi@agency.example' };

  test('create an account that is verified by choosing a password', async () => {
    const { id, message } = await api(routes.inviteColleague, person);
    expect(message).toBe('We have sent an invitation to mairi@agency.example.');
    expect(await api(routes.userById, { id })).toMatchObject({ role: 'ADMIN', email_verified_at: null });
    expect(await getAuditLog()).toEqual([{ type: 35, details: { userId: id } }]);
    expect((await mails())[0]?.text).toContain('Zora Young has created an account for you');
    await apiFor(null)(resetPassword, {
      token: await issueMailedToken(db, 'invitation'),
      password: 'three otters in a weir',
    });
    const team = await api(routes.users, { role: 'ADMIN' });
    expect(team.data.map(({ last_name, email_verified_at }) => [last_name, email_verified_at !== null])).toEqual([
      ['Bell', true],
      ['Young', true],
    ]);
  });

  test('have the roles that people can be invited to', async () => {
    const invite = (role: string) => getErrors(api(routes.inviteColleague, { ...person, role: role as InvitedRole }));
    for (const role of ROLE_NAMES.filter((name) => !(INVITED_ROLES as readonly string[]).includes(name)))
      expect(await invite(role)).toMatchObject({ status: 422, fields: { role: expect.any(String) } });
    const office = await addOption(db, 'filmoffice', 'Stirling film liaison');
    for (const [n, role] of INVITED_ROLES.entries()) {
      const invitee = { ...person, email: `mairi${n}@agency.example`, role };
      const officeId = ROLES[role].hasOffice ? office : undefined;
      const { id } = await api(routes.inviteColleague, { ...invitee, officeId });
      expect(await api(routes.userById, { id })).toMatchObject({ role });
    }
  });

  test('are rejected for an email address that has an account', async () => {
    const owner = await addPerson(db, 'OWNER');
    const invite = (email: string) => getErrors(api(routes.inviteColleague, { ...person, email }));
    expect(await invite(owner.email)).toMatchObject({
      status: 409,
      fields: { email: expect.stringContaining('Location Owner') },
    });
    expect(await invite('Zora@agency.example')).toMatchObject({ status: 409 });
    expect(await mails()).toEqual([]);
    expect(await getAuditLog()).toEqual([]);
  });
});
