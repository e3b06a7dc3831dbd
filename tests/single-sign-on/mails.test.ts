import { expect, test } from 'vitest';
import { changeProfile } from '../../src/features/accounts/contract.ts';
import { updateUser, userById } from '../../src/features/accounts/administration/contract.ts';
import * as secondFactors from '../../src/features/accounts/second-factor/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { addAuthenticator } from '../support/second-factors.ts';
import { getError, startSingleSignOnSite } from '../support/single-sign-on-site.ts';
import { createSoftwarePasskey } from '../support/software-passkey.ts';

const { site, db, addAtProvider, signOn, findUser } = await startSingleSignOnSite();
const ADVICE = `If it was not you, change how you log in with Agency Log-in immediately, and write to `;
const PROFILE = { firstName: 'Mairi', lastName: 'Bell', telephone1: '', title: '', website: '' };

/** Returns the texts of the emails of one kind to an email address. */
const listTexts = async (kind: string, recipient: string) =>
  (
    await db.selectFrom('outbox').select('text').where('kind', '=', kind).where('recipient', '=', recipient).execute()
  ).map(({ text }) => text);

test('about an account without a password do not advise to choose a new one', async () => {
  const { name, email } = addAtProvider();
  const { browser } = await signOn(name);
  const api = browser.api();
  await api(changeProfile, { ...PROFILE, email: `new-${email}` });
  expect(await listTexts('address-changing', email)).toEqual([expect.stringContaining(ADVICE)]);

  const passkey = createSoftwarePasskey();
  const { token } = await api(secondFactors.beginPasskey, {});
  const created = passkey.create({ challenge: token, origin: site.url });
  await api(secondFactors.addPasskey, { token, name: 'Laptop', passkey: created });
  expect(await listTexts('second-factor-changed', email)).toEqual([expect.stringContaining(ADVICE)]);

  const scout = await addSignedInPerson(site, 'SCOUT');
  await scout.api(changeProfile, { ...PROFILE, telephone1: '0131 496 0177', title: 'Location manager', email });
  expect(await listTexts('address-in-use', email)).toEqual([
    expect.stringContaining('If it was you, log in with Agency Log-in.'),
  ]);

  const admin = await addSignedInPerson(site, 'ADMIN');
  await addAuthenticator(db, admin.person.id);
  const user = await admin.api(userById, { id: (await findUser(email))!.id });
  await admin.api(updateUser, {
    ...PROFILE,
    id: user.id,
    version: user.version,
    email: `other-${email}`,
  });
  expect(await listTexts('address-changing', email)).toEqual([
    expect.anything(),
    expect.stringContaining('If you have not, write to '),
  ]);
  const texts = await db.selectFrom('outbox').select('text').where('recipient', '=', email).execute();
  expect(texts.filter(({ text }) => text.includes('choose a new password'))).toEqual([]);
});

test('about an account with a password advise to choose a new one', async () => {
  const { email, id } = await addPerson(db, 'ADMIN');
  const { browser } = await signOn(addAtProvider({ email }).name);
  await browser.api()(changeProfile, { ...PROFILE, email: `new-${email}` });
  expect(id).toBe((await findUser(email))!.id);
  expect(await listTexts('address-changing', email)).toEqual([expect.stringContaining('choose a new password now')]);
});

test('about wrong codes say that they followed a log-in at the provider', async () => {
  const { name, email } = addAtProvider({ amr: ['pwd'] });
  await signOn(name);
  await addAuthenticator(db, (await findUser(email))!.id);
  const { second_factor } = await signOn(name);
  const anyone = createHttpApi({ origin: site.url, token: () => undefined });
  for (let codes = 0; codes < 5; codes++)
    expect(
      await getError(anyone(secondFactors.completeLogInWithCode, { token: second_factor!.token, code: '000000' })),
    ).toMatch(/^422 /);
  const [text, ...others] = await listTexts('wrong-codes', email);
  expect(others).toEqual([]);
  expect(text).toContain('Somebody has logged in with Agency Log-in for your account');
  expect(text).toContain(ADVICE);
  expect(text).not.toContain('password');
});
