import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteUser, forgotPassword, logIn, ownProfile, resetPassword } from '../src/features/accounts/contract.ts';
import { inviteColleague, userById, users } from '../src/features/accounts/administration/contract.ts';
import { deleteOwnAccount } from '../src/features/accounts/own-account/contract.ts';
import { confirmWithPassword, ownSessions } from '../src/features/accounts/sessions/contract.ts';
import {
  beginPasskeyLogIn,
  completeLogInWithCode,
  logInWithPasskey,
} from '../src/features/accounts/second-factor/contract.ts';
import * as secondFactors from '../src/features/accounts/second-factor/contract.ts';
import * as routes from '../src/features/accounts/single-sign-on/contract.ts';
import { createApiToken } from '../src/features/api-tokens/contract.ts';
import { AUDIT_TYPES } from '../src/features/audit-log/entry-types.ts';
import { verificationChallenge } from '../src/features/proof-of-work/contract.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { isApiError } from '../src/platform/http/contract.ts';
import { startIdentityProvider } from './support/identity-provider.ts';
import { SAMPLE_OPTIONS, addOption } from './support/locations.ts';
import { addLink } from './support/links.ts';
import { PASSWORD, addPerson, addSignedInPerson, signInAs } from './support/people.ts';
import { addAuthenticator } from './support/second-factors.ts';
import { linkAccount } from './support/single-sign-on.ts';
import { freePort, startSite } from './support/site.ts';
import { createSoftwarePasskey } from './support/software-passkey.ts';
import { solveAsBrowser } from './support/solve-challenge.ts';

const HOUR = 3_600_000;
/** Milliseconds by which the clock of the site is ahead. */
let elapsed = 0;
const now = () => new Date(Date.now() + elapsed);
const port = String(await freePort());
const provider = await startIdentityProvider(`http://localhost:${port}`);
const site = await startSite({
  now,
  env: { PORT: port, ...provider.env, SSO_ACR_VALUES: 'high', SECOND_FACTOR: 'required' },
});
const { db } = site;
beforeEach(() => {
  elapsed = 0;
  provider.tamper();
});
const OFFICE = SAMPLE_OPTIONS.filmoffice[0]!;
await addOption(db, 'filmoffice', OFFICE);

/** Adds somebody at the provider, with a verified address and the role of the Locations Team unless it is given. */
function addAtProvider(changes: Parameters<typeof provider.accounts.set>[1] = {}) {
  const name = randomUUID();
  const email = `${name}@agency.example`;
  const account = {
    email,
    email_verified: true,
    given_name: 'Mairi',
    family_name: 'Bell',
    roles: ['admin'],
    ...changes,
  };
  provider.accounts.set(name, { amr: ['pwd', 'mfa'], ...account });
  return { name, email: changes.email ?? email };
}

/** What completing a log-in has led to: the output, or why it was refused. */
type Completed = Partial<z.output<typeof routes.completeSingleSignOn.output>> & {
  readonly status: number;
  readonly message?: string;
};

/** A browser: its cookies, and the token of its session. */
class Browser {
  readonly #cookies = new Map<string, string>();
  #token: string | undefined;

  constructor(token?: string, cookie?: string) {
    this.#token = token;
    const [key, value] = cookie?.split('=') ?? [];
    if (key && value) this.#cookies.set(key, value);
  }

  async post(path: string, body: object, url = site.url) {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { 'content-type': 'application/json', cookie, ...this.#authorization() };
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(key, value);
    }
    return {
      status: response.status,
      setCookie: response.headers.getSetCookie(),
      body: (await response.json()) as unknown,
    };
  }

  #authorization(): { authorization?: string } {
    return this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
  }

  /** Returns the address at the provider. */
  async begin(
    returnTo?: string,
    path: '/login/single-sign-on/begin' | '/session/confirm/single-sign-on' = '/login/single-sign-on/begin',
  ) {
    const { body } = await this.post(path, { return_to: returnTo });
    return routes.beginSingleSignOn.output.parse(body).url;
  }

  /** Sends the answer of the provider to the site. */
  async complete(answer: URL): Promise<Completed> {
    const response = answer.search.slice(1);
    const { status, body } = await this.post('/login/single-sign-on', { response });
    if (status !== 200) return { status, message: (body as { detail: string }).detail };
    const output = routes.completeSingleSignOn.output.parse(body);
    this.#token = output.session?.token;
    return { status, ...output };
  }

  api() {
    return createHttpApi({ origin: site.url, token: () => this.#token });
  }
}

/** Logs somebody in at the provider and at the site. */
async function signOn(name: string, browser = new Browser()): Promise<Completed & { readonly browser: Browser }> {
  const answer = await provider.logIn(await browser.begin(), name);
  return { browser, ...(await browser.complete(answer)) };
}
const findUser = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
const listAudit = async (userId: string | null) => {
  const entries = await db
    .selectFrom('audit_logs')
    .select('type')
    .where('user_id', userId === null ? 'is' : '=', userId)
    .orderBy('id')
    .execute();
  const names = new Map<number, string>(Object.entries(AUDIT_TYPES).map(([name, { number }]) => [number, name]));
  return entries.map(({ type }) => names.get(type) ?? '').filter((name) => name.startsWith('SINGLE_SIGN_ON'));
};
const listMails = async (recipient: string) =>
  (await db.selectFrom('outbox').select('kind').where('recipient', '=', recipient).orderBy('created_at').execute()).map(
    ({ kind }) => kind,
  );
const getError = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (isApiError(error) ? `${error.status} ${error.message}` : error),
  );

const EXPIRED = /^This log-in took too long, was completed already, or began in another browser\./;
const UNVERIFIED = /^We could not verify the answer of Agency Log-in/;

describe('the first log-in', () => {
  test('creates an account of the Locations Team, verified and without a password', async () => {
    const { name, email } = addAtProvider();
    const { session, return_to } = await signOn(name);
    expect(session?.user).toMatchObject({
      email,
      role: 'ADMIN',
      first_name: 'Mairi',
      last_name: 'Bell',
      verified: true,
    });
    expect(return_to).toBeNull();
    const user = (await findUser(email))!;
    expect(user.password_hash).toBe('!');
    expect(await listAudit(user.id)).toEqual(['SINGLE_SIGN_ON_ACCOUNT_CREATED', 'SINGLE_SIGN_ON_LOGIN']);
    const links = await db.selectFrom('single_sign_on_links').selectAll().where('user_id', '=', user.id).execute();
    expect(links).toMatchObject([{ issuer: provider.issuer, subject: name }]);
  });

  test('creates an account of the film office that the claim names', async () => {
    const { name, email } = addAtProvider({ roles: `film-office:${OFFICE.toUpperCase()}` });
    const { session } = await signOn(name);
    expect(session?.user).toMatchObject({ email, role: 'FILM_OFFICE', office: OFFICE });
  });

  test('links an account of the team with the same verified address, whose owner gets a mail', async () => {
    const person = await addPerson(db, 'ADMIN');
    const { name } = addAtProvider({ email: person.email.toUpperCase() });
    const { session } = await signOn(name);
    expect(session?.user.id).toBe(person.id);
    expect(await listMails(person.email)).toEqual(['single-sign-on-linked']);
    expect(await listAudit(person.id)).toEqual(['SINGLE_SIGN_ON_LINKED', 'SINGLE_SIGN_ON_LOGIN']);
    const admin = await addSignedInPerson(site, 'ADMIN');
    await addAuthenticator(db, admin.person.id);
    expect(await admin.api(userById, { id: person.id })).toMatchObject({
      single_sign_on: { linked_at: expect.any(String) },
    });
  });

  test('links an account that was invited and has not chosen a password', async () => {
    const { id, email } = await addPerson(db, 'FILM_OFFICE', { email_verified_at: null });
    const { name } = addAtProvider({ email, roles: [`film-office:${OFFICE}`] });
    expect((await signOn(name)).session?.user).toMatchObject({ id, verified: true });
  });

  test.each(['SCOUT', 'OWNER'] as const)('does not take over an account of the role %s', async (role) => {
    const person = await addPerson(db, role);
    const { name } = addAtProvider({ email: person.email });
    expect(await signOn(name)).toMatchObject({
      status: 422,
      message: expect.stringContaining('an account here that cannot be used with Agency Log-in'),
    });
    expect(await findUser(person.email)).toMatchObject({ role });
    expect(await db.selectFrom('single_sign_on_links').select('subject').where('subject', '=', name).execute()).toEqual(
      [],
    );
  });

  test('replaces an account that somebody has made with the address and never verified', async () => {
    const { name, email } = addAtProvider();
    const squatter = await addSignedInPerson(site, 'SCOUT', { email, email_verified_at: null });
    const { session } = await signOn(name);
    expect(session?.user).toMatchObject({ role: 'ADMIN', email });
    expect(session?.user.id).not.toBe(squatter.person.id);
    expect(await getError(squatter.api(ownProfile, {}))).toMatch(/^401 /);
  });

  test('does not link an account with a second person, until the team unlinks it', async () => {
    const { name, email } = addAtProvider();
    await signOn(name);
    const { name: other } = addAtProvider({ email });
    expect(await signOn(other)).toMatchObject({ status: 422, message: expect.stringContaining('with somebody else') });
    const admin = await addSignedInPerson(site, 'ADMIN');
    await addAuthenticator(db, admin.person.id);
    const { id } = (await findUser(email))!;
    await admin.api(routes.unlinkUser, { id });
    expect(await getError(admin.api(routes.unlinkUser, { id }))).toMatch(/^409 /);
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([]);
    expect((await signOn(other)).session?.user.id).toBe(id);
  });

  test('of two at the same time creates one account', async () => {
    const { name, email } = addAtProvider();
    const outcomes = await Promise.all([signOn(name), signOn(name), signOn(name)]);
    expect(outcomes.map(({ status }) => status)).toContain(200);
    expect(await db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1);
  });
});

describe('somebody is refused and changes nothing', () => {
  test.each([
    ['without a role', { roles: undefined }, /has no role on this site/],
    [
      'with roles of other applications',
      { roles: ['Admin', 'editor', 'SCOUT', 'film-office:'] },
      /has no role on this site/,
    ],
    ['with a claim of another type', { roles: { admin: true } }, /has no role on this site/],
    ['with an unknown film office', { roles: ['film-office:Atlantis'] }, /has no film office that this site knows/],
    ['with two film offices', { roles: ['film-office:Atlantis', `film-office:${OFFICE}`] }, /or several/],
    ['with an unverified address', { email_verified: false }, /has not verified your e-mail address/],
    ['when nothing says that the address is verified', { email_verified: undefined }, /has not verified/],
    ['without an address', { email: undefined }, /has not verified your e-mail address/],
  ] as const)('%s', async (_case, changes, message) => {
    const { name, email } = addAtProvider(changes as object);
    const before = (await listAudit(null)).length;
    expect(await signOn(name)).toMatchObject({ status: 422, message: expect.stringMatching(message) });
    expect(await findUser(email)).toBeUndefined();
    expect((await listAudit(null)).slice(before)).toEqual(['SINGLE_SIGN_ON_REFUSED']);
  });
});

describe('a later log-in', () => {
  test('is by the subject, whatever the address is now', async () => {
    const { name, email } = addAtProvider();
    await signOn(name);
    provider.accounts.set(name, { ...provider.accounts.get(name), email: `new-${email}` });
    expect((await signOn(name)).session?.user.email).toBe(email);
  });

  test('changes role and film office, which ends other sessions', async () => {
    const { name, email } = addAtProvider();
    const before = await signOn(name);
    provider.accounts.set(name, { ...provider.accounts.get(name), roles: [`film-office:${OFFICE}`] });
    const after = await signOn(name);
    expect(after.session?.user).toMatchObject({ email, role: 'FILM_OFFICE', office: OFFICE });
    expect(await getError(before.browser.api()(ownProfile, {}))).toMatch(/^401 /);
    expect(await listAudit(after.session!.user.id)).toContain('SINGLE_SIGN_ON_ROLE_CHANGED');
  });

  test('without the role is refused, and ends the sessions', async () => {
    const { name, email } = addAtProvider();
    const before = await signOn(name);
    provider.accounts.set(name, { ...provider.accounts.get(name), roles: [] });
    expect(await signOn(name)).toMatchObject({ status: 422, message: expect.stringContaining('has no role') });
    expect(await getError(before.browser.api()(ownProfile, {}))).toMatch(/^401 /);
    expect(await findUser(email)).toMatchObject({ role: 'ADMIN' });
  });

  test('without a role ends the service tokens of the account too', async () => {
    const { name } = addAtProvider();
    const { browser } = await signOn(name);
    const expires_on = new Date(Date.now() + 30 * 24 * HOUR).toISOString().slice(0, 10);
    const { secret } = await browser.api()(createApiToken, { name: 'Sync', permissions: ['user.view'], expires_on });
    const service = createHttpApi({ origin: site.url, token: () => secret });
    expect((await service(users, {})).total).toBeGreaterThan(0);
    provider.accounts.set(name, { ...provider.accounts.get(name), roles: [] });
    await signOn(name);
    expect(await getError(service(users, {}))).toMatch(/^401 /);
  });

  test('is announced in a new browser', async () => {
    const { name, email } = addAtProvider();
    const { browser } = await signOn(name);
    await signOn(name, browser);
    expect(await listMails(email)).toEqual([]);
    await signOn(name);
    expect(await listMails(email)).toEqual(['new-device']);
  });

  test('lasts for twelve hours', async () => {
    const { name } = addAtProvider();
    const { browser } = await signOn(name);
    elapsed = 11 * HOUR;
    expect(await browser.api()(ownSessions, {})).toHaveLength(1);
    elapsed = 12 * HOUR;
    expect(await getError(browser.api()(ownProfile, {}))).toMatch(/^401 /);
  });

  test('after the account was deleted creates a new one', async () => {
    const { name } = addAtProvider();
    const { session } = await signOn(name);
    const admin = await addSignedInPerson(site, 'ADMIN');
    await addAuthenticator(db, admin.person.id);
    await admin.api(deleteUser, { id: session!.user.id });
    expect(await db.selectFrom('single_sign_on_links').select('subject').where('subject', '=', name).execute()).toEqual(
      [],
    );
    expect((await signOn(name)).session?.user.id).not.toBe(session!.user.id);
  });
});

describe('the way to the provider', () => {
  test('has state, nonce and PKCE, and an exact redirect address', async () => {
    const address = new URL(await new Browser().begin());
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ client_id: 'recce', response_type: 'code', scope: 'openid email profile', acr_values: 'high' },
      ...{ redirect_uri: `${site.url}/log-in/single-sign-on`, code_challenge_method: 'S256' },
      ...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string },
      ...{
        state: expect.stringMatching(/^[\w-]{43}$/) as string,
        nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      },
    });
  });

  test('binds it to the browser by a cookie for ten minutes', async () => {
    const { setCookie } = await new Browser().post('/login/single-sign-on/begin', {});
    expect(setCookie).toEqual([
      expect.stringMatching(/^single-sign-on=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test.each([
    ['/admin/users?query=isla#list', '/admin/users?query=isla#list'],
    ['https://attacker.example/', null],
    ['//attacker.example/', null],
    ['/\\attacker.example', null],
    ['javascript:alert(1)', null],
    ['/log-in/single-sign-on?code=x', null],
    [`/find-a-location?query=${'ü'.repeat(500)}`, null],
  ])('leads back to a path of the site only: %s', async (path, expected) => {
    const browser = new Browser();
    const answer = await provider.logIn(await browser.begin(path), addAtProvider().name);
    expect(await browser.complete(answer)).toMatchObject({ return_to: expected });
  });

  test('is closed while the provider is down, and open again afterwards', async () => {
    await provider.stop();
    const late = { PORT: '0', SITE_URL: site.url, ...provider.env };
    const other = await startSite({ env: late });
    const begin = () =>
      other.app.server.inject({ method: 'POST', url: '/api/login/single-sign-on/begin', payload: {} });
    expect((await other.app.server.inject('/api/health')).statusCode).toBe(200);
    const refused = await begin();
    expect([refused.statusCode, refused.json()]).toMatchObject([
      503,
      { detail: expect.stringContaining('cannot be reached') },
    ]);
    await provider.start();
    expect((await begin()).statusCode).toBe(200);
  });
});

describe('an answer of the provider is refused', () => {
  /** Returns a browser that has begun, and the answer of the provider to it. */
  async function getAnswer() {
    const browser = new Browser();
    return { browser, answer: await provider.logIn(await browser.begin(), addAtProvider().name) };
  }
  const change = (answer: URL, name: string, value: string | null) => {
    const changed = new URL(answer);
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
    return changed;
  };

  test('in another browser, also in one that has begun itself', async () => {
    const { browser, answer } = await getAnswer();
    const other = new Browser();
    expect(await other.complete(answer)).toMatchObject({ status: 422, message: expect.stringMatching(EXPIRED) });
    await other.begin();
    expect(await other.complete(answer)).toMatchObject({ status: 422, message: expect.stringMatching(EXPIRED) });
    expect(await browser.complete(answer)).toMatchObject({ status: 200 });
  });

  test('a second time', async () => {
    const { browser, answer } = await getAnswer();
    await browser.complete(answer);
    expect(await browser.complete(answer)).toMatchObject({ status: 422, message: expect.stringMatching(EXPIRED) });
  });

  test('after ten minutes', async () => {
    const { browser, answer } = await getAnswer();
    elapsed = 600_000;
    expect(await browser.complete(answer)).toMatchObject({ status: 422, message: expect.stringMatching(EXPIRED) });
  });

  test.each([
    ['with another state', 'state', 'A'.repeat(43), EXPIRED],
    ['without a state', 'state', null, EXPIRED],
    ['of another issuer', 'iss', 'https://attacker.example', UNVERIFIED],
    ['without an issuer', 'iss', null, UNVERIFIED],
    ['with another code', 'code', 'invented', UNVERIFIED],
  ])('%s', async (_case, name, value, message) => {
    const { browser, answer } = await getAnswer();
    expect(await browser.complete(change(answer, name, value))).toMatchObject({
      status: 422,
      message: expect.stringMatching(message),
    });
  });

  test('with the code of another log-in in the same browser', async () => {
    const { browser, answer } = await getAnswer();
    const second = await provider.logIn(await browser.begin(), addAtProvider().name);
    const mixed = change(second, 'code', answer.searchParams.get('code'));
    expect(await browser.complete(mixed)).toMatchObject({ status: 422, message: expect.stringMatching(UNVERIFIED) });
  });

  test('that is an error', async () => {
    const { browser, answer } = await getAnswer();
    const cancelled = change(change(answer, 'code', null), 'error', 'access_denied');
    expect(await browser.complete(cancelled)).toMatchObject({
      status: 422,
      message: expect.stringContaining('did not log you in'),
    });
  });

  test.each([
    ['a nonce of another log-in', (claims) => (claims['nonce'] = 'A'.repeat(43))],
    ['no nonce', (claims) => delete claims['nonce']],
    ['another issuer', (claims) => (claims['iss'] = 'https://attacker.example')],
    ['another audience', (claims) => (claims['aud'] = 'another-client')],
    ['a time that has passed', (claims) => (claims['exp'] = Math.floor(Date.now() / 1000) - 60)],
    ['no signature', (_claims, header) => (header['alg'] = 'none')],
    ['an algorithm with the secret of the client', (_claims, header) => (header['alg'] = 'HS256')],
  ] as [string, NonNullable<Parameters<typeof provider.tamper>[0]>][])(
    'with an ID token that has %s',
    async (_case, tampering) => {
      const { browser, answer } = await getAnswer();
      const before = provider.countTokens();
      provider.tamper(tampering);
      expect(await browser.complete(answer)).toMatchObject({ status: 422, message: expect.stringMatching(UNVERIFIED) });
      expect(provider.countTokens()).toBe(before + 1);
    },
  );

  test('with an ID token that is signed by another key', async () => {
    const { browser, answer } = await getAnswer();
    provider.tamper(() => {}, 'other');
    expect(await browser.complete(answer)).toMatchObject({ status: 422, message: expect.stringMatching(UNVERIFIED) });
    provider.tamper(() => {});
    const again = await getAnswer();
    expect(await again.browser.complete(again.answer)).toMatchObject({ status: 200 });
  });
});

describe('the second factor', () => {
  test.each([
    ['amr', { amr: ['pwd', 'mfa'] }],
    ['acr', { amr: ['pwd'], acr: 'high' }],
  ])('of the provider counts, as %s says', async (_claim, factors) => {
    const { session, browser } = await signOn(addAtProvider(factors).name);
    expect(session?.user.needsSecondFactor).toBe(false);
    expect((await browser.api()(users, {})).data).not.toHaveLength(0);
  });

  test('has to be set up here if the provider does not say that there was one', async () => {
    const { session, browser } = await signOn(addAtProvider({ amr: ['pwd'], acr: 'low' }).name);
    expect(session?.user).toMatchObject({ needsSecondFactor: true, permissions: {} });
    expect(await getError(browser.api()(users, {}))).toMatch(/^403 /);
  });

  test('of the account is asked for then', async () => {
    const { name, email } = addAtProvider({ amr: ['pwd'] });
    await signOn(name);
    const { id } = (await findUser(email))!;
    const app = await addAuthenticator(db, id);
    const { session, second_factor } = await signOn(name);
    expect([session, second_factor?.methods]).toEqual([null, ['authenticator']]);
    const anyone = createHttpApi({ origin: site.url, token: () => undefined });
    const completed = await anyone(completeLogInWithCode, { token: second_factor!.token, code: app.getCode(now()) });
    expect(completed.session?.user.id).toBe(id);
    const stored = await db
      .selectFrom('sessions')
      .select('single_sign_on')
      .where('id', '=', completed.session!.id)
      .execute();
    expect(stored).toEqual([{ single_sign_on: true }]);
    expect((await listAudit(id)).slice(-1)).toEqual(['SINGLE_SIGN_ON_LOGIN']);
    provider.accounts.set(name, { ...provider.accounts.get(name), amr: ['mfa'] });
    expect((await signOn(name)).session?.user.id).toBe(id);
  });
});

describe('confirming who one is', () => {
  const CONFIRM = '/session/confirm/single-sign-on';
  const expire = (userId: string) =>
    db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', userId)
      .execute();
  const removeAccount = (browser: Browser) => getError(browser.api()(deleteOwnAccount, {}));
  async function signOnUnconfirmed() {
    const { name } = addAtProvider();
    const { session, browser } = await signOn(name);
    await expire(session!.user.id);
    return { name, browser };
  }

  test('is by logging in at the provider again', async () => {
    const { name, browser } = await signOnUnconfirmed();
    expect(await removeAccount(browser)).toMatch(/^403 /);
    const address = await browser.begin('/edit-profile', CONFIRM);
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    const answer = await provider.logIn(address, name);
    expect(await confirmWith(browser, answer)).toMatchObject({
      status: 200,
      session: null,
      is_confirmed: true,
      return_to: '/edit-profile',
    });
    expect(await removeAccount(browser)).toBe('none');
  });

  test('is not by somebody else, in another session, or a log-in before', async () => {
    const { name, browser } = await signOnUnconfirmed();
    const other = addAtProvider().name;
    expect(await confirmWith(browser, await provider.logIn(await browser.begin('/', CONFIRM), other))).toMatchObject({
      status: 422,
      message: expect.stringContaining('as somebody else'),
    });
    provider.tamper((claims) => (claims['auth_time'] = Math.floor(Date.now() / 1000) - 300));
    expect(await confirmWith(browser, await provider.logIn(await browser.begin('/', CONFIRM), name))).toMatchObject({
      status: 422,
      message: expect.stringContaining('not logged in again'),
    });
    provider.tamper((claims) => delete claims['auth_time']);
    expect(await confirmWith(browser, await provider.logIn(await browser.begin('/', CONFIRM), name))).toMatchObject({
      status: 422,
    });
    expect(await removeAccount(browser)).toMatch(/^403 /);
  });

  test('is not possible for an account that is not linked', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    expect(await getError(admin.api(routes.confirmWithSingleSignOn, {}))).toBe(
      '409 Your account does not use single sign-on.',
    );
  });

  /** Like `complete`, in the session of the browser, which stays. */
  async function confirmWith(browser: Browser, answer: URL) {
    const { status, body } = await browser.post('/login/single-sign-on', { response: answer.search.slice(1) });
    const output = body as { detail?: string };
    return { status, message: output.detail, ...output };
  }
});

test('shows how the account logs in', async () => {
  const { browser } = await signOn(addAtProvider().name);
  expect(await browser.api()(routes.ownSingleSignOnRoute, {})).toEqual({
    ...{ provider: 'Agency Log-in', linked_at: expect.any(String) as string, has_password: false },
  });
  const scout = await addSignedInPerson(site, 'SCOUT');
  expect(await scout.api(routes.ownSingleSignOnRoute, {})).toEqual({
    provider: null,
    linked_at: null,
    has_password: true,
  });
});

describe('without passwords for the team', async () => {
  const without = await startSite({ env: { ...provider.env, TEAM_PASSWORDS: 'off' } });
  const anyone = createHttpApi({ origin: without.url, token: () => undefined });
  const WRONG = '422 The e-mail address or the password is wrong. Please check both.';

  test('a password is as good as a wrong one, and that of others works', async () => {
    for (const role of ['ADMIN', 'FILM_OFFICE'] as const) {
      const { email } = await addPerson(without.db, role);
      expect(await getError(anyone(logIn, { email, password: PASSWORD }))).toBe(WRONG);
    }
    const { email } = await addPerson(without.db, 'SCOUT');
    expect(await getError(anyone(logIn, { email, password: PASSWORD }))).toBe('none');
  });

  test('a session of the team is not confirmed by a password', async () => {
    const admin = await addSignedInPerson(without, 'ADMIN');
    expect(await getError(admin.api(confirmWithPassword, { password: PASSWORD }))).toMatch(/^422 /);
  });

  test('a passkey alone is refused', async () => {
    const admin = await addSignedInPerson(without, 'ADMIN');
    const passkey = createSoftwarePasskey();
    const { token } = await admin.api(secondFactors.beginPasskey, {});
    const created = passkey.create({ challenge: token, origin: without.url });
    await admin.api(secondFactors.addPasskey, { token, name: 'Laptop', passkey: created });
    const step = await anyone(beginPasskeyLogIn, {});
    const proof = passkey.get({ challenge: step.token, origin: without.url, verified: true });
    expect(await getError(anyone(logInWithPasskey, { token: step.token, passkey: proof }))).toBe(
      '422 This passkey was not accepted. Please try another way.',
    );
  });

  test('a request for a new password is answered as always, and the mail says how to log in', async () => {
    const { id, email } = await addPerson(without.db, 'ADMIN');
    const challenge = await anyone(verificationChallenge, { action: 'ResetPassword' });
    const { message } = await anyone(forgotPassword, { email, verification: await solveAsBrowser(challenge) });
    expect(message).toMatch(/^If there is an account with this address/);
    const mails = await without.db.selectFrom('outbox').select('subject').where('recipient', '=', email).execute();
    expect(mails).toEqual([{ subject: 'Log in with Agency Log-in' }]);
    const link = { purpose: 'reset-password', userId: id, email, at: new Date() } as const;
    const token = await without.db.transaction().execute((trx) => addLink(trx, link));
    expect(await getError(anyone(resetPassword, { token, password: 'the tide tables of 1926' }))).toMatch(
      /^422 This link/,
    );
  });

  test('an invitation leads to the provider', async () => {
    const admin = await addSignedInPerson(without, 'ADMIN');
    const email = 'moira@agency.example';
    await admin.api(inviteColleague, { firstName: 'Moira', lastName: 'Bell', email });
    const mails = await without.db.selectFrom('outbox').select('text').where('recipient', '=', email).execute();
    expect(mails).toEqual([{ text: expect.stringContaining('Log in with Agency Log-in to get started.') }]);
  });
});

test('a site without a provider has no single sign-on, also for linked accounts', async () => {
  const plain = await startSite();
  const admin = await addSignedInPerson(plain, 'ADMIN');
  await linkAccount(plain.db, admin.person.id);
  expect(await getError(admin.api(routes.beginSingleSignOn, {}))).toMatch(/^404 /);
  expect(await getError(admin.api(routes.completeSingleSignOn, { response: 'state=x' }))).toMatch(/^404 /);
  expect(await admin.api(routes.ownSingleSignOnRoute, {})).toMatchObject({ provider: null, has_password: true });
  expect((await signInAs(plain, admin.person)).person.id).toBe(admin.person.id);
});
