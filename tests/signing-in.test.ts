import { describe, expect, test } from 'vitest';
import { currentSession, logIn, ownProfile } from '../src/features/accounts/contract.ts';
import { httpApi } from '../src/platform/http/client.ts';
import { PASSWORD, addPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite();

describe('logging in', () => {
  test('gives a token that calls carry, and a cookie that they do not', async () => {
    const { email, id } = await addPerson(site.db, 'SCOUT');
    const response = await fetch(`${site.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: email.toUpperCase(), password: PASSWORD }),
    });
    const { session } = logIn.output.parse(await response.json());
    expect(session?.user).toEqual({
      id,
      email,
      role: 'SCOUT',
      first_name: 'Isla',
      last_name: 'Robertson',
      verified: true,
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers.get('set-cookie')).not.toContain(session?.token);
    const api = httpApi({ origin: site.url, token: () => session?.token });
    expect(await api(currentSession, {})).toEqual({ session });
    expect(await api(ownProfile, {})).toMatchObject({ id, email });
  });
});
