import { describe, expect, test } from 'vitest';
import { ownProfile } from '../../src/features/accounts/contract.ts';
import { deleteUser, userById, users } from '../../src/features/accounts/administration/contract.ts';
import { ownSessions } from '../../src/features/accounts/sessions/contract.ts';
import * as routes from '../../src/features/accounts/single-sign-on/contract.ts';
import { createApiToken } from '../../src/features/api-tokens/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { SAMPLE_OPTIONS, addOption } from '../support/locations.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { addAuthenticator } from '../support/second-factors.ts';
import { getError, startSingleSignOnSite } from '../support/single-sign-on-site.ts';

const { site, db, provider, setElapsed, addAtProvider, signOn, findUser, listAudit } = await startSingleSignOnSite();
const HOUR = 3_600_000;
const OFFICE = SAMPLE_OPTIONS.filmoffice[0]!;
await addOption(db, 'filmoffice', OFFICE);
const listMails = async (recipient: string) =>
  (await db.selectFrom('outbox').select('kind').where('recipient', '=', recipient).orderBy('created_at').execute()).map(
    ({ kind }) => kind,
  );

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

  test('links an account of the team with the same verified email address, whose owner gets an email', async () => {
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

  test('replaces an account that somebody has made with the email address and never verified', async () => {
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
    expect(await signOn(other)).toMatchObject({
      status: 422,
      message: expect.stringContaining('with somebody else'),
    });
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
    ['with an unverified email address', { email_verified: false }, /has not verified your email address/],
    ['when no claim says that the email address is verified', { email_verified: undefined }, /has not verified/],
    ['without an email address', { email: undefined }, /has not verified your email address/],
  ] as const)('%s', async (_case, changes, message) => {
    const { name, email } = addAtProvider(changes as object);
    const before = (await listAudit(null)).length;
    expect(await signOn(name)).toMatchObject({ status: 422, message: expect.stringMatching(message) });
    expect(await findUser(email)).toBeUndefined();
    expect((await listAudit(null)).slice(before)).toEqual(['SINGLE_SIGN_ON_REFUSED']);
  });
});

describe('a later log-in', () => {
  test('is by the subject, whatever the email address is now', async () => {
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
    setElapsed(11 * HOUR);
    expect(await browser.api()(ownSessions, {})).toHaveLength(1);
    setElapsed(12 * HOUR);
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
