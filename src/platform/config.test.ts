import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each([
  [{ SITE_URL: 'x' }, 'SITE_URL: must be a URL that begins with http:// or https://'],
  [{ SITE_URL: 'https://recce.example/films' }, 'SITE_URL: must have no path'],
])('rejects the setting %j with a message that names it', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(line);
});

const PUBLIC_SETTINGS = [{ HOST: '0.0.0.0' }, { HOST: '::' }, { SITE_URL: 'https://recce.example' }];

test.each(PUBLIC_SETTINGS)('rejects the demo on a site that a network can reach: %j', (environment) => {
  const [setting] = Object.keys(environment);
  const line = new RegExp(
    `^${setting}: \\S+ is not a loopback address, .*: set DEMO=off, or set ${setting} to a loopback address$`,
  );
  expect(() => readConfig(environment)).toThrow(line);
  expect(() => readConfig({ ...environment, DATABASE_URL: 'postgres://db/recce', DEMO: 'on' })).toThrow(line);
  expect(readConfig({ ...environment, DEMO: 'off' })).toMatchObject({ demo: false, loopback: false });
  expect(readConfig({ ...environment, NODE_ENV: 'production' })).toMatchObject({ demo: false });
});

test.each([
  {},
  { HOST: '127.0.0.2' },
  { HOST: '::1', SITE_URL: 'http://[::1]:3000' },
  { HOST: 'localhost', SITE_URL: 'http://LOCALHOST' },
])('enables the demo on a loopback site: %j', (environment) => {
  expect(readConfig(environment)).toMatchObject({ demo: true, loopback: true });
});
