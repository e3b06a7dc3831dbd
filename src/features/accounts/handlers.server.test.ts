import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { issueMailedToken } from '../../../tests/support/links.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { PASSWORD, type Person, addPerson, signInAs } from '../../../tests/support/people.ts';
import { countAccountData } from '../../server/event-subscriptions.ts';
import { type Api, ApiError, isApiError } from '../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import type { HumanVerification } from '../proof-of-work/commands.server.ts';
import { deleteUser } from './administration/contract.ts';
import * as routes from './contract.ts';
import type { AccountEvent } from './events.ts';
import { type Passwords, argon2id } from './passwords/hashing.server.ts';
import { accountFeature } from './feature.ts';
import { VERIFICATION_FAILED } from '../proof-of-work/messages.ts';

const { kysely: db } = await testDatabase();
const siteUrl = 'https://recce.example';
const MINUTE = 60_000;

/** Accepts the solution 'solved'. */
const fakeVerification: HumanVerification = {
  challenge: async () => ({}),
  verify: async (_trx, _action, solution) => {
    if (solution !== 'solved') throw new ApiError('VERIFICATION_FAILED', VERIFICATION_FAILED);
  },
};
/** Number of password hashes computed. */
let hashed = 0;
const countingPasswords: Passwords = {
  hash: (password) => (hashed++, argon2id.hash(password)),
  matches: (password, hash) => (hashed++, argon2id.matches(password, hash)),
};
let now = new Date();
const events: AccountEvent[] = [];
const handlers = featureHandlers(
  accountFeature,
  testServices(db, {
    verification: fakeVerification,
    passwords: countingPasswords,
    publishEvent: async (_trx: unknown, event: AccountEvent) => void events.push(event),
    jobs: { enqueue: async () => {} },
    countAccountData,
    now: () => now,
  }),
);
const apiFor = (person: Person | null): Api =>
  createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
const anyone = apiFor(null);

const mails = () =>
  db.selectFrom('outbox').select(['kind', 'recipient', 'subject', 'text', 'html']).orderBy('created_at').execute();
const findUser = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const listSessions = (id: string) => db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
const login = (email: string, password: string) => anyone(routes.logIn, { email, password });
const mailedToken = (kind: string) => issueMailedToken(db, kind, now);
/** Returns the error of a rejected call, otherwise its output. */
const getErrors = (response: Promise<unknown>) =>
  response.catch((error: unknown) => (isApiError(error) ? { status: error.status, ...error.body } : error));

beforeEach(async () => {
  now = new Date();
  hashed = 0;
  events.length = 0;
  for (const table of ['outbox', 'notifications', 'login_attempts', 'users'] as const)
    await db.deleteFrom(table).execute();
});

const form = {
  role: 'SCOUT',
  first_name: 'Ishbel',
  last_name: 'Ó Néill',
  email: 'Ishbel@crew.example',
  telephone1: '0131 496 0142',
  password: PASSWORD,
  jobtitle: 'Location manager',
  websiteurl: 'https://crew.example',
  verification: 'solved',
} as const;
const register = (changes: Partial<Record<keyof typeof form, string>> = {}) =>
  anyone(routes.register, { ...form, ...changes } as typeof form);

describe('registration', () => {
  test('creates an account, notifies the Locations Team and emails a verification link', async () => {
    const { message } = await register();
    expect(message).toBe('Thank you. Please follow the link in the email that we have sent you.');
    const user = await findUser('Ishbel@crew.example');
    expect(user).toMatchObject({ role: 'SCOUT', jobtitle: 'Location manager', email_verified_at: null });
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await db.selectFrom('notifications').select(['type', 'user_id']).execute()).toEqual([
      { type: 'SCOUT_REGISTERED', user_id: user?.id },
    ]);
    expect(await mails()).toMatchObject([{ kind: 'verify-email', recipient: 'Ishbel@crew.example' }]);
    expect(await listSessions(user!.id)).toEqual([]);

    await anyone(routes.verifyEmail, { token: await mailedToken('verify-email') });
    expect(await findUser('Ishbel@crew.example')).toMatchObject({ email_verified_at: now });
  });

  test('requires no job title of an owner', async () => {
    await register({ role: 'OWNER', jobtitle: '', websiteurl: '' });
    expect(await findUser(form.email)).toMatchObject({ role: 'OWNER', jobtitle: null, websiteurl: null });
    expect(await db.selectFrom('notifications').select('type').execute()).toEqual([{ type: 'OWNER_REGISTERED' }]);
    expect(await getErrors(register({ jobtitle: ' ' }))).toMatchObject({
      fields: { jobtitle: 'Enter your job title.' },
    });
  });

  test.each([
    ['role', 'ADMIN', 'Choose how you will use the site.'],
    ['first_name', '', 'Enter your first name.'],
    ['last_name', 'x'.repeat(101), 'Use at most 100 characters.'],
    ['email', 'ishbel', 'Enter an email address such as name@example.com.'],
    ['telephone1', '12', 'Enter a telephone number of 7 to 30 digits, such as 0131 496 0142.'],
    ['password', 'x'.repeat(11), 'Use at least 12 characters.'],
    ['password', 'Ishbel-2026-Ishbel', 'This password is easy to guess'],
    ['websiteurl', 'javascript:alert(1)', 'Enter a web address that starts with https:// or http://.'],
  ])('rejects an invalid %s: %s', async (field, value, reason) => {
    const response = await getErrors(register({ [field]: value }));
    expect(response).toMatchObject({ status: 422, fields: { [field]: expect.stringContaining(reason) } });
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  test('requires human verification', async () => {
    expect(await getErrors(register({ verification: 'made up' }))).toMatchObject({ errorType: 'VERIFICATION_FAILED' });
    expect(await findUser(form.email)).toBeUndefined();
  });

  test('creates one account for fifty concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => getErrors(register())));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1);
    const kinds = (await mails()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'verify-email')).toHaveLength(1);
    // The mailbox is not flooded.
    expect(kinds.filter((kind) => kind === 'address-in-use')).toHaveLength(5);
  });
});

describe('responses do not reveal whether an email address has an account', () => {
  /** Email addresses of accounts in every state, and one without an account. */
  async function addresses(): Promise<readonly string[]> {
    const { email } = await addPerson(db, 'SCOUT');
    const { email: unverified } = await addPerson(db, 'OWNER', { email_verified_at: null });
    const { email: team, id: adminId, ...admin } = await addPerson(db, 'ADMIN');
    const gone = await addPerson(db, 'SCOUT');
    await apiFor({ ...admin, id: adminId, email: team })(deleteUser, { id: gone.id });
    return [email, unverified, team, gone.email, 'nobody@crew.example'];
  }
  /** Minimum response time of calls without hashing; timers may fire slightly early. */
  const MIN_RESPONSE_MS = 245;
  /** Collects the distinct responses for all email addresses, with the number of hashes as a measure of time. */
  async function collectResponses(ask: (email: string) => Promise<unknown>, minMs = 0): Promise<Set<string>> {
    const responses = new Set<string>();
    for (const email of await addresses()) {
      const [before, since] = [hashed, performance.now()];
      const response = await getErrors(ask(email));
      expect(performance.now() - since).toBeGreaterThanOrEqual(minMs);
      responses.add(JSON.stringify({ response, hashes: hashed - before }).replaceAll(email, 'ADDRESS'));
    }
    return responses;
  }

  test('to registration', async () => {
    const responses = await collectResponses((email) => register({ email }), MIN_RESPONSE_MS);
    expect([...responses]).toEqual([expect.stringContaining('"hashes":1')]);
    const kinds = (await mails()).map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['address-in-use', 'address-in-use', 'address-in-use', 'verify-email', 'verify-email']);
  });

  test('to log-in with a wrong password', async () => {
    const responses = await collectResponses((email) => login(email, 'not the password'));
    expect([...responses]).toEqual([expect.stringMatching(/"status":422,.*"hashes":1/)]);
  });

  test('to a request for a new password', async () => {
    const responses = await collectResponses(
      (email) => anyone(routes.forgotPassword, { email, verification: 'solved' }),
      MIN_RESPONSE_MS,
    );
    expect([...responses]).toEqual([expect.stringContaining('"hashes":0')]);
    expect((await mails()).map(({ kind }) => kind)).toEqual(['reset-password', 'reset-password', 'reset-password']);
  });

  test('to a change of one’s email address', async () => {
    const api = apiFor(await addPerson(db, 'ADMIN'));
    const own = { firstName: 'Isla', lastName: 'Robertson' };
    const responses = await collectResponses((email) => api(routes.changeProfile, { ...own, email }));
    expect([...responses]).toEqual([expect.stringContaining('sent to ADDRESS')]);
  });
});

describe('resetting a password', () => {
  const forgot = (email: string) => anyone(routes.forgotPassword, { email, verification: 'solved' });
  const reset = (token: string, password = 'three otters in a weir') =>
    anyone(routes.resetPassword, { token, password });

  test('sets a new password by an emailed link, ends all sessions and notifies the user', async () => {
    const person = await addPerson(db, 'SCOUT', { email_verified_at: null });
    await signInAs({ db, url: siteUrl }, person);
    await forgot(person.email.toUpperCase());
    const token = await mailedToken('reset-password');
    expect(await anyone(routes.validatePasswordReset, { token })).toEqual({ valid: true });
    await reset(token);
    expect(await listSessions(person.id)).toEqual([]);
    expect((await mails()).at(-1)).toMatchObject({ kind: 'password-changed', recipient: person.email });
    expect(await getErrors(login(person.email, PASSWORD))).toMatchObject({ status: 422 });
    const { session } = await login(person.email, 'three otters in a weir');
    // Following the link has verified the email address.
    expect(session?.user.verified).toBe(true);
    expect(await anyone(routes.validatePasswordReset, { token })).toEqual({ valid: false });
    expect(await getErrors(reset(token))).toMatchObject({
      status: 422,
      message: expect.stringContaining('used already'),
    });
  });

  test('succeeds once for a hundred concurrent uses of one link', async () => {
    const person = await addPerson(db, 'SCOUT');
    await forgot(person.email);
    const token = await mailedToken('reset-password');
    const passwords = Array.from({ length: 100 }, (_, n) => `otters in the weir, ${n} of them`);
    const collectResponses = await Promise.allSettled(passwords.map((password) => reset(token, password)));
    const winners = passwords.filter((_, n) => collectResponses[n]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    const failures = collectResponses
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => reason as ApiError);
    expect(new Set(failures.map(({ errorType }) => errorType))).toEqual(new Set(['INVALID']));
    expect(await argon2id.matches(winners[0]!, (await findUser(person.email))!.password_hash)).toBe(true);
    expect((await mails()).filter(({ kind }) => kind === 'password-changed')).toHaveLength(1);
  });

  test('accepts only the latest link, and leaves verification links valid', async () => {
    const person = await addPerson(db, 'SCOUT', { email_verified_at: null });
    await apiFor(person)(routes.resendVerification, {});
    const verification = await mailedToken('verify-email');
    await forgot(person.email);
    const first = await mailedToken('reset-password');
    await forgot(person.email);
    const second = await mailedToken('reset-password');
    expect(await anyone(routes.validatePasswordReset, { token: first })).toEqual({ valid: false });
    expect(await getErrors(reset(first))).toMatchObject({ status: 422, message: expect.stringContaining('latest') });
    await anyone(routes.verifyEmail, { token: verification });
    expect(await anyone(routes.validatePasswordReset, { token: second })).toEqual({ valid: true });
    await reset(second);
  });

  test('leaves one valid link after concurrent requests', async () => {
    const person = await addPerson(db, 'SCOUT');
    await Promise.all([1, 2, 3, 4].map(() => forgot(person.email)));
    const left = db.selectFrom('account_tokens').select('purpose').where('user_id', '=', person.id);
    expect(await left.execute()).toEqual([{ purpose: 'reset-password' }]);
  });

  test('rejects links that are older than 15 minutes or of another purpose', async () => {
    const person = await addPerson(db, 'SCOUT', { email_verified_at: null });
    await forgot(person.email);
    const token = await mailedToken('reset-password');
    await apiFor(person)(routes.resendVerification, {});
    const other = await mailedToken('verify-email');
    const rejected = { status: 422, errorType: 'INVALID' };
    expect(await getErrors(reset(other))).toMatchObject(rejected);
    expect(await getErrors(anyone(routes.verifyEmail, { token }))).toMatchObject(rejected);
    now = new Date(now.getTime() + 15 * MINUTE);
    expect(await anyone(routes.validatePasswordReset, { token })).toEqual({ valid: false });
    expect(await getErrors(reset(token))).toMatchObject(rejected);
    now = new Date(now.getTime() - 1);
    await reset(token);
  });

  test('keeps the link valid after a weak password was rejected', async () => {
    const { email } = await addPerson(db, 'SCOUT');
    await forgot(email);
    const token = await mailedToken('reset-password');
    expect(await getErrors(reset(token, 'Robertson2026!'))).toMatchObject({ fields: { password: expect.any(String) } });
    await reset(token);
  });

  test('stores only a hash of the token', async () => {
    const { email } = await addPerson(db, 'SCOUT');
    await forgot(email);
    const token = await mailedToken('reset-password');
    const rows = await db.selectFrom('account_tokens').selectAll().execute();
    expect(rows[0]?.token_hash).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('limits the number of emails', async () => {
    const { email } = await addPerson(db, 'SCOUT');
    await Promise.all(Array.from({ length: 12 }, () => forgot(email)));
    expect(await mails()).toHaveLength(5);
  });
});

describe('verification', () => {
  test('link can be requested again until the email address is verified', async () => {
    const person = await addPerson(db, 'SCOUT', { email_verified_at: null });
    const resend = () => apiFor(person)(routes.resendVerification, {});
    expect(await resend()).toEqual({ message: 'Email resent, please check your email account.' });
    for (let n = 0; n < 4; n++) await resend();
    expect(await getErrors(resend())).toMatchObject({ status: 429 });
    await anyone(routes.verifyEmail, { token: await mailedToken('verify-email') });
    expect(await getErrors(resend())).toMatchObject({ status: 409 });
    // All other links are invalid.
    expect(await db.selectFrom('account_tokens').selectAll().execute()).toEqual([]);
  });
});

describe('the profile', () => {
  const change = { firstName: 'Ishbel', lastName: 'Muir', telephone1: '0131 496 0100', title: 'Producer', website: '' };

  test('is read and changed by its user', async () => {
    const person = await addPerson(db, 'SCOUT', { email_verified_at: null });
    const api = apiFor(person);
    const { message } = await api(routes.changeProfile, { ...change, email: person.email.toUpperCase() });
    expect(message).toBe('Profile updated successfully');
    const profile = await api(routes.ownProfile, { expand: 'true' });
    expect(profile).toMatchObject({ id: person.id, first_name: 'Ishbel', last_name: 'Muir', email: person.email });
    expect(profile.contact).toEqual({ telephone1: '0131 496 0100', jobtitle: 'Producer', websiteurl: null });
    expect(await api(routes.ownProfile, {})).not.toHaveProperty('contact');
    expect(await mails()).toEqual([]);
  });

  test('requires the fields of the role', async () => {
    const bare = { ...change, telephone1: '', title: '' };
    const getErrorFields = async (role: Person['role']) => {
      const person = await addPerson(db, role);
      const outcome = await getErrors(apiFor(person)(routes.changeProfile, { ...bare, email: person.email }));
      return Object.keys((outcome as { fields?: object }).fields ?? {});
    };
    expect(await getErrorFields('SCOUT')).toEqual(['telephone1', 'title']);
    expect(await getErrorFields('OWNER')).toEqual(['telephone1']);
    expect(await getErrorFields('ADMIN')).toEqual([]);
  });

  test('changes the email address when its link is followed: the old one is notified first, other sessions end', async () => {
    const person = await addPerson(db, 'SCOUT');
    await signInAs({ db, url: siteUrl }, person);
    await signInAs({ db, url: siteUrl }, person);
    const [here] = await listSessions(person.id);
    const { message } = await apiFor(person)(routes.changeProfile, { ...change, email: 'new@crew.example' });
    expect(message).toContain('once you follow the link that we have sent to new@crew.example');
    expect((await mails()).map(({ kind, recipient }) => `${kind} to ${recipient}`).toSorted()).toEqual([
      `address-changing to ${person.email}`,
      'verify-email to new@crew.example',
    ]);
    expect(await findUser(person.email)).toBeDefined();
    expect(await listSessions(person.id)).toHaveLength(2);

    const token = await mailedToken('verify-email');
    const sameTab = createCallContext(person, { session: { id: here!.id, token: '' } });
    await createJsonApi(createInProcessCaller(handlers, sameTab))(routes.verifyEmail, { token });
    expect(await findUser('new@crew.example')).toMatchObject({ id: person.id, email_verified_at: now });
    expect(await listSessions(person.id)).toEqual([here]);
  });

  test('keeps its email address when a new password is set before the link is followed', async () => {
    const person = await addPerson(db, 'SCOUT');
    await apiFor(person)(routes.changeProfile, { ...change, email: 'thief@crew.example' });
    const token = await mailedToken('verify-email');
    await anyone(routes.forgotPassword, { email: person.email, verification: 'solved' });
    const password = 'three otters in a weir';
    await anyone(routes.resetPassword, { token: await mailedToken('reset-password'), password });
    expect(await getErrors(anyone(routes.verifyEmail, { token }))).toMatchObject({ status: 422 });
    expect(await findUser(person.email)).toBeDefined();
  });

  test('does not get an email address that another account has taken meanwhile', async () => {
    const person = await addPerson(db, 'SCOUT');
    await apiFor(person)(routes.changeProfile, { ...change, email: 'new@crew.example' });
    const token = await mailedToken('verify-email');
    await addPerson(db, 'OWNER', { email: 'NEW@crew.example' });
    expect(await getErrors(anyone(routes.verifyEmail, { token }))).toMatchObject({ status: 422 });
    expect(await findUser(person.email)).toBeDefined();
  });
});

describe('deleting an account', () => {
  test('keeps the id, the names and the audit log', async () => {
    const admin = await addPerson(db, 'ADMIN');
    const person = await addPerson(db, 'OWNER', { websiteurl: 'https://mill.example' });
    await signInAs({ db, url: siteUrl }, person);
    await anyone(routes.forgotPassword, { email: person.email, verification: 'solved' });
    const remove = () => apiFor(admin)(deleteUser, { id: person.id });
    expect(await remove()).toEqual({ message: 'User has been deleted successfully' });

    const left = await db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
    const { id, role, first_name, last_name, created_at, version: _, name_folded, ...rest } = left;
    expect({ id, role, first_name, last_name }).toEqual({
      id: person.id,
      role: 'OWNER',
      first_name: 'Isla',
      last_name: 'Robertson',
    });
    expect(created_at).toEqual(expect.any(Date));
    expect(name_folded).toBe('isla robertson');
    expect(Object.values(rest).filter((value) => value !== null)).toEqual([]);
    expect(await listSessions(person.id)).toEqual([]);
    expect(await db.selectFrom('account_tokens').selectAll().execute()).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(events).toEqual([
      {
        type: 'account.deleted',
        userId: person.id,
        email: person.email,
        actorId: admin.id,
        heirId: admin.id,
        at: expect.any(Date),
      },
    ]);
    const auditLog = await db
      .selectFrom('audit_logs')
      .select(['type', 'user_id', 'details'])
      .where('user_id', 'in', [person.id, admin.id])
      .orderBy('id')
      .execute();
    expect(auditLog).toEqual([
      { type: 1, user_id: person.id, details: {} },
      { type: 3, user_id: admin.id, details: { userId: person.id } },
    ]);
    expect(await getErrors(remove())).toMatchObject({ status: 404 });
    expect(await getErrors(login(person.email, PASSWORD))).toMatchObject({ status: 422 });
    // The email address can be registered again.
    await register({ email: person.email });
    expect(await findUser(person.email)).toMatchObject({ first_name: 'Ishbel' });
  });

  test('is allowed to admins, except for their own account', async () => {
    const admin = await addPerson(db, 'ADMIN');
    const scout = await addPerson(db, 'SCOUT');
    expect(await getErrors(apiFor(scout)(deleteUser, { id: admin.id }))).toMatchObject({ status: 403 });
    expect(await getErrors(apiFor(admin)(deleteUser, { id: admin.id }))).toMatchObject({ status: 409 });
  });
});
