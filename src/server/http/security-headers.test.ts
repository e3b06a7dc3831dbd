import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test('browsers are kept to https where the site has it', () => {
  expect(securityHeaders('https://recce.example')).toHaveProperty('strict-transport-security');
  expect(securityHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security');
});
