import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each([
  [{ SITE_URL: 'x' }, 'SITE_URL: must be an address that begins with http:// or https://'],
  [{ SITE_URL: 'https://recce.example/films' }, 'SITE_URL: must have no path'],
])('the setting %j stops the start with a line that names it', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(line);
});
