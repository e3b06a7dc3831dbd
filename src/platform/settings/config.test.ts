import { expect, test } from 'vitest';
import { readConfig, readDemoConfig, readProductionConfig } from './config.ts';

test.each([
  [{ SITE_URL: 'x' }, 'SITE_URL: must be a URL that begins with http:// or https://'],
  [{ SITE_URL: 'https:/recce.example' }, 'SITE_URL: must be a URL that begins with http:// or https://'],
  [{ STORAGE_URL: 's3://?region=eu-west-2' }, 'STORAGE_URL: must name a bucket: s3://BUCKET'],
  [{ SITE_URL: 'https://recce.example/films' }, 'SITE_URL: must have no path'],
])('rejects the setting %j with a message that names it', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(line);
});

test.each([
  ['SECOND_FACTR', 'SECOND_FACTOR'],
  ['SECONDFACTOR', 'SECOND_FACTOR'],
  ['SECNOD_FACTOR', 'SECOND_FACTOR'],
  ['second_factor', 'SECOND_FACTOR'],
  ['TEAM_PASSWORD', 'TEAM_PASSWORDS'],
  ['MAP_HOST', 'MAP_HOSTS'],
  ['SMTP_URI', 'SMTP_URL'],
  ['REGOIN', 'REGION'],
])('rejects %s, which is not a setting but close to one', (name, setting) => {
  expect(() => readConfig({ [name]: 'x' })).toThrow(`${name}: is not a setting. Did you mean ${setting}?`);
});

test('ignores variables of other programs, and those like a setting that is set', () => {
  const others = ['HOSTS', 'SPORT', 'NODE_ENV', 'AWS_REGION', 'HOSTNAME', 'OTEL_TRACES_SAMPLER', 'DATABASE_PORT'];
  expect(() => readConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).not.toThrow();
  expect(() => readConfig({ SECOND_FACTOR: 'required', SECOND_FACTR: 'x' })).not.toThrow();
  expect(() => readConfig({ SECOND_FACTR: '' })).not.toThrow();
});

const SINGLE_SIGN_ON = {
  SSO_ISSUER: 'https://log-in.agency.example/realms/staff',
  SSO_CLIENT_ID: 'recce',
  SSO_CLIENT_SECRET: 'secret',
  SSO_NAME: 'Agency',
};
test.each([
  [{ SSO_ISSUER: 'http://log-in.agency.example' }, 'SSO_ISSUER: must be a URL that begins with https://'],
  [{ SSO_ISSUER: 'log-in' }, 'SSO_ISSUER: must be a URL that begins with https://'],
  [{ SSO_ISSUER: 'https://log-in.agency.example/?x=y' }, 'SSO_ISSUER: must have no user, no query and no fragment'],
  [
    { SSO_ISSUER: 'https://log-in.agency.example/.well-known/openid-configuration' },
    'SSO_ISSUER: must end before /.well-known/',
  ],
  [
    { SSO_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
    'SSO_ISSUER: must be that of one organisation: replace the first segment of its path',
  ],
  [{ SSO_CLIENT_SECRET: '' }, 'SSO_CLIENT_SECRET: is required with SSO_ISSUER'],
  [
    { SSO_ISSUER: '', SSO_NAME: '' },
    'SSO_ISSUER: is required with SSO_CLIENT_ID\nSSO_NAME: is required with SSO_CLIENT_ID',
  ],
  [
    { SSO_ROLES: 'staff=owner' },
    'SSO_ROLES: must be written VALUE=ROLE; VALUE=ROLE, where each role is admin or film-office:NAME',
  ],
  [{ SSO_ROLES: 'a=admin; a=film-office:Skye' }, 'SSO_ROLES: must have each value once'],
  [{ TEAM_PASSWORDS: 'no' }, 'TEAM_PASSWORDS: '],
])('rejects the settings of single sign-on with %j', (changes, line) => {
  expect(() => readConfig({ ...SINGLE_SIGN_ON, ...changes })).toThrow(line);
});

test('reads the settings of single sign-on', () => {
  expect(readConfig({}).singleSignOn).toBeUndefined();
  const roles = 'CN=Locations=admin; 8f1c=film-office: Screen Skye ;';
  expect(readConfig({ ...SINGLE_SIGN_ON, SSO_ROLES: roles, TEAM_PASSWORDS: 'off' }).singleSignOn).toMatchObject({
    rolesClaim: 'roles',
    emailVerifiedClaim: 'email_verified',
    acrValues: [],
    teamPasswords: false,
    roles: new Map([
      ['CN=Locations', 'admin'],
      ['8f1c', 'film-office: Screen Skye'],
    ]),
  });
  expect(readConfig({ ...SINGLE_SIGN_ON, SSO_ISSUER: 'http://localhost:3160' }).singleSignOn).toBeDefined();
});

test('does not switch off the passwords of the team without single sign-on', () => {
  expect(() => readConfig({ TEAM_PASSWORDS: 'off' })).toThrow(
    /^TEAM_PASSWORDS: can be off only with single sign-on: set SSO_ISSUER too, or nobody could log in$/,
  );
});

const PRODUCTION = {
  DATABASE_URL: 'postgres://db/recce?sslmode=verify-full',
  SITE_URL: 'https://recce.example',
  SMTP_URL: 'smtps://mail.example',
};

test('accepts a production site with a database, an https URL and a mail server, without the demo', () => {
  expect(readProductionConfig({ ...PRODUCTION, HOST: '0.0.0.0' }, { embedded: false })).toMatchObject({ demo: false });
  expect(readProductionConfig({ ...PRODUCTION, DATABASE_URL: '' }, { embedded: true }).databaseUrl).toBeUndefined();
});

test('says in one line each what a production site needs', () => {
  const plaintext = { ...PRODUCTION, ...SINGLE_SIGN_ON, SSO_ISSUER: 'http://localhost:3160' };
  expect(() => readProductionConfig(plaintext, { embedded: false })).toThrow(/^SSO_ISSUER: must use https:\/\/$/);
  expect(() => readProductionConfig({}, { embedded: false })).toThrow(
    /^DATABASE_URL: is required.*\nSITE_URL: is required, and must begin with https:\/\/\nSMTP_URL: is required$/,
  );
  expect(() => readProductionConfig({ ...PRODUCTION, SITE_URL: 'http://recce.example' }, { embedded: false })).toThrow(
    /^SITE_URL: must begin with https:\/\/$/,
  );
  expect(() => readProductionConfig(PRODUCTION, { embedded: true })).toThrow(
    /^DATABASE_URL: must not be set with --embedded$/,
  );
});

test.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { SITE_URL: 'https://recce.example' },
  { TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' },
])('rejects the demo on a site that a network can reach: %j', (environment) => {
  const [setting] = Object.keys(environment);
  expect(() => readDemoConfig(environment)).toThrow(
    new RegExp(`^${setting}: \\S+ is not a loopback address, and the demo has accounts with a public password.*$`),
  );
});

test('rejects the demo in the database of a site', () => {
  expect(() => readDemoConfig({ DATABASE_URL: 'postgres://db/recce' })).toThrow(/^DATABASE_URL: must not be set/);
});

test.each([
  {},
  { HOST: '127.0.0.2', TRUSTED_PROXIES: '127.0.0.1, ::1/128' },
  { HOST: '::1', SITE_URL: 'http://[::1]:3000' },
  { HOST: 'localhost', SITE_URL: 'http://LOCALHOST' },
])('accepts the demo on a loopback address: %j', (environment) => {
  expect(readDemoConfig(environment)).toMatchObject({ demo: true });
});

test('names all problems of a production site at once', () => {
  const wrong = { ...PRODUCTION, SECOND_FACTR: 'required', SITE_URL: 'http://x.example', SMTP_URL: 'smtp.x.example' };
  expect(() => readProductionConfig(wrong, { embedded: false })).toThrow(
    /^SECOND_FACTR: .*\nSMTP_URL: .*\nSITE_URL: .*$/,
  );
});

test('takes the defaults of the agency from the region', () => {
  expect(readConfig({}).site.name).toBe('Recce Scotland');
  const { site, mailFrom, region } = readConfig({ REGION: 'ireland', AGENCY_NAME: 'Screen Connacht' });
  expect(site).toMatchObject({ name: 'Recce Ireland', agency: { name: 'Screen Connacht' } });
  expect(mailFrom).toBe('Recce Ireland <no-reply@recce.example>');
  expect(readConfig({ REGION: region }).site.name).toBe('Recce Ireland');
});

test('rejects a region without a folder', () => {
  expect(() => readConfig({ REGION: 'atlantis' })).toThrow(/^REGION: is neither a folder of regions\//);
});
