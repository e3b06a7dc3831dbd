import { expect, test } from 'vitest';
import { getSecurityHeaders } from './security-headers.ts';

test('lets the pages of this site ask for the position, but no frames of other sites', () => {
  expect(getSecurityHeaders('https://recce.example')['permissions-policy']).toContain('geolocation=(self)');
});

test('sets strict-transport-security on an https site only', () => {
  expect(getSecurityHeaders('https://recce.example')).toHaveProperty('strict-transport-security');
  expect(getSecurityHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security');
});
