import { beforeEach, describe, expect, test } from 'vitest';
import { logIn, ownProfile, resetPassword } from '../src/features/accounts/contract.ts';
import { confirmWithPassword, endOtherSessions } from '../src/features/accounts/sessions/contract.ts';
import { users } from '../src/features/accounts/administration/contract.ts';
import { disablePasswords } from '../src/features/accounts/commands.server.ts';
import * as routes from '../src/features/accounts/second-factor/contract.ts';
import type { Role } from '../src/features/accounts/permissions.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { isApiError } from '../src/platform/http/contract.ts';
import { PASSWORD, type SignedIn, addPerson, addSignedInPerson, signInAs } from './support/people.ts';
import { addLink } from './support/links.ts';
import { addAuthenticator, createAuthenticatorApp } from './support/second-factors.ts';
import { startSite } from './support/site.ts';
import { createSoftwarePasskey } from './support/software-passkey.ts';

const SECOND = 1_000;
const PERIOD = 30 * SECOND;
let elapsed = 0;
const start = Date.now();
const now = () => new Date(start + elapsed);
const site = await startSite({ now, env: { SECOND_FACTOR: 'required' } });
const origin = site.url;
const anyone = createHttpApi({ origin: site.url, token: () => undefined });
beforeEach(async () => {
  elapsed = 0;
  await site.db.deleteFrom('login_attempts').execute();
});

const getError = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (isApiError(error) ? `${error.status} ${error.message}` : error),
  );
/** Enters the password, with all attempts forgotten. */
async function enterPassword(email: string) {
  await site.db.deleteFrom('login_attempts').execute();
  return (await anyone(logIn, { email, password: PASSWORD })).second_factor!;
}
const listMails = async (recipient: string) => {
  const mails = await site.db
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .execute();
  return mails.map(({ subject }) => subject);
};
/** Adds a signed-in person with an authenticator app and recovery codes. */
async function enrol(role: Role = 'SCOUT') {
  const signedIn = await addSignedInPerson(site, role);
  const { key } = await signedIn.api(routes.beginAuthenticator, {});
  const app = createAuthenticatorApp(key);
  const { recovery_codes: codes } = await signedIn.api(routes.confirmAuthenticator, { code: app.getCode(now()) });
  elapsed += PERIOD;
  return { ...signedIn, app, codes: codes!, email: signedIn.person.email };
}
/** Adds a passkey to the account of somebody signed in. */
async function addPasskeyTo({ api }: Pick<SignedIn, 'api'>) {
  const passkey = createSoftwarePasskey();
  const { token } = await api(routes.beginPasskey, {});
  await api(routes.addPasskey, { token, name: 'Laptop', passkey: passkey.create({ challenge: token, origin }) });
  return passkey;
}

const WRONG = '422 This code is wrong, was used already, or is too old. Enter the current code.';
const EXPIRED = '422 This step has expired. Start again.';
const REFUSED = '422 This passkey was not accepted. Please try another way.';

describe('an authenticator app', () => {
  test('is set up with a QR code and a first code, which shows recovery codes and emails', async () => {
    const { api, person } = await addSignedInPerson(site, 'SCOUT');
    const { key, qr_code } = await api(routes.beginAuthenticator, {});
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(qr_code.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
    const app = createAuthenticatorApp(key);
    const wrong = String((Number(app.getCode(now())) + 1) % 1_000_000).padStart(6, '0');
    for (const code of [wrong, '１２３４５６'])
      expect(await getError(api(routes.confirmAuthenticator, { code }))).toBe(WRONG);
    expect(await api(routes.ownSecondFactors, {})).toMatchObject({ authenticator: false, recovery_codes: 0 });
    const { recovery_codes } = await api(routes.confirmAuthenticator, { code: app.getCode(now()) });
    expect(new Set(recovery_codes).size).toBe(10);
    expect(recovery_codes![0]).toMatch(/^([a-hjkmnp-z1-9]{6}-){3}[a-hjkmnp-z1-9]{6}$/);
    expect(await api(routes.ownSecondFactors, {})).toMatchObject({ authenticator: true, recovery_codes: 10 });
    expect(await listMails(person.email)).toEqual(['The log-in to your account has changed']);
    expect(await getError(api(routes.beginAuthenticator, {}))).toMatch(/^409 /);
  });

  test('ends sessions that began without it', async () => {
    const person = await addPerson(site.db, 'SCOUT');
    const [here, elsewhere] = [await signInAs(site, person), await signInAs(site, person)];
    const { key } = await here.api(routes.beginAuthenticator, {});
    await here.api(routes.confirmAuthenticator, { code: createAuthenticatorApp(key).getCode(now()) });
    expect((await here.fetch('/api/profile')).status).toBe(200);
    expect((await elsewhere.fetch('/api/profile')).status).toBe(401);
  });

  test('is needed to log in, after the password', async () => {
    const { email, app } = await enrol();
    const response = await anyone(logIn, { email, password: PASSWORD });
    expect(response).toMatchObject({
      session: null,
      second_factor: { methods: ['authenticator', 'recovery-code'] },
    });
    const { token } = response.second_factor!;
    const code = app.getCode(now());
    const { session } = await anyone(routes.completeLogInWithCode, {
      token,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(session?.user.email).toBe(email);
    expect(await getError(anyone(routes.completeLogInWithCode, { token, code }))).toBe(EXPIRED);
  });

  test('accepts a code once, and those of one period before and after', async () => {
    const { email, app } = await enrol();
    const early = app.getCode(new Date(now().getTime() - PERIOD));
    const late = app.getCode(new Date(now().getTime() + PERIOD));
    const tooLate = app.getCode(new Date(now().getTime() + 2 * PERIOD));
    const tryCode = async (code: string) =>
      getError(anyone(routes.completeLogInWithCode, { token: (await enterPassword(email)).token, code }));
    expect(await tryCode(tooLate)).toBe(WRONG);
    // The code of the period of setting up was used then.
    expect(await tryCode(early)).toBe(WRONG);
    expect(await tryCode(late)).toBe('none');
    expect(await tryCode(late)).toBe(WRONG);
    expect(await tryCode(app.getCode(now()))).toBe(WRONG);
  });

  test('lets one of many concurrent calls in with a code', async () => {
    const { email, app } = await enrol();
    const steps = [await enterPassword(email), await enterPassword(email), await enterPassword(email)];
    const code = app.getCode(now());
    const outcomes = await Promise.all(
      steps.map(({ token }) => getError(anyone(routes.completeLogInWithCode, { token, code }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
  });

  test('allows five wrong codes, then warns and asks for the password again', async () => {
    const { email } = await enrol();
    const { token } = await enterPassword(email);
    for (let i = 0; i < 5; i++) {
      await site.db.deleteFrom('login_attempts').execute();
      expect(await getError(anyone(routes.completeLogInWithCode, { token, code: '000000' }))).toBe(WRONG);
    }
    expect(await getError(anyone(routes.completeLogInWithCode, { token, code: '000000' }))).toBe(EXPIRED);
    expect(await listMails(email)).toContain('Somebody knows your password');
  });

  test('counts wrong codes as attempts to log in, however often the password is entered', async () => {
    const { email } = await enrol();
    const outcomes: unknown[] = [];
    for (let i = 0; i < 8; i++) {
      const step = await anyone(logIn, { email, password: PASSWORD }).catch((error: unknown) => error);
      if (isApiError(step)) outcomes.push(step.status);
      else {
        const { token } = (step as { second_factor: { token: string } }).second_factor;
        outcomes.push(await getError(anyone(routes.completeLogInWithCode, { token, code: '000000' })));
      }
    }
    expect(outcomes).toContain(429);
    expect(outcomes.slice(-1)).toEqual([429]);
  });

  test('is still needed after the password was reset by email', async () => {
    const { email, person } = await enrol();
    const reset = { purpose: 'reset-password', userId: person.id, email, at: now() } as const;
    const token = await site.db.transaction().execute((trx) => addLink(trx, reset));
    await anyone(resetPassword, { token, password: 'the tide tables of 1926' });
    await site.db.deleteFrom('login_attempts').execute();
    const response = await anyone(logIn, { email, password: 'the tide tables of 1926' });
    expect(response).toMatchObject({ session: null, second_factor: { methods: ['authenticator', 'recovery-code'] } });
  });

  test('is deleted with everything else of a stranger when the owner of the email address first chooses a password', async () => {
    const stranger = await addSignedInPerson(site, 'SCOUT', { email_verified_at: null });
    const { email, id } = stranger.person;
    const passkey = await addPasskeyTo(stranger);
    const reset = { purpose: 'reset-password', userId: id, email, at: now() } as const;
    const token = await site.db.transaction().execute((trx) => addLink(trx, reset));
    await anyone(resetPassword, { token, password: 'the tide tables of 1926' });
    const { token: challenge } = await anyone(routes.beginPasskeyLogIn, {});
    const proof = { token: challenge, passkey: passkey.get({ challenge, origin, verified: true }) };
    expect(await getError(anyone(routes.logInWithPasskey, proof))).toBe(REFUSED);
    const { session } = await anyone(logIn, { email, password: 'the tide tables of 1926' });
    expect(session).not.toBeNull();
  });

  test('expires five minutes after the password', async () => {
    const { email, app } = await enrol();
    const { token } = await enterPassword(email);
    elapsed += 5 * 60 * SECOND;
    expect(await getError(anyone(routes.completeLogInWithCode, { token, code: app.getCode(now()) }))).toBe(EXPIRED);
  });

  test('does not complete a log-in that began before all sessions were ended', async () => {
    const { email, app, person } = await enrol();
    const { token } = await enterPassword(email);
    const admin = await enrol('ADMIN');
    await admin.api(routes.resetSecondFactors, { id: person.id });
    await addAuthenticator(site.db, person.id);
    expect(await getError(anyone(routes.completeLogInWithCode, { token, code: app.getCode(now()) }))).toBe(EXPIRED);
  });
});

describe('recovery codes', () => {
  test('log in once each, are announced by email, and are replaced', async () => {
    const { email, codes, api } = await enrol();
    const tryCode = async (code: string) =>
      getError(anyone(routes.completeLogInWithCode, { token: (await enterPassword(email)).token, code }));
    expect(await tryCode(codes[0]!.toUpperCase())).toBe('none');
    expect(await tryCode(codes[0]!)).toBe(WRONG);
    expect(await api(routes.ownSecondFactors, {})).toMatchObject({ recovery_codes: 9 });
    expect(await listMails(email)).toHaveLength(2);
    const { recovery_codes } = await api(routes.replaceRecoveryCodes, {});
    expect(await tryCode(codes[1]!)).toBe(WRONG);
    expect(await tryCode(recovery_codes[1]!)).toBe('none');
  });

  test('of one account do not open another', async () => {
    const [a, b] = [await enrol(), await enrol()];
    const { token } = await enterPassword(a.email);
    expect(await getError(anyone(routes.completeLogInWithCode, { token, code: b.codes[0]! }))).toBe(WRONG);
  });
});

describe('a passkey', () => {
  test('is the second factor after the password', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const passkey = await addPasskeyTo(scout);
    const { token, methods, passkey_options } = await enterPassword(scout.person.email);
    expect(methods).toEqual(['passkey', 'recovery-code']);
    expect(passkey_options).toMatchObject({ challenge: token, rpId: 'localhost' });
    const proof = passkey.get({ challenge: token, origin, verified: false });
    const { session } = await anyone(routes.logInWithPasskey, { token, passkey: proof });
    expect(session?.user.id).toBe(scout.person.id);
    expect(await getError(anyone(routes.logInWithPasskey, { token, passkey: proof }))).toBe(EXPIRED);
  });

  test('replaces the password if the device recognises its owner', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const passkey = await addPasskeyTo(scout);
    const tryAlone = async (verified: boolean) => {
      const { token } = await anyone(routes.beginPasskeyLogIn, {});
      return getError(
        anyone(routes.logInWithPasskey, { token, passkey: passkey.get({ challenge: token, origin, verified }) }),
      );
    };
    expect(await tryAlone(false)).toBe(REFUSED);
    expect(await tryAlone(true)).toBe('none');
  });

  test.each([
    ['of another site', { origin: 'http://localhost.attacker.example' }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
  ])('is refused %s', async (_case, change) => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const passkey = await addPasskeyTo(scout);
    const { token } = await enterPassword(scout.person.email);
    const proof = passkey.get({ challenge: token, origin, ...change });
    expect(await getError(anyone(routes.logInWithPasskey, { token, passkey: proof }))).toBe(REFUSED);
  });

  test('is refused when it was copied: its counter falls', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const passkey = await addPasskeyTo(scout);
    const useWith = async (counter: number) => {
      const { token } = await enterPassword(scout.person.email);
      return getError(
        anyone(routes.logInWithPasskey, { token, passkey: passkey.get({ challenge: token, origin, counter }) }),
      );
    };
    expect([await useWith(5), await useWith(4), await useWith(6)]).toEqual(['none', REFUSED, 'none']);
  });

  test('of somebody else does not complete a log-in', async () => {
    const [a, b] = [await addSignedInPerson(site, 'SCOUT'), await addSignedInPerson(site, 'SCOUT')];
    await addPasskeyTo(a);
    const passkey = await addPasskeyTo(b);
    const { token } = await enterPassword(a.person.email);
    const proof = passkey.get({ challenge: token, origin });
    expect(await getError(anyone(routes.logInWithPasskey, { token, passkey: proof }))).toBe(REFUSED);
  });

  test('cannot be added with the token of somebody else, nor twice', async () => {
    const [a, b] = [await addSignedInPerson(site, 'SCOUT'), await addSignedInPerson(site, 'SCOUT')];
    const passkey = createSoftwarePasskey();
    const { token } = await a.api(routes.beginPasskey, {});
    const input = { token, name: 'Laptop', passkey: passkey.create({ challenge: token, origin }) };
    expect(await getError(b.api(routes.addPasskey, input))).toBe(REFUSED);
    await a.api(routes.addPasskey, input);
    const { token: again } = await b.api(routes.beginPasskey, {});
    const copy = { token: again, name: 'Copy', passkey: passkey.create({ challenge: again, origin }) };
    expect(await getError(b.api(routes.addPasskey, copy))).toBe('409 This passkey was added already.');
  });

  test('no longer opens an account whose password was disabled', async () => {
    const scout = await addSignedInPerson(site, 'SCOUT');
    const passkey = await addPasskeyTo(scout);
    await site.db.transaction().execute((trx) => disablePasswords(trx, [scout.person.email]));
    const { token } = await anyone(routes.beginPasskeyLogIn, {});
    const proof = passkey.get({ challenge: token, origin });
    expect(await getError(anyone(routes.logInWithPasskey, { token, passkey: proof }))).toBe(REFUSED);
  });
});

describe('a required second factor', () => {
  test('is the only thing that an account of the team can set up without it', async () => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    expect(await getError(admin.api(users, {}))).toMatch(/^403 /);
    expect(await admin.api(routes.ownSecondFactors, {})).toMatchObject({ required: true });
    expect((await admin.api(ownProfile, {})).id).toBe(admin.person.id);
    const page = await fetch(`${site.url}/admin/users`, { redirect: 'manual', headers: { cookie: admin.cookie } });
    expect(page.headers.get('location')).toBe('/edit-profile/security');
    const { key } = await admin.api(routes.beginAuthenticator, {});
    await admin.api(routes.confirmAuthenticator, { code: createAuthenticatorApp(key).getCode(now()) });
    expect((await admin.api(users, {})).data).not.toHaveLength(0);
  });

  test('cannot be removed while it is the last one', async () => {
    const admin = await enrol('ADMIN');
    expect(await getError(admin.api(routes.removeAuthenticator, {}))).toBe(
      '409 Your role requires a second factor. Add another one before you remove this one.',
    );
    await addPasskeyTo(admin);
    expect(await getError(admin.api(routes.removeAuthenticator, {}))).toBe('none');
    const [passkey] = (await admin.api(routes.ownSecondFactors, {})).passkeys;
    expect(await getError(admin.api(routes.removePasskey, { id: passkey!.id }))).toMatch(/^409 /);
  });

  test('can be removed by others, which deletes the recovery codes', async () => {
    const scout = await enrol();
    await scout.api(routes.removeAuthenticator, {});
    expect(await scout.api(routes.ownSecondFactors, {})).toEqual({
      required: false,
      authenticator: false,
      passkeys: [],
      recovery_codes: 0,
    });
    expect((await anyone(logIn, { email: scout.email, password: PASSWORD })).session).not.toBeNull();
  });
});

test('the team resets the second factors of somebody who has lost them', async () => {
  const [admin, scout] = [await enrol('ADMIN'), await enrol()];
  expect(await getError(admin.api(routes.resetSecondFactors, { id: admin.person.id }))).toMatch(/^409 /);
  await admin.api(routes.resetSecondFactors, { id: scout.person.id });
  expect((await scout.fetch('/api/profile')).status).toBe(401);
  expect((await anyone(logIn, { email: scout.email, password: PASSWORD })).session).not.toBeNull();
  expect(await listMails(scout.email)).toHaveLength(2);
});

describe('confirming who one is', () => {
  const UNCONFIRMED = expect.stringMatching(/^403 /);
  const MINUTE = 60 * SECOND;
  const isConfirmed = async ({ api }: Pick<SignedIn, 'api'>) => (await getError(api(endOtherSessions, {}))) === 'none';

  test('accepts a code of the authenticator app once, but no recovery code', async () => {
    const { api, app, codes } = await enrol();
    elapsed += 11 * MINUTE;
    expect(await getError(api(endOtherSessions, {}))).toEqual(UNCONFIRMED);
    expect(await getError(api(routes.confirmWithCode, { code: codes[0]! }))).toBe(WRONG);
    expect(await getError(api(routes.confirmWithCode, { code: '000000' }))).toBe(WRONG);
    expect(await isConfirmed({ api })).toBe(false);
    const code = app.getCode(now());
    await api(routes.confirmWithCode, { code });
    expect(await isConfirmed({ api })).toBe(true);
    elapsed += 10 * MINUTE;
    expect(await isConfirmed({ api })).toBe(false);
    expect(await getError(api(routes.confirmWithCode, { code }))).toBe(WRONG);
  });

  test('accepts a passkey of the account, for a challenge of the same person and purpose', async () => {
    const person = await addSignedInPerson(site, 'SCOUT');
    const [passkey, another] = [await addPasskeyTo(person), await addPasskeyTo(await addSignedInPerson(site, 'SCOUT'))];
    elapsed += 11 * MINUTE;
    const confirm = async (key: typeof passkey, token: string) =>
      getError(person.api(routes.confirmWithPasskey, { token, passkey: key.get({ challenge: token, origin }) }));
    const begin = async () => (await person.api(routes.beginConfirmWithPasskey, {})).token;
    expect(await confirm(another, await begin())).toBe(REFUSED);
    expect(await confirm(passkey, (await enterPassword(person.person.email)).token)).toBe(EXPIRED);
    expect(await isConfirmed(person)).toBe(false);
    const token = await begin();
    // A token for confirming cannot be used to log in.
    const proof = passkey.get({ challenge: token, origin });
    expect(await getError(anyone(routes.logInWithPasskey, { token, passkey: proof }))).toBe(EXPIRED);
    expect(await confirm(passkey, token)).toBe('none');
    expect(await isConfirmed(person)).toBe(true);
    expect(await confirm(passkey, token)).toBe(EXPIRED);
  });

  test('counts wrong codes and passwords together', async () => {
    const { api, app, email } = await enrol();
    for (let attempt = 0; attempt < 5; attempt++) {
      const guess =
        attempt % 2 === 0
          ? api(routes.confirmWithCode, { code: '000000' })
          : api(confirmWithPassword, { password: 'a guess' });
      expect(await getError(guess)).toMatch(/^422 /);
    }
    expect(await getError(api(routes.confirmWithCode, { code: app.getCode(now()) }))).toMatch(/^429 /);
    expect(await getError(api(confirmWithPassword, { password: PASSWORD }))).toMatch(/^429 /);
    expect(await getError(anyone(logIn, { email, password: PASSWORD }))).toMatch(/^429 /);
  });
});
