import { expect, test } from 'vitest';
import { asksToLogIn, isForSignedIn, logInHash } from './policy.ts';

test.each([
  '/boards',
  '/boards/archived',
  '/boards/7/location/9',
  '/register-location',
  '/locations/7/preview',
  '/edit-profile',
  '/email-not-verified',
  '/admin/users',
])('%s is for people who are signed in', (pathname) => {
  expect(isForSignedIn(pathname)).toBe(true);
});

test.each(['/', '/find-a-location', '/boards/public/secret', '/boardsmen', '/locations-team', '/about'])(
  '%s is for everybody',
  (pathname) => {
    expect(isForSignedIn(pathname)).toBe(false);
  },
);

test('asking for a page keeps its address, and opens the modal', () => {
  expect(logInHash('/boards/7?page=2')).toBe('log-in=/boards/7?page=2');
  expect([logInHash('/boards'), 'register-scout', 'content', ''].map(asksToLogIn)).toEqual([true, true, false, false]);
});
