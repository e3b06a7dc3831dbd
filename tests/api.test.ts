import manifest from '../package.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { getKilometresBetween } from '../src/features/geography/measure.ts';
import { getStaticMapUrl, getRenditionUrl } from '../src/features/media/schema.ts';
import { searchLocations } from '../src/features/search/contract.ts';
import { listRoutes } from './permissions/calls.ts';
import { startSite } from './support/site.ts';

const site = await startSite();
const get = (path: string, init?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...init });
const getJson = async (path: string) => (await (await get(path)).json()) as Record<string, any>;

const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE_POLICY = expect.stringMatching(/^default-src 'none'; script-src 'nonce-/);

function expectSecurityHeaders({ status, headers }: Response, expected: number, policy: unknown): void {
  expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
    status: expected,
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': expect.stringMatching(/^geolocation=\(self\), .*camera=\(\), .*microphone=\(\)/),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
}

describe('API description', () => {
  test('lists every registered route and nothing else', async () => {
    const { paths } = await getJson('/api/openapi.json');
    const described = Object.entries(paths as Record<string, object>)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    const registered = listRoutes(site).map(({ method, path }) => `${method} /api${path}`);
    expect(described.sort()).toEqual(registered.sort());
  });

  test('is served as a page', async () => {
    const page = await (await get('/api/docs')).text();
    expect(page).toContain('/api/locations/by-url/{locationurl}');
  });

  test('lists every file route of the server', async () => {
    const { paths } = await getJson('/api/openapi.json');
    for (const path of [
      '/media/{sha256}/{width}.{format}',
      '/basemap/{z}/{x}/{y}.pbf',
      '/basemap/style/{theme}.json',
      '/basemap/streets/{file}/{z}/{x}/{y}.mvt',
      '/basemap/relief/{file}/{z}/{x}/{y}.{format}',
      '/sitemap.xml',
      '/robots.txt',
    ]) {
      expect(paths).toHaveProperty([path, 'get']);
    }
  });
});

describe('responses', () => {
  test.each([
    ['an API call', '/api/locations', 200, API_POLICY],
    ['an invalid API call', '/api/locations?bbox=1', 422, API_POLICY],
    ['a page', '/', 200, PAGE_POLICY],
    ['an address without a page', '/no/such/page', 404, PAGE_POLICY],
    ['a missing picture', '/media/nothing/320.webp', 404, API_POLICY],
    ['a tile', '/basemap/6/31/19.pbf', 200, API_POLICY],
    ['the style of the map', '/basemap/style/light.json', 200, API_POLICY],
    ['a tile of a map that is not installed', '/basemap/streets/none/6/31/19.mvt', 404, API_POLICY],
    ['robots.txt', '/robots.txt', 200, API_POLICY],
    ['a malformed address', '/%zz', 400, API_POLICY],
  ])('have a request id and security headers for %s', async (_, path, status, policy) => {
    expectSecurityHeaders(await get(path), status, policy);
  });

  test('have security headers for files too', async () => {
    const html = await (await get('/')).text();
    const script = /\/assets\/[\w.-]+\.js/.exec(html)![0];
    expectSecurityHeaders(await get(script), 200, expect.stringMatching(/^default-src 'self'; object-src 'none'/));
    const { data } = await getJson('/api/locations?query=neist+point');
    expectSecurityHeaders(await get(getRenditionUrl(data[0].primaryimage.sha256, 320, 'webp')), 200, API_POLICY);
    const mapPolicy = expect.stringMatching(/^default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'/);
    expectSecurityHeaders(await get(getStaticMapUrl(data[0])), 200, mapPolicy);
  });

  test('contain the copyright year', async () => {
    const { year } = await getJson('/api/site');
    expect(year).toBe(new Date().getFullYear());
    expect(await (await get('/')).text()).toMatch(new RegExp(`© (<!-- -->)?${year}`));
  });

  test('of a search match the contract', async () => {
    const response = await getJson('/api/locations?query=castle&setting=Coastal&setting=Island');
    expect(searchLocations.output.parse(response)).toEqual(response);
    expect(response['meta'].page).toMatchObject({ current: 1, size: 20 });
    expect(response['meta'].page.total_results).toBeGreaterThan(0);
  });

  test.each([
    ['bbox=1,2,3', { bbox: 'Enter the area as west,south,east,north in degrees.' }],
    ['place=91,0', { place: 'Enter the name of a place, or its latitude,longitude in degrees.' }],
    ['place=Skye&within=501', { within: 'Enter a number of at most 500.' }],
    [
      'outline=1,2,3,4',
      { outline: 'Enter the area as longitude,latitude,longitude,latitude and so on, with 3 to 60 points.' },
    ],
    ['sort=best', { sort: 'Choose one of: newest, nearest, title.' }],
  ])('describe the invalid input %s', async (query, fields) => {
    const response = await get(`/api/locations?${query}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      errorType: 'INVALID',
      message: 'Please check the fields that are marked.',
      fields,
    });
  });

  test('of a search around a place start at its centre, nearest first', async () => {
    const { meta, data } = await getJson('/api/locations?place=Inverness&within=60&sort=nearest');
    expect(meta.place).toMatchObject({ name: 'Inverness' });
    const distances = data.map((location: { latitude: number; longitude: number }) =>
      getKilometresBetween(meta.place, location),
    );
    expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b));
    expect(distances.length).toBeGreaterThan(3);
    expect(distances.at(-1)).toBeLessThan(60);
  });

  test('of a search around a position are those within 40 km, unless another distance is given', async () => {
    const count = async (query: string) =>
      (await getJson(`/api/locations?place=57.4778,-4.2247${query}`)).meta.page.total_results;
    expect(await count('')).toBe(await count('&within=40'));
    expect(await count('')).toBeLessThan(await count('&within=80'));
  });

  test.each([
    ['an unknown route', '/api/nothing', {}, 404, 'NOT_FOUND'],
    ['an unknown location', '/api/locations/by-url/nowhere-at-all', {}, 404, 'NOT_FOUND'],
    ['an unknown page', '/api/pages/nothing', {}, 404, 'NOT_FOUND'],
    [
      'broken JSON',
      '/api/enquire',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      400,
      'MALFORMED',
    ],
    [
      'an unsupported content type',
      '/api/enquire',
      { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' },
      415,
      'UNSUPPORTED_MEDIA',
    ],
    [
      'a body that is too large',
      '/api/enquire',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ comment: 'x'.repeat(300_000) }),
      },
      413,
      'TOO_LARGE',
    ],
  ])('to %s are machine-readable errors', async (_name, path, init, status, errorType) => {
    const response = await get(path, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errorType, message: expect.any(String) });
  });

  test.each([
    ['/api/locations/by-url/%00', 400],
    ['/api/locations?query=a%00', 400],
    ['/find-a-location/%00', 404],
    ['/about%00', 404],
  ])('to %s, with a null character, have the status %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test('reject control characters in the name of an option', async () => {
    expect((await get('/api/locations?category=%00')).status).toBe(422);
  });
});

describe('pages', () => {
  test('contain their data in the HTML, and only scripts with the nonce of the response', async () => {
    const response = await get('/find-a-location?query=eilean+donan');
    const html = await response.text();
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect(nonce).toHaveLength(24);
    expect(html.includes('href="/find-a-location/eilean-donan-castle"')).toBe(true);
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes ?? '');
    expect(scripts.length).toBeGreaterThan(0);
    for (const attributes of scripts.filter((text) => !/application\/(ld\+)?json/.test(text)))
      expect(attributes).toContain(`nonce="${nonce}"`);
  });

  test('have a new nonce in each response, although they are cached', async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => {
        const response = await get('/about');
        const [, nonce] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
        const inHtml = (await response.text()).matchAll(/ nonce="([^"]*)"/g);
        return { nonce, inHtml: new Set(Array.from(inHtml, ([, value]) => value)) };
      }),
    );
    for (const { nonce, inHtml } of nonces) expect(inHtml).toEqual(new Set([nonce]));
    expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(nonces.length);
  });

  test('redirect a malformed address to the not-found page', async () => {
    const response = await get('/%E0%A4%A', { headers: { accept: 'text/html,*/*' } });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/not-found']);
    expect(await getJson('/%E0%A4%A')).toMatchObject({ errorType: 'MALFORMED' });
  });

  test.each(['/nowhere', '/find-a-location/nowhere', '/not-found', '/a/b/c'])('respond 404 to %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Page not found');
  });

  test('redirect from the id of a location to its address', async () => {
    const { id } = await getJson('/api/locations/by-url/eilean-donan-castle');
    const response = await get(`/find-a-location/${id}`);
    expect([response.status, response.headers.get('location')]).toEqual([301, '/find-a-location/eilean-donan-castle']);
    expect((await get(`/find-a-location/${crypto.randomUUID()}`)).status).toBe(404);
  });

  test.each(['/boards', '/register-location', '/admin/users?page=2'])(
    'redirect anonymous visitors of %s to the login on the home page',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(307);
      const home = new URL(response.headers.get('location') ?? '', site.url);
      expect([home.pathname, decodeURIComponent(home.hash)]).toEqual(['/', `#log-in=${path}`]);
    },
  );

  test('are listed in the sitemap, with the day of their last change', async () => {
    expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    const locations = await (await get('/sitemaps/locations-1.xml')).text();
    expect(locations).toMatch(/<loc>http[^<]+\/find-a-location\/eilean-donan-castle[^<]*<\/loc><lastmod>20\d\d-/);
    expect(await (await get('/sitemaps/pages.xml')).text()).toContain(`${site.url}/about`);
  });
});

describe('health check', () => {
  test('reports liveness with the version, and readiness', async () => {
    expect(await getJson('/api/health')).toEqual({ status: 'alive', version: manifest.version, storage: 'available' });
    expect(await getJson('/api/ready')).toMatchObject({ status: 'ready' });
  });
});
