import { expect, test } from 'vitest';
import { getSecurityHeaders } from './security-headers.ts';

test('sets strict-transport-security on an https site only', () => {
  expect(getSecurityHeaders('https://recce.example')).toHaveProperty('strict-transport-security');
  expect(getSecurityHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security');
});
