import { describe, expect, test } from 'vitest';
import { forgotPassword, logIn, resetPassword } from '../../src/features/accounts/contract.ts';
import { inviteColleague } from '../../src/features/accounts/administration/contract.ts';
import { confirmWithPassword } from '../../src/features/accounts/sessions/contract.ts';
import { beginPasskeyLogIn, logInWithPasskey } from '../../src/features/accounts/second-factor/contract.ts';
import { verificationChallenge } from '../../src/features/proof-of-work/contract.ts';
import * as secondFactors from '../../src/features/accounts/second-factor/contract.ts';
import * as routes from '../../src/features/accounts/single-sign-on/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { addLink } from '../support/links.ts';
import { PASSWORD, addPerson, addSignedInPerson, signInAs } from '../support/people.ts';
import { linkAccount } from '../support/single-sign-on.ts';
import { getError } from '../support/single-sign-on-site.ts';
import { startSite } from '../support/site.ts';
import { createSoftwarePasskey } from '../support/software-passkey.ts';
import { solveAsBrowser } from '../support/solve-challenge.ts';

const { env } = await startIdentityProvider('http://localhost');

describe('without passwords for the team', async () => {
  const without = await startSite({ env: { ...env, TEAM_PASSWORDS: 'off' } });
  const anyone = createHttpApi({ origin: without.url, token: () => undefined });
  const WRONG = '422 The email address or the password is wrong. Please check both.';

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

  test('a request for a new password is answered as always, and the email says how to log in', async () => {
    const { id, email } = await addPerson(without.db, 'ADMIN');
    const challenge = await anyone(verificationChallenge, { action: 'ResetPassword' });
    const { message } = await anyone(forgotPassword, { email, verification: await solveAsBrowser(challenge) });
    expect(message).toMatch(/^If there is an account with this email address/);
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
