import { describe, expect, test } from 'vitest';
import { EXPIRED, UNVERIFIED, startSingleSignOnSite } from '../support/single-sign-on-site.ts';
import { startSite } from '../support/site.ts';

const { site, provider, setElapsed, addAtProvider, createBrowser } = await startSingleSignOnSite();

describe('the way to the provider', () => {
  test('has state, nonce and PKCE, and an exact redirect URL', async () => {
    const address = new URL(await createBrowser().begin());
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'recce',
      response_type: 'code',
      scope: 'openid email profile',
      acr_values: 'high',
      redirect_uri: `${site.url}/log-in/single-sign-on`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
  });

  test('binds it to the browser by a cookie for ten minutes', async () => {
    const { setCookie } = await createBrowser().post('/login/single-sign-on/begin', {});
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
    const browser = createBrowser();
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
    const browser = createBrowser();
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
    const other = createBrowser();
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
    setElapsed(600_000);
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
