import { expect, test } from 'vitest';
import { isPage } from './client-navigation.ts';

test.each(['/', '/media-guide', '/api-terms', '/dev-notes', '/robots', '/find-a-location/assets', '/sitemap'])(
  'treats %s as a page',
  (pathname) => {
    expect(isPage(pathname)).toBe(true);
  },
);

test.each([
  '/api/docs',
  '/dev/mail',
  '/media/maps/57.2740,-5.5161.svg',
  '/assets/a.js',
  '/sitemap.xml',
  '/robots.txt',
  '/sitemaps/pages.xml',
])('treats %s as a file or an API call', (pathname) => {
  expect(isPage(pathname)).toBe(false);
});
