import { expect, test } from 'vitest';
import { currentSession, logIn } from '../src/features/accounts/contract.ts';
import { DEMO_PASSWORD } from '../src/features/accounts/passwords/demo-password.ts';
import { argon2id } from '../src/features/accounts/passwords/hashing.server.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { testDatabase } from './support/database.ts';
import { startSiteProcess } from './support/site-process.ts';
import { PASSWORD, addPerson, signInAs } from './support/people.ts';

const database = await testDatabase();
const signIn = async (changes = {}) => {
  const site = { db: database.kysely, url: '' };
  return signInAs(site, await addPerson(site.db, 'ADMIN', changes));
};
// The account of an earlier demo.
const demo = await signIn({ email: 'admin@recce.example' });
const other = await signIn();
// An account that somebody gave the public password.
const careless = await addPerson(database.kysely, 'ADMIN', { password_hash: await argon2id.hash(DEMO_PASSWORD) });
const { url } = await startSiteProcess(database.url);

test('a site that is not the demo disables the demo accounts, and accepts their password for no account', async () => {
  const getSession = (token: string) => createHttpApi({ origin: url, token: () => token })(currentSession, {});
  expect(await getSession(demo.token)).toEqual({ session: null });
  expect(await getSession(other.token)).toMatchObject({ session: { token: other.token } });

  const api = createHttpApi({ origin: url, token: () => undefined });
  const wrong = { errorType: 'INVALID' };
  await expect(api(logIn, { email: demo.person.email, password: PASSWORD })).rejects.toMatchObject(wrong);
  await expect(api(logIn, { email: demo.person.email, password: DEMO_PASSWORD })).rejects.toMatchObject(wrong);
  await expect(api(logIn, { email: careless.email, password: DEMO_PASSWORD })).rejects.toMatchObject(wrong);
  await expect(api(logIn, { email: other.person.email, password: PASSWORD })).resolves.toBeDefined();
});
