import { afterAll, describe, expect, test, vi } from 'vitest';
import { deleteUser } from '../src/features/accounts/administration/contract.ts';
import { currentSession, logIn, logOut, ownProfile } from '../src/features/accounts/contract.ts';
import { createOrPromoteAdmin } from '../src/features/accounts/commands.server.ts';
import { deleteExpired } from '../src/features/accounts/cleanup.jobs.server.ts';
import { deriveToken } from '../src/features/accounts/sessions/secrets.server.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { type Role, getPermissions } from '../src/features/accounts/permissions.ts';
import { PASSWORD, type SignedIn, addPerson, signInAs, addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Milliseconds by which the tests have advanced the clock of the site. */
let elapsed = 0;
const clock = () => new Date(Date.now() + elapsed);
// The clock is fixed otherwise, so that the tests do not depend on the speed of the machine.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => vi.useRealTimers());
const site = await startSite({ now: clock });

const postLogin = (body: object) =>
  fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const page = (path: string, cookie = '') => fetch(site.url + path, { redirect: 'manual', headers: { cookie } });
/** Whether the session is valid: for an API call with the token, and for a page with the cookie. */
async function checkSession({ fetch: call, cookie }: SignedIn): Promise<{ call: boolean; page: boolean }> {
  const [profile, html] = await Promise.all([call('/api/profile'), page('/about', cookie).then((it) => it.text())]);
  expect([200, 401]).toContain(profile.status);
  return { call: profile.status === 200, page: html.includes('"token":"') };
}
/** Returns the HTML of a page without its nonce. */
async function withoutNonce(response: Response): Promise<string> {
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
  return (await response.text()).replaceAll(nonce, '');
}
const KNOWN = { call: true, page: true };
const UNKNOWN = { call: false, page: false };
const listAuditTypes = async (userId: string) => {
  const entries = await site.db
    .selectFrom('audit_logs')
    .select('type')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return entries.map(({ type }) => type);
};

describe('logging in', () => {
  test('returns a token for API calls and sets a cookie for pages', async () => {
    const { email, id } = await addPerson(site.db, 'SCOUT');
    const response = await postLogin({ email: email.toUpperCase(), password: PASSWORD });
    const { session } = logIn.output.parse(await response.json());
    const names = { first_name: 'Isla', last_name: 'Robertson' };
    expect(session?.user).toEqual({
      id,
      email,
      role: 'SCOUT',
      ...names,
      verified: true,
      needsSecondFactor: false,
      permissions: getPermissions('SCOUT'),
      office: null,
    });
    const cookie = response.headers.getSetCookie().find((it) => it.startsWith('session=')) ?? '';
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(deriveToken(/=([\w-]+)/.exec(cookie)?.[1] ?? '')).toBe(session?.token);
    expect(cookie).not.toContain(session?.token);

    const api = createHttpApi({ origin: site.url, token: () => session?.token });
    expect(await api(currentSession, {})).toEqual({ session });
    expect(await api(ownProfile, {})).toMatchObject({ id, email });
    expect(await listAuditTypes(id)).toEqual([1]);
    const stored = await site.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain(session?.token);
  });

  test('over HTTPS sets a secure host-only cookie', async () => {
    const secure = await startSite({ env: { SITE_URL: 'https://recce.example', PORT: '0' } });
    const { email } = await addPerson(secure.db, 'ADMIN');
    const response = await secure.app.server.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password: PASSWORD },
    });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(
        /^__Host-known-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  test('is rejected as a simple cross-site request', async () => {
    const { email } = await addPerson(site.db, 'SCOUT');
    const response = await fetch(`${site.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([400, null]);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('session cookie', () => {
  test('does not authenticate API calls', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    const scout = await addPerson(site.db, 'SCOUT');
    const withCookie = (path: string, init: RequestInit = {}) =>
      fetch(site.url + path, { ...init, headers: { cookie: admin.cookie, ...init.headers } });
    expect((await withCookie('/api/profile')).status).toBe(401);
    expect((await withCookie(`/api/users/${scout.id}`, { method: 'DELETE' })).status).toBe(401);
    const json = { 'content-type': 'application/json' };
    expect((await withCookie('/api/logout', { method: 'POST', body: '{}', headers: json })).status).toBe(401);
    expect(await (await withCookie('/api/session')).json()).toEqual({ session: null });
    // The key in the cookie is not the token either.
    const [, key] = admin.cookie.split('=');
    expect((await withCookie('/api/profile', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
    expect(await checkSession(admin)).toEqual(KNOWN);
  });

  test.each(['', 'session=', 'session=x', `session=${'A'.repeat(43)}`, 'session=%00', `other=${'A'.repeat(43)}`])(
    'renders an anonymous page if it is invalid (%s)',
    async (cookie) => {
      const response = await page('/about', cookie);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await response.text()).toContain('{"session":null}');
    },
  );
});

describe('page', () => {
  test('contains the session of a signed-in user, and is never cached', async () => {
    const [one, other] = [
      await addSignedInPerson(site, 'SCOUT', { first_name: 'Ishbel' }),
      await addSignedInPerson(site, 'OWNER'),
    ];
    const before = await withoutNonce(await page('/about'));
    for (const { person, token, cookie } of [one, other, one]) {
      const response = await page('/about', cookie);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('set-cookie')).toBeNull();
      const html = await response.text();
      expect(html).toContain(token);
      expect(html).toContain(person.email);
      const others = [one, other].filter((each) => each.person !== person);
      for (const each of others) expect(html).not.toContain(each.token);
    }
    const after = await page('/about');
    expect(after.headers.get('cache-control')).toBe('no-cache');
    expect(before).toContain('{"session":null}');
    expect((await withoutNonce(after)) === before).toBe(true);
  });

  test('ignores the token of API calls', async () => {
    const { token } = await addSignedInPerson(site, 'SCOUT');
    const response = await fetch(`${site.url}/about`, { headers: { authorization: `Bearer ${token}` } });
    expect(await response.text()).toContain('{"session":null}');
  });

  test.each<[string, Role | null, string | undefined]>([
    ['/boards', null, '/#log-in=/boards'],
    ['/boards', 'OWNER', '/'],
    ['/locations', 'SCOUT', '/'],
    ['/admin/users', 'SCOUT', '/'],
    ['/reset-password', 'SCOUT', '/'],
    ['/reset-password', null, undefined],
    ['/edit-profile', 'OWNER', undefined],
  ])('%s redirects %s to %s', async (path, role, where) => {
    const cookie = role ? (await addSignedInPerson(site, role)).cookie : '';
    const response = await page(path, cookie);
    const location = response.headers.get('location');
    const url = location === null ? undefined : new URL(location, site.url);
    expect(url && url.pathname + decodeURIComponent(url.hash)).toBe(where);
    expect(response.headers.get('cache-control')).toBe(role ? 'no-store' : 'no-cache');
  });

  test('redirects to email-not-verified if it requires a verified email address', async () => {
    const { cookie } = await addSignedInPerson(site, 'SCOUT', { email_verified_at: null });
    const response = await page('/boards', cookie);
    expect(new URL(response.headers.get('location') ?? '', site.url).pathname).toBe('/email-not-verified');
    const { fetch: call } = await addSignedInPerson(site, 'SCOUT', { email_verified_at: null });
    const rejected = await call('/api/user/boards');
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      expect.objectContaining({ errorType: 'EMAIL_NOT_VERIFIED' }),
    ]);
  });
});

describe('session', () => {
  test('ends on logout, without ending other sessions', async () => {
    const here = await addSignedInPerson(site, 'SCOUT');
    const elsewhere = await signInAs(site, here.person);
    const response = await here.fetch('/api/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await checkSession(here)).toEqual(UNKNOWN);
    expect(await checkSession(elsewhere)).toEqual(KNOWN);
    expect(await listAuditTypes(here.person.id)).toEqual([1, 1, 2]);
    await expect(here.api(logOut, {})).rejects.toMatchObject({ errorType: 'UNAUTHENTICATED' });
  });

  test('ends when the role changes', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const admin = { email: scout.person.email, first_name: 'Isla', last_name: 'Robertson', password_hash: null };
    await site.db.transaction().execute((trx) => createOrPromoteAdmin(trx, admin, new Date()));
    expect(await checkSession(scout)).toEqual(UNKNOWN);
    expect((await postLogin({ email: scout.person.email, password: PASSWORD })).status).toBe(200);
  });

  test('ends when the account is deleted', async () => {
    const owner = await addSignedInPerson(site, 'OWNER');
    const { api } = await addSignedInPerson(site, 'ADMIN');
    await api(deleteUser, { id: owner.person.id });
    expect(await checkSession(owner)).toEqual(UNKNOWN);
    expect((await postLogin({ email: owner.person.email, password: PASSWORD })).status).toBe(422);
  });

  test.each<[Role, number, number]>([
    ['SCOUT', 7 * DAY, 30 * DAY],
    ['OWNER', 7 * DAY, 30 * DAY],
    ['ADMIN', 12 * HOUR, 7 * DAY],
  ])('of %s expires after its idle and total lifetime', async (role, idle, total) => {
    elapsed = 0;
    const unused = await addSignedInPerson(site, role);
    const used = await addSignedInPerson(site, role);
    elapsed = idle - MINUTE;
    expect(await checkSession(unused)).toEqual(KNOWN);
    elapsed += idle;
    expect(await checkSession(unused)).toEqual(UNKNOWN);

    elapsed = 0;
    while (elapsed + idle / 2 < total) {
      elapsed += idle / 2;
      expect(await checkSession(used)).toEqual(KNOWN);
    }
    elapsed = total;
    expect(await checkSession(used)).toEqual(UNKNOWN);
    await deleteExpired(site.db, clock());
    elapsed = 0;
    const left = await site.db
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', 'in', [unused.person.id, used.person.id])
      .execute();
    expect(left).toEqual([]);
  });

  test('updates its last use once a minute', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const usedAt = async () => {
      const { last_used_at } = await site.db
        .selectFrom('sessions')
        .select('last_used_at')
        .where('user_id', '=', scout.person.id)
        .executeTakeFirstOrThrow();
      return last_used_at.getTime();
    };
    const initial = await usedAt();
    elapsed = 30_000;
    await checkSession(scout);
    expect(await usedAt()).toBe(initial);
    elapsed = 61_000;
    await checkSession(scout);
    expect(await usedAt()).toBeGreaterThan(initial + MINUTE);
    elapsed = 0;
  });
});
