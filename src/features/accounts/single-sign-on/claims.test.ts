import { expect, test } from 'vitest';
import { toIdentity } from './claims.ts';

const SETTINGS = { rolesClaim: 'roles', roles: undefined, emailVerifiedClaim: 'email_verified', acrValues: ['high'] };
const PERSON = { iss: 'https://log-in.example', sub: '7', email: 'mairi@agency.example', email_verified: true };
const read = (claims: object, settings: Partial<Parameters<typeof toIdentity>[1]> = {}) =>
  toIdentity({ ...PERSON, ...claims }, { ...SETTINGS, ...settings });

test.each([
  ['admin', [{ role: 'ADMIN' }]],
  [
    ['editor', 'film-office: Screen Skye ', 'admin'],
    [{ role: 'FILM_OFFICE', office: 'Screen Skye' }, { role: 'ADMIN' }],
  ],
  [['admin', 'admin'], [{ role: 'ADMIN' }]],
  [['ADMIN', 'OWNER', 'film-office:', ' admin', 'film-office', 1, null], []],
  [undefined, []],
  [{ admin: true }, []],
])('grants by the claim %j', (roles, grants) => {
  expect(read({ roles }).grants).toEqual(grants);
});

test('grants by the values of the settings only, if they name any', () => {
  const roles = new Map([
    ['8f1c', 'admin'],
    ['77aa', 'film-office:Screen Skye'],
  ]);
  const groups = (...values: string[]) => read({ groups: values }, { rolesClaim: 'groups', roles }).grants;
  expect(groups('77aa', 'other')).toEqual([{ role: 'FILM_OFFICE', office: 'Screen Skye' }]);
  expect(groups('admin', 'film-office:Screen Skye')).toEqual([]);
});

test.each([
  [{ email_verified: true }, 'mairi@agency.example'],
  [{ email_verified: 'true' }, 'mairi@agency.example'],
  [{ email_verified: 'false' }, null],
  [{ email_verified: undefined }, null],
  [{ email: 'mairi' }, null],
  [{ email: undefined }, null],
  [{ email: ['mairi@agency.example'] }, null],
])('takes an email address only if it is verified: %j', (claims, email) => {
  expect(read(claims).email).toBe(email);
});

test('reads from another claim whether the email address is verified', () => {
  const settings = { emailVerifiedClaim: 'xms_edov' };
  expect(read({ email_verified: true }, settings).email).toBeNull();
  expect(read({ xms_edov: '1' }, settings).email).toBe('mairi@agency.example');
});

test.each([
  [{ given_name: 'Mairi', family_name: 'Bell' }, ['Mairi', 'Bell']],
  [{ name: 'Mairi Anne Bell' }, ['Mairi Anne', 'Bell']],
  [{ name: 'Mairi' }, ['mairi', 'Mairi']],
  [{ given_name: ' ', family_name: 7 }, ['mairi', 'mairi']],
])('finds names in %j', (claims, names) => {
  const { firstName, lastName } = read(claims);
  expect([firstName, lastName]).toEqual(names);
});

test.each([
  [{ amr: ['pwd', 'mfa'] }, true],
  [{ amr: ['pwd', 'otp'] }, false],
  [{ acr: 'high' }, true],
  [{ acr: 'low' }, false],
  [{}, false],
])('knows a second factor by %j', (claims, expected) => {
  expect(read(claims).hasSecondFactor).toBe(expected);
});
