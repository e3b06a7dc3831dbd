import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeProfile, logIn } from '../src/features/accounts/contract.ts';
import { changePassword } from '../src/features/accounts/passwords/contract.ts';
import {
  deleteUser,
  endUserSessions,
  inviteColleague,
  updateUser,
} from '../src/features/accounts/administration/contract.ts';
import { deleteUnverifiedAccounts } from '../src/features/accounts/account-deletion/unverified.jobs.server.ts';
import { AUDIT_TYPES } from '../src/features/audit-log/entry-types.ts';
import { publishEvent } from '../src/server/event-subscriptions.ts';
import { deleteExpired } from '../src/features/accounts/cleanup.jobs.server.ts';
import {
  confirmWithPassword,
  endOtherSessions,
  endOwnSession,
  ownSessions,
} from '../src/features/accounts/sessions/contract.ts';
import { isApiError } from '../src/platform/http/contract.ts';
import { getRouteName, listRoutes } from './permissions/calls.ts';
import { PASSWORD, type Person, addPerson, addSignedInPerson, signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';

const MINUTE = 60_000;
const NEW_PASSWORD = 'seven geese over the loch';
/** Milliseconds by which the tests have advanced the clock of the site. */
let elapsed = 0;
const clock = () => new Date(Date.now() + elapsed);
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => vi.useRealTimers());
const site = await startSite({ now: clock });
const { db } = site;
beforeEach(() => {
  elapsed = 0;
});

/** Returns the error of a rejected call, otherwise its output. */
const getOutcome = (response: Promise<unknown>) =>
  response.catch((error: unknown) => (isApiError(error) ? { status: error.status, ...error.body } : error));
const UNCONFIRMED = { status: 403, errorType: 'IDENTITY_NOT_CONFIRMED' };
const listAudit = (userId: string, type: number) =>
  db
    .selectFrom('audit_logs')
    .select('details')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .orderBy('id')
    .execute();
const listMails = (recipient: string) =>
  db.selectFrom('outbox').select(['kind', 'text']).where('recipient', '=', recipient).orderBy('created_at').execute();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Logs in as a browser with a cookie would. Returns the token, and the cookie of the browser. */
async function logInFrom({ email }: Pick<Person, 'email'>, { cookie = '', password = PASSWORD } = {}) {
  const response = await fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, cookie },
    body: JSON.stringify({ email, password }),
  });
  const [device] = /known-device=[\w-]{43}/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  const setCookie = response.headers.getSetCookie();
  if (!response.ok) return { status: response.status, device: '', setCookie, token: '' };
  const { session } = logIn.output.parse(await response.json());
  return { status: response.status, device: device ?? '', setCookie, token: session?.token ?? '' };
}

describe('confirming who one is', () => {
  const CONFIRMED = {
    'DELETE /users/{id}': 'always',
    'DELETE /user/sessions': 'always',
    'DELETE /user/sessions/{id}': 'always',
    'POST /users': 'always',
    'PUT /profile': 'if-sensitive',
    'PUT /users/{id}': 'if-sensitive',
    'DELETE /users/{id}/second-factors': 'always',
    'DELETE /users/{id}/sessions': 'always',
    'DELETE /users/{id}/single-sign-on': 'always',
    'POST /profile/delete': 'if-sensitive',
    'POST /second-factors/authenticator': 'always',
    'POST /second-factors/authenticator/confirm': 'always',
    'DELETE /second-factors/authenticator': 'always',
    'POST /second-factors/passkeys/begin': 'always',
    'POST /second-factors/passkeys': 'always',
    'DELETE /second-factors/passkeys/{id}': 'always',
    'POST /second-factors/recovery-codes': 'always',
    'POST /api-tokens': 'always',
    'POST /profile/data-exports': 'always',
    'POST /profile/data-exports/{id}/download': 'always',
  };

  test('is required by the sensitive routes', () => {
    const declared = listRoutes(site).flatMap((route) =>
      route.confirmIdentity ? [[getRouteName(route), route.confirmIdentity]] : [],
    );
    expect(Object.fromEntries(declared)).toEqual(CONFIRMED);
  });

  test('is not asked for within ten minutes of logging in, and then until the password is entered', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const other = await addPerson(db, 'SCOUT');
    const remove = () => getOutcome(admin.api(deleteUser, { id: other.id }));
    const invite = (email: string) =>
      getOutcome(admin.api(inviteColleague, { firstName: 'Mairi', lastName: 'Bell', email }));
    elapsed = 10 * MINUTE - 1;
    expect(await invite('mairi@agency.example')).toMatchObject({ message: expect.stringContaining('invitation') });
    elapsed = 10 * MINUTE;
    expect(await remove()).toMatchObject(UNCONFIRMED);
    expect(await invite('moira@agency.example')).toMatchObject(UNCONFIRMED);
    expect(await getOutcome(admin.api(endOtherSessions, {}))).toMatchObject(UNCONFIRMED);
    expect(await db.selectFrom('users').select('id').where('email', '=', 'moira@agency.example').execute()).toEqual([]);

    expect(await getOutcome(admin.api(confirmWithPassword, { password: 'not the password' }))).toMatchObject({
      status: 422,
      fields: { password: 'This is not your password. Please check it.' },
    });
    expect(await remove()).toMatchObject(UNCONFIRMED);
    await admin.api(confirmWithPassword, { password: PASSWORD });
    expect(await remove()).toMatchObject({ message: 'User has been deleted successfully' });
    elapsed = 20 * MINUTE;
    expect(await invite('moira@agency.example')).toMatchObject(UNCONFIRMED);
  });

  test('applies to one session only', async () => {
    const person = await addPerson(db, 'SCOUT');
    const [one, other] = [await signInAs(site, person), await signInAs(site, person)];
    elapsed = 11 * MINUTE;
    await one.api(confirmWithPassword, { password: PASSWORD });
    expect(await getOutcome(other.api(endOtherSessions, {}))).toMatchObject(UNCONFIRMED);
    expect(await one.api(ownSessions, {})).toHaveLength(2);
  });

  test('is required for another email address of one’s account, but not for other fields', async () => {
    const { api, person } = await addSignedInPerson(site, 'ADMIN');
    const profile = { firstName: 'Ishbel', lastName: 'Muir' };
    elapsed = 11 * MINUTE;
    await api(changeProfile, { ...profile, email: person.email });
    const change = { ...profile, firstName: 'Iseabail', email: 'ishbel@new.example' };
    expect(await getOutcome(api(changeProfile, change))).toMatchObject(UNCONFIRMED);
    const stored = db.selectFrom('users').select('first_name').where('id', '=', person.id);
    expect(await stored.execute()).toEqual([{ first_name: 'Ishbel' }]);
    expect(await listMails('ishbel@new.example')).toEqual([]);
    await api(confirmWithPassword, { password: PASSWORD });
    await api(changeProfile, change);
    expect(await listMails('ishbel@new.example')).toMatchObject([{ kind: 'verify-email' }]);
  });

  test('is required for another email address or film office of a user, but not for other fields', async () => {
    const { api } = await addSignedInPerson(site, 'ADMIN');
    const { id, email, officeId } = await addPerson(db, 'FILM_OFFICE');
    const { id: otherOffice } = await db
      .insertInto('options')
      .values({ field: 'filmoffice', name: 'Skye film office', position: 99 })
      .returning('id')
      .executeTakeFirstOrThrow();
    elapsed = 11 * MINUTE;
    const form = { id, firstName: 'Mairi', lastName: 'Bell', email, officeId: officeId ?? undefined };
    await api(updateUser, form);
    expect(await getOutcome(api(updateUser, { ...form, officeId: otherOffice }))).toMatchObject(UNCONFIRMED);
    expect(await getOutcome(api(updateUser, { ...form, email: 'bell@new.example' }))).toMatchObject(UNCONFIRMED);
  });

  test('is limited like logging in, together with it', async () => {
    const { api, person } = await addSignedInPerson(site, 'SCOUT');
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await getOutcome(api(confirmWithPassword, { password: 'a guess' }))).toMatchObject({ status: 422 });
    expect(await getOutcome(api(confirmWithPassword, { password: PASSWORD }))).toMatchObject({ status: 429 });
    const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    expect(await getOutcome(api(changePassword, change))).toMatchObject({ status: 429 });
    expect(await logInFrom(person)).toMatchObject({ status: 429 });
  });
});

describe('own sessions', () => {
  test('are listed with browser, network and times, the current one first', async () => {
    const person = await addPerson(db, 'OWNER');
    const { token } = await logInFrom(person);
    const here = await signInAs(site, person);
    const [first, second, ...rest] = await here.api(ownSessions, {});
    expect(first).toMatchObject({ current: true, device: null, network: null });
    const moment = clock().toISOString();
    expect(second).toMatchObject({ device: 'Firefox on Windows', network: '127.0.0.x', created_at: moment });
    expect(rest).toEqual([]);
    expect(JSON.stringify(first) + JSON.stringify(second)).not.toContain(token);
  });

  test('of the idle timeout and those of others are not listed', async () => {
    const { api, person } = await addSignedInPerson(site, 'ADMIN');
    await addSignedInPerson(site, 'ADMIN');
    const { id } = await db
      .insertInto('sessions')
      .values({
        user_id: person.id,
        key_hash: Buffer.alloc(32, 1),
        token_hash: Buffer.alloc(32, 1),
        last_used_at: new Date(clock().getTime() - 12 * 60 * MINUTE),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sessions = await api(ownSessions, {});
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.id).not.toBe(id);
  });

  test('end one by one, except the current one and those of others', async () => {
    const person = await addPerson(db, 'SCOUT');
    const [here, there] = [await signInAs(site, person), await signInAs(site, person)];
    const stranger = await addSignedInPerson(site, 'SCOUT');
    const [own, other] = await here.api(ownSessions, {});
    const end = (api: typeof here.api, id: string) => getOutcome(api(endOwnSession, { id }));
    expect(await end(stranger.api, other!.id)).toMatchObject({ status: 404 });
    expect(await end(here.api, own!.id)).toMatchObject({ status: 409 });
    expect(await end(here.api, other!.id)).toEqual({ message: 'The session was ended.' });
    expect((await there.fetch('/api/profile')).status).toBe(401);
    expect(await end(here.api, other!.id)).toMatchObject({ status: 404 });
    expect(await listAudit(person.id, 105)).toEqual([{ details: { sessions: 1 } }]);
  });

  test('end all at once, except the current one', async () => {
    const person = await addPerson(db, 'SCOUT');
    const [here, ...others] = [
      await signInAs(site, person),
      await signInAs(site, person),
      await signInAs(site, person),
    ];
    expect(await here.api(endOtherSessions, {})).toEqual({ message: '2 other sessions were ended.' });
    for (const other of others) expect((await other.fetch('/api/profile')).status).toBe(401);
    expect((await here.fetch('/api/profile')).status).toBe(200);
    expect(await here.api(endOtherSessions, {})).toEqual({ message: 'There were no other sessions.' });
    expect(await listAudit(person.id, 105)).toEqual([{ details: { sessions: 2 } }]);
  });
});

test('the team ends all sessions of a user', async () => {
  const [admin, scout] = [await addSignedInPerson(site, 'ADMIN'), await addSignedInPerson(site, 'SCOUT')];
  await signInAs(site, scout.person);
  const { message } = await admin.api(endUserSessions, { id: scout.person.id });
  expect(message).toBe('2 sessions were ended.');
  expect((await scout.fetch('/api/profile')).status).toBe(401);
  expect((await admin.fetch('/api/profile')).status).toBe(200);
});

describe('changing the password', () => {
  test('ends the other sessions, withdraws links, notifies the user and counts as confirmed', async () => {
    const person = await addPerson(db, 'SCOUT');
    const [here, there] = [await signInAs(site, person), await signInAs(site, person)];
    await db
      .insertInto('account_tokens')
      .values({
        token_hash: Buffer.alloc(32, 3),
        user_id: person.id,
        purpose: 'reset-password',
        email: person.email,
        expires_at: new Date(clock().getTime() + MINUTE),
      })
      .execute();
    elapsed = 11 * MINUTE;
    const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    expect(await here.api(changePassword, change)).toMatchObject({ message: expect.stringContaining('was changed') });
    expect((await there.fetch('/api/profile')).status).toBe(401);
    await here.api(endOtherSessions, {});
    expect(await db.selectFrom('account_tokens').select('purpose').where('user_id', '=', person.id).execute()).toEqual(
      [],
    );
    expect(await listMails(person.email)).toMatchObject([{ kind: 'password-changed' }]);
    expect(await listAudit(person.id, 102)).toHaveLength(1);
    expect(await logInFrom(person)).toMatchObject({ status: 422 });
    expect(await logInFrom(person, { password: NEW_PASSWORD })).toMatchObject({ status: 200 });
  });

  test.each([
    ['a wrong current password', { currentPassword: 'a guess', password: NEW_PASSWORD }, 'currentPassword'],
    ['a weak new password', { currentPassword: PASSWORD, password: 'Robertson2026!' }, 'password'],
    ['the same password', { currentPassword: PASSWORD, password: PASSWORD }, 'password'],
    ['a short new password', { currentPassword: PASSWORD, password: 'short' }, 'password'],
  ])('rejects %s, and changes nothing', async (_case, change, field) => {
    const { api, person } = await addSignedInPerson(site, 'SCOUT');
    const other = await signInAs(site, person);
    expect(await getOutcome(api(changePassword, change))).toMatchObject({
      status: 422,
      fields: { [field]: expect.any(String) },
    });
    expect((await other.fetch('/api/profile')).status).toBe(200);
    expect(await listMails(person.email)).toEqual([]);
    expect(await logInFrom(person)).toMatchObject({ status: 200 });
  });

  test('succeeds once for concurrent changes', async () => {
    const { api, person } = await addSignedInPerson(site, 'SCOUT');
    const passwords = [NEW_PASSWORD, `${NEW_PASSWORD} again`, `${NEW_PASSWORD} and again`];
    const changes = await Promise.allSettled(
      passwords.map((password) => api(changePassword, { currentPassword: PASSWORD, password })),
    );
    const winners = passwords.filter((_, n) => changes[n]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect(await logInFrom(person, { password: winners[0]! })).toMatchObject({ status: 200 });
    expect(await listMails(person.email)).toHaveLength(1);
  });
});

describe('a log-in from a new browser', () => {
  const newDeviceMails = async ({ email }: Person) =>
    (await listMails(email)).filter(({ kind }) => kind === 'new-device');

  test('is announced by email, except the first one of the account', async () => {
    const person = await addPerson(db, 'SCOUT');
    const { device, setCookie } = await logInFrom(person);
    const cookie = setCookie.find((it) => it.startsWith('known-device='));
    expect(cookie).toMatch(/^known-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await newDeviceMails(person)).toEqual([]);
    // The same browser is known.
    expect(await logInFrom(person, { cookie: device })).toMatchObject({ device });
    expect(await newDeviceMails(person)).toEqual([]);

    await logInFrom(person);
    const [mail, ...others] = await newDeviceMails(person);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Firefox on Windows');
    expect(mail?.text).toContain('127.0.0.x');
    expect(mail?.text).toContain(`${site.url}/edit-profile/security`);
    expect(mail?.text).toContain(`${site.url}/reset-password`);
  });

  test('is a new one for each account that is used in it', async () => {
    const [one, other] = [await addPerson(db, 'SCOUT'), await addPerson(db, 'SCOUT')];
    const { device } = await logInFrom(one);
    await logInFrom(other);
    await logInFrom(other, { cookie: device });
    expect(await newDeviceMails(other)).toHaveLength(1);
    expect(await newDeviceMails(one)).toEqual([]);
    const hashes = await db.selectFrom('known_devices').select('device_hash').execute();
    expect(new Set(hashes.map(({ device_hash }) => device_hash.toString('hex'))).size).toBe(hashes.length);
  });

  test('remembers 50 browsers of an account for 400 days, and always the last one', async () => {
    const person = await addPerson(db, 'SCOUT');
    const list = db.selectFrom('known_devices').select('device_hash').where('user_id', '=', person.id);
    const added = Array.from({ length: 50 }, (_, n) => ({
      user_id: person.id,
      device_hash: Buffer.alloc(32, n + 1),
      last_used_at: new Date(clock().getTime() - n * MINUTE),
    }));
    await db.insertInto('known_devices').values(added).execute();
    await logInFrom(person);
    expect(await list.execute()).toHaveLength(50);
    await deleteExpired(db, new Date(clock().getTime() + 401 * 86_400_000));
    expect(await list.execute()).toHaveLength(1);
  });
});

test('failed log-ins become one audit entry for each account and network, an hour after the first', async () => {
  const person = await addPerson(db, 'SCOUT');
  const attempts = ['a guess', 'another guess', 'a third guess'];
  for (const password of attempts) await logInFrom(person, { password });
  await logInFrom({ email: 'nobody@crew.example' }, { password: 'a guess' });
  await deleteExpired(db, new Date(clock().getTime() + 59 * MINUTE));
  expect(await listAudit(person.id, 100)).toEqual([]);
  await deleteExpired(db, new Date(clock().getTime() + 60 * MINUTE));
  await deleteExpired(db, new Date(clock().getTime() + 120 * MINUTE));
  expect(await listAudit(person.id, 100)).toEqual([{ details: { attempts: 3, network: '127.0.0.x' } }]);
});

test('deletes accounts whose email address was not verified for 30 days, and no others', async () => {
  const now = clock();
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const old = await addPerson(db, 'SCOUT', { email_verified_at: null, created_at: ago(30) });
  const young = await addPerson(db, 'SCOUT', { email_verified_at: null, created_at: ago(29) });
  const verified = await addPerson(db, 'SCOUT', { created_at: ago(400) });
  await deleteUnverifiedAccounts(db, publishEvent, now);
  await deleteUnverifiedAccounts(db, publishEvent, now);
  const left = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [old.id, young.id, verified.id])
    .where('email', 'is not', null)
    .execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([young.id, verified.id].toSorted());
  const entries = await db
    .selectFrom('audit_logs')
    .select(['user_id', 'details'])
    .where('type', '=', AUDIT_TYPES.ACCOUNT_DELETED.number)
    .execute();
  const details = { userId: old.id, kind: 'Never verified' };
  expect(entries.filter((entry) => (entry.details as { userId?: string }).userId === old.id)).toEqual([
    { user_id: null, details },
  ]);
});
