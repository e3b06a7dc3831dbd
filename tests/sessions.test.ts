import { afterAll, describe, expect, test, vi } from 'vitest';
import { currentSession, deleteUser, logIn, logOut, ownProfile } from '../src/features/accounts/contract.ts';
import { createOrPromoteAdmin } from '../src/features/accounts/commands.server.ts';
import { deleteExpired } from '../src/features/accounts/jobs.server.ts';
import { deriveToken } from '../src/features/accounts/sessions/secrets.server.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { type Role, getPermissions } from '../src/features/accounts/permissions.ts';
import { PASSWORD, type SignedIn, addPerson, signInAs, signedIn } from './support/people.ts';
import { startSite } from './support/site.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How far the clock of the site is ahead (milliseconds). */
let ahead = 0;
const clock = () => new Date(Date.now() + ahead);
// It stands still otherwise, however slow the machine is.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => vi.useRealTimers());
const site = await startSite({ now: clock });

const asksForLogin = (body: object) =>
  fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const page = (path: string, cookie = '') => fetch(site.url + path, { redirect: 'manual', headers: { cookie } });
/** Whether the server knows who this is: by the token of a call, and by the cookie of a page. */
async function isKnown({ fetch: call, cookie }: SignedIn): Promise<{ call: boolean; page: boolean }> {
  const [profile, html] = await Promise.all([call('/api/profile'), page('/about', cookie).then((it) => it.text())]);
  expect([200, 401]).toContain(profile.status);
  return { call: profile.status === 200, page: html.includes('"token":"') };
}
/** The HTML of a page as it is the same for everybody. */
async function withoutNonce(response: Response): Promise<string> {
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
  return (await response.text()).replaceAll(nonce, '');
}
const KNOWN = { call: true, page: true };
const UNKNOWN = { call: false, page: false };
const auditOf = async (userId: string) => {
  const entries = await site.db
    .selectFrom('audit_logs')
    .select('type')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return entries.map(({ type }) => type);
};

describe('logging in', () => {
  test('gives a token that calls carry, and a cookie that pages are asked for with', async () => {
    const { email, id } = await addPerson(site.db, 'SCOUT');
    const response = await asksForLogin({ email: email.toUpperCase(), password: PASSWORD });
    const { session } = logIn.output.parse(await response.json());
    const names = { first_name: 'Isla', last_name: 'Robertson' };
    expect(session?.user).toEqual({
      ...{ id, email, role: 'SCOUT', ...names, verified: true },
      permissions: getPermissions('SCOUT'),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(deriveToken(/=([\w-]+)/.exec(cookie)?.[1] ?? '')).toBe(session?.token);
    expect(cookie).not.toContain(session?.token);

    const api = createHttpApi({ origin: site.url, token: () => session?.token });
    expect(await api(currentSession, {})).toEqual({ session });
    expect(await api(ownProfile, {})).toMatchObject({ id, email });
    expect(await auditOf(id)).toEqual([1]);
    const stored = await site.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain(session?.token);
  });

  test('over HTTPS gives a cookie that no other site and no plain connection can set or see', async () => {
    const secure = await startSite({ env: { SITE_URL: 'https://recce.example', PORT: '0' } });
    const { email } = await addPerson(secure.db, 'ADMIN');
    const response = await secure.app.host.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password: PASSWORD },
    });
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('with what another site can send is refused', async () => {
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

describe('the cookie', () => {
  test('lets nobody call anything', async () => {
    const admin = await signedIn(site, 'ADMIN');
    const scout = await addPerson(site.db, 'SCOUT');
    const withCookie = (path: string, init: RequestInit = {}) =>
      fetch(site.url + path, { ...init, headers: { cookie: admin.cookie, ...init.headers } });
    expect((await withCookie('/api/profile')).status).toBe(401);
    expect((await withCookie(`/api/users/${scout.id}`, { method: 'DELETE' })).status).toBe(401);
    const json = { 'content-type': 'application/json' };
    expect((await withCookie('/api/logout', { method: 'POST', body: '{}', headers: json })).status).toBe(401);
    expect(await (await withCookie('/api/session')).json()).toEqual({ session: null });
    // Nor is the key what calls carry.
    const [, key] = admin.cookie.split('=');
    expect((await withCookie('/api/profile', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
    expect(await isKnown(admin)).toEqual(KNOWN);
  });

  test.each(['', 'session=', 'session=x', `session=${'A'.repeat(43)}`, 'session=%00', `other=${'A'.repeat(43)}`])(
    'that is none (%s) makes an anonymous page',
    async (cookie) => {
      const response = await page('/about', cookie);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(await response.text()).toContain('{"session":null}');
    },
  );
});

describe('a page', () => {
  test('of somebody signed in brings their session, and is kept nowhere', async () => {
    const [one, other] = [await signedIn(site, 'SCOUT', { first_name: 'Ishbel' }), await signedIn(site, 'OWNER')];
    const before = await withoutNonce(await page('/about'));
    for (const { person, token, cookie } of [one, other, one]) {
      const response = await page('/about', cookie);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('set-cookie')).toBeNull();
      const html = await response.text();
      expect(html).toContain(token);
      expect(html).toContain(person.email);
      const strangers = [one, other].filter((signedIn) => signedIn.person !== person);
      for (const stranger of strangers) expect(html).not.toContain(stranger.token);
    }
    const after = await page('/about');
    expect(after.headers.get('cache-control')).toBe('no-cache');
    expect(before).toContain('{"session":null}');
    expect((await withoutNonce(after)) === before).toBe(true);
  });

  test('does not read the token of a call', async () => {
    const { token } = await signedIn(site, 'SCOUT');
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
  ])('%s leads %s to %s', async (path, role, where) => {
    const cookie = role ? (await signedIn(site, role)).cookie : '';
    const response = await page(path, cookie);
    const location = response.headers.get('location');
    const url = location === null ? undefined : new URL(location, site.url);
    expect(url && url.pathname + decodeURIComponent(url.hash)).toBe(where);
    expect(response.headers.get('cache-control')).toBe(role ? 'no-store' : 'no-cache');
  });

  test('that needs a verified address leads to where that is asked for', async () => {
    const { cookie } = await signedIn(site, 'SCOUT', { email_verified_at: null });
    const response = await page('/boards', cookie);
    expect(new URL(response.headers.get('location') ?? '', site.url).pathname).toBe('/email-not-verified');
    const { fetch: call } = await signedIn(site, 'SCOUT', { email_verified_at: null });
    const rejected = await call('/api/user/boards');
    expect([rejected.status, await rejected.json()]).toEqual([
      403,
      expect.objectContaining({ errorType: 'EMAIL_NOT_VERIFIED' }),
    ]);
  });
});

describe('a session ends', () => {
  test('by logging out, and no other session with it', async () => {
    const here = await signedIn(site, 'SCOUT');
    const elsewhere = await signInAs(site, here.person);
    const response = await here.fetch('/api/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await isKnown(here)).toEqual(UNKNOWN);
    expect(await isKnown(elsewhere)).toEqual(KNOWN);
    expect(await auditOf(here.person.id)).toEqual([1, 1, 2]);
    await expect(here.api(logOut, {})).rejects.toMatchObject({ errorType: 'UNAUTHENTICATED' });
  });

  test('when the role changes', async () => {
    const scout = await signedIn(site, 'SCOUT');
    const admin = { email: scout.person.email, first_name: 'Isla', last_name: 'Robertson', password_hash: null };
    await site.db.transaction().execute((trx) => createOrPromoteAdmin(trx, admin, new Date()));
    expect(await isKnown(scout)).toEqual(UNKNOWN);
    expect((await asksForLogin({ email: scout.person.email, password: PASSWORD })).status).toBe(200);
  });

  test('when the account is deleted', async () => {
    const owner = await signedIn(site, 'OWNER');
    const { api } = await signedIn(site, 'ADMIN');
    await api(deleteUser, { id: owner.person.id });
    expect(await isKnown(owner)).toEqual(UNKNOWN);
    expect((await asksForLogin({ email: owner.person.email, password: PASSWORD })).status).toBe(422);
  });

  test.each<[Role, number, number]>([
    ['SCOUT', 7 * DAY, 30 * DAY],
    ['OWNER', 7 * DAY, 30 * DAY],
    ['ADMIN', 12 * HOUR, 7 * DAY],
  ])('of %s, without use and in all, by its age', async (role, idle, total) => {
    ahead = 0;
    const unused = await signedIn(site, role);
    const used = await signedIn(site, role);
    ahead = idle - MINUTE;
    expect(await isKnown(unused)).toEqual(KNOWN);
    ahead += idle;
    expect(await isKnown(unused)).toEqual(UNKNOWN);

    ahead = 0;
    while (ahead + idle / 2 < total) {
      ahead += idle / 2;
      expect(await isKnown(used)).toEqual(KNOWN);
    }
    ahead = total;
    expect(await isKnown(used)).toEqual(UNKNOWN);
    await deleteExpired(site.db, clock());
    ahead = 0;
    const left = await site.db
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', 'in', [unused.person.id, used.person.id])
      .execute();
    expect(left).toEqual([]);
  });

  test('its use is noted once a minute', async () => {
    const scout = await signedIn(site, 'SCOUT');
    const usedAt = async () => {
      const { last_used_at } = await site.db
        .selectFrom('sessions')
        .select('last_used_at')
        .where('user_id', '=', scout.person.id)
        .executeTakeFirstOrThrow();
      return last_used_at.getTime();
    };
    const begun = await usedAt();
    ahead = 30_000;
    await isKnown(scout);
    expect(await usedAt()).toBe(begun);
    ahead = 61_000;
    await isKnown(scout);
    expect(await usedAt()).toBeGreaterThan(begun + MINUTE);
    ahead = 0;
  });
});
