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

const PRODUCTION = {
  DATABASE_URL: 'postgres://db/recce?sslmode=verify-full',
  SITE_URL: 'https://recce.example',
  SMTP_URL: 'smtps://mail.example',
};

test('accepts a production site with a database, an https address and a mail server, without the demo', () => {
  expect(readProductionConfig({ ...PRODUCTION, HOST: '0.0.0.0' }, { embedded: false })).toMatchObject({ demo: false });
  expect(readProductionConfig({ ...PRODUCTION, DATABASE_URL: '' }, { embedded: true }).databaseUrl).toBeUndefined();
});

test('says in one line each what a production site needs', () => {
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

test('takes the defaults of the agency from the region', () => {
  expect(readConfig({}).site.name).toBe('Recce Scotland');
  const { site, mailFrom, region } = readConfig({ REGION: 'ireland', AGENCY_NAME: 'Screen Connacht' });
  expect(site).toMatchObject({ name: 'Recce Ireland', agency: { name: 'Screen Connacht' } });
  expect(mailFrom).toBe('Recce Ireland <no-reply@recce.example>');
  expect(readConfig({ REGION: region }).site.name).toBe('Recce Ireland');
});

test('rejects a region without a folder', () => {
  expect(() => readConfig({ REGION: 'atlantis' })).toThrow(/^REGION: .*atlantis has no region\.json$/);
});
