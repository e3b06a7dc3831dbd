import { describe, expect, test } from 'vitest';
import { users } from '../../src/features/accounts/administration/contract.ts';
import { deleteOwnAccount } from '../../src/features/accounts/own-account/contract.ts';
import { completeLogInWithCode } from '../../src/features/accounts/second-factor/contract.ts';
import * as routes from '../../src/features/accounts/single-sign-on/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addAuthenticator } from '../support/second-factors.ts';
import { type Browser, getError, startSingleSignOnSite } from '../support/single-sign-on-site.ts';

const { site, db, provider, now, addAtProvider, signOn, findUser, listAudit } = await startSingleSignOnSite();

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
      message: expect.stringMatching(/^Agency Log-in does not say when you logged in.*auth_time\.$/),
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
    provider: 'Agency Log-in',
    linked_at: expect.any(String) as string,
    has_password: false,
  });
  const scout = await addSignedInPerson(site, 'SCOUT');
  expect(await scout.api(routes.ownSingleSignOnRoute, {})).toEqual({
    provider: null,
    linked_at: null,
    has_password: true,
  });
});
