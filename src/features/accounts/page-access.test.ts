import { describe, expect, test } from 'vitest';
import { parseLogInHash, isLinkVisible, logInHash, getRedirect } from './page-access.ts';
import { type Role, getPermissions } from './permissions.ts';
import type { Session } from './schema.ts';

const person = (role: Role, verified = true): Session['user'] => ({
  id: '5f0c8e52-6f5c-4f0c-8f5e-0d1c2b3a4f5e',
  role,
  first_name: 'Catriona',
  last_name: 'Muir',
  email: 'catriona@crew.example',
  verified,
  needsSecondFactor: false,
  office: null,
  permissions: getPermissions(role),
});
const VISITORS = {
  nobody: null,
  unverified: person('SCOUT', false),
  scout: person('SCOUT'),
  owner: person('OWNER'),
  admin: person('ADMIN'),
};
type Visitor = keyof typeof VISITORS;
const everyone = Object.keys(VISITORS) as Visitor[];
const getRedirectFor = (pathname: string, visitor: Visitor) =>
  getRedirect({ pathname, href: pathname }, VISITORS[visitor]);

test.each<[string, Visitor[]]>([
  ['/', everyone],
  ['/find-a-location', everyone],
  ['/boards/public/secret', everyone],
  ['/boardsmen', everyone],
  ['/locations-team', everyone],
  ['/verify-email', everyone],
  ['/boards', ['scout', 'admin']],
  ['/BOARDS', ['scout', 'admin']],
  ['/boards/archived', ['scout', 'admin']],
  ['/boards/private', ['admin']],
  ['/boards/', ['scout', 'admin']],
  ['/boards/7', ['scout', 'owner', 'admin']],
  ['/boards/7/location/9', ['scout', 'owner', 'admin']],
  ['/register-location', ['owner']],
  ['/locations', ['owner']],
  ['/locations/7/preview', ['owner']],
  ['/edit-profile', ['unverified', 'scout', 'owner', 'admin']],
  ['/email-not-verified', ['unverified', 'scout', 'owner', 'admin']],
  ['/admin/users', ['admin']],
  ['/admin/overview', ['admin']],
  ['/admin', ['admin']],
  ['/admin/no-such-page', ['admin']],
  ['/reset-password', ['nobody']],
])('%s can be opened by %j', (pathname, allowed) => {
  expect(everyone.filter((visitor) => getRedirectFor(pathname, visitor) === undefined)).toEqual(allowed);
});

test('redirects to log-in, to verification or home when a page is forbidden', () => {
  expect(getRedirectFor('/boards', 'nobody')).toEqual({ to: '/', hash: 'log-in=/boards' });
  expect(getRedirectFor('/boards', 'unverified')).toEqual({ to: '/email-not-verified' });
  expect(getRedirectFor('/boards', 'owner')).toEqual({ to: '/' });
  expect(getRedirectFor('/admin/users', 'scout')).toEqual({ to: '/' });
  expect(getRedirectFor('/reset-password', 'owner')).toEqual({ to: '/' });
});

test('hides links to pages of other roles from signed-in users', () => {
  const links = ['/boards', '/register-location?from=footer', '/about', '/edit-profile', 'mailto:team@agency.example'];
  const listVisibleLinks = (visitor: Visitor) => links.filter((href) => isLinkVisible(href, VISITORS[visitor]));
  expect(listVisibleLinks('nobody')).toEqual(links);
  expect(listVisibleLinks('scout')).toEqual(links.filter((href) => !href.startsWith('/register')));
  expect(listVisibleLinks('owner')).toEqual(links.filter((href) => href !== '/boards'));
});

describe('the URL fragment', () => {
  test('opens the modal and keeps the path to return to', () => {
    expect(parseLogInHash(logInHash('/boards/7?page=2'))).toEqual({ tab: 'log-in', href: '/boards/7?page=2' });
    expect(parseLogInHash('log-in=')).toEqual({ tab: 'log-in' });
    expect(parseLogInHash('register-scout')).toEqual({ tab: 'register', role: 'SCOUT' });
    expect(parseLogInHash('register-owner')).toEqual({ tab: 'register', role: 'OWNER' });
    expect(['', 'content', 'register-admin', 'log-in'].map(parseLogInHash)).toEqual(Array(4).fill(undefined));
  });

  test.each([
    '//evil.example',
    '/.//evil.example',
    '/about/..//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ])('does not redirect to %s', (href) => {
    expect(parseLogInHash(logInHash(href))).toEqual({ tab: 'log-in' });
  });
});
