import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { expect, test } from 'vitest';
import { fillPath, toSearchParams } from '../src/platform/http/contract.ts';
import { INPUTS, getRouteName, listRoutes } from './permissions/calls.ts';
import { createFixtures } from './permissions/fixtures.ts';
import { SEARCHED_URLS, toPath } from './permissions/pages.ts';
import { addPeople, getCookie } from './permissions/people.ts';
import { signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';

const site = await startSite();
const people = await addPeople(site);
const fixtures = await createFixtures(site, people);
const { token } = await signInAs(site, people.admin);

/** Headers of every response, whatever it is. */
const HEADERS = {
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /^geolocation=\(self\), accelerometer=\(\)/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^(DENY|SAMEORIGIN)$/,
  'x-request-id': /./,
};
/** Directives of every content security policy. */
const DIRECTIVES = {
  'default-src': /^'(none|self)'$/,
  'base-uri': /^'none'$/,
  'form-action': /^'(none|self)'$/,
  'frame-ancestors': /^'(none|self)'$/,
};
const TEXT = /^(text\/|application\/(json|xml|javascript|manifest\+json|.*\+(json|xml)))|^image\/svg/;

/** Says what is missing in the headers of a response. */
function listProblems({ headers }: Response): string[] {
  const directives = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => directive.split(/ (.*)/, 2)),
  ) as Record<string, string | undefined>;
  const type = headers.get('content-type') ?? '';
  return [
    ...Object.entries(HEADERS).filter(([name, pattern]) => !pattern.test(headers.get(name) ?? '')),
    ...Object.entries(DIRECTIVES).filter(([name, pattern]) => !pattern.test(directives[name] ?? '')),
    ...(directives['default-src'] === "'none'" || directives['object-src'] === "'none'" ? [] : [['object-src']]),
    ...(TEXT.test(type) && !/charset=utf-8/i.test(type) ? [['charset', type]] : []),
  ].map(([name]) => name!);
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(site.url + path, { redirect: 'manual', ...init });
  // A stream of events does not end.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel();
  else await response.arrayBuffer();
  return response;
}

const routes = listRoutes(site).map((route) => [getRouteName(route), route] as const);

test.each(routes)('sets all headers on %s, whether it succeeds or fails', async (name, { method, path, body }) => {
  const input = { ...(await INPUTS[name]?.(fixtures, 'admin', people)) };
  const inQuery = method === 'GET' || method === 'DELETE' || body !== undefined;
  const filled = fillPath(path, input);
  const query = inQuery ? toSearchParams(filled.rest).toString() : '';
  const send = (authorization: Record<string, string>) =>
    request(`/api${filled.path}${query && `?${query}`}`, {
      method,
      headers: { ...(!inQuery && { 'content-type': 'application/json' }), ...authorization },
      ...(!inQuery && { body: JSON.stringify(filled.rest) }),
    });
  expect(listProblems(await send({}))).toEqual([]);
  // Others would change what the next calls need.
  const repeated = method === 'GET' ? await send({ authorization: `Bearer ${token}` }) : await send({});
  expect(listProblems(repeated)).toEqual([]);
});

const marks = { offline: fixtures.location, unpublished: fixtures.location };
const cookie = (await getCookie(site, people, 'admin'))!;

test.each(SEARCHED_URLS.map((url) => toPath(url, fixtures, marks)))('sets all headers on the page %s', async (path) => {
  expect(listProblems(await request(path))).toEqual([]);
  expect(listProblems(await request(path, { headers: { cookie } }))).toEqual([]);
});

/** One asset of each kind. */
const assets = new Map(
  readdirSync(new URL('../dist/client/assets/', import.meta.url))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => [name.slice(name.lastIndexOf('.')), `/assets/${name}`]),
);
const rendition = await site.db.selectFrom('pictures').select('sha256').executeTakeFirstOrThrow();
const position = await site.db
  .selectFrom('locations')
  .select(['latitude', 'longitude'])
  .where('location_status', '=', 'PUBLISHED')
  .executeTakeFirstOrThrow();

test.each([
  ...assets.values(),
  `/media/${rendition.sha256}/320.webp`,
  `/media/og/${rendition.sha256}/50-50.jpg`,
  `/media/maps/${position.latitude},${position.longitude}.svg`,
  '/basemap/5/15/9.pbf',
  '/basemap/5/0/0.pbf',
  '/assets/no-such-file.js',
  '/media/no-such-file',
  '/map-files/no-such-file',
  '/api/no-such-route',
  '/api/health',
  '/api/ready',
  '/favicon.ico',
  '/%',
  '//',
])('sets all headers on the file %s', async (path) => {
  expect(listProblems(await request(path))).toEqual([]);
  expect(listProblems(await request(path, { headers: { accept: 'text/html' } }))).toEqual([]);
  expect(listProblems(await request(path, { method: 'HEAD' }))).toEqual([]);
});

test('does not answer TRACE', async () => {
  const sent = sendRequest(`${site.url}/`, { method: 'TRACE' }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(404);
  expect(response.headers['x-content-type-options']).toBe('nosniff');
});
