import manifest from '../package.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { getKilometresBetween } from '../src/features/geography/measure.ts';
import { getStaticMapUrl, getRenditionUrl } from '../src/features/media/schema.ts';
import { searchLocations } from '../src/features/search/contract.ts';
import { EXAMPLES } from '../src/server/api-description/register-api-description.ts';
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

  test('gives every operation a unique id, a group, a summary and its errors', async () => {
    const { paths, tags } = await getJson('/api/openapi.json');
    const operations = Object.entries<Record<string, any>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    const groups = new Set(tags.map(({ name }: { name: string }) => name));
    expect(operations.filter(({ tags: [tag], summary }) => !groups.has(tag) || !summary)).toEqual([]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    const ofApi = operations.filter(({ name }) => name.includes(' /api/'));
    const always = ['400', '429', '500', '503'];
    expect(ofApi.filter(({ responses }) => always.some((status) => !(status in responses)))).toEqual([]);
  });

  test('shows examples that the contract accepts', () => {
    const routes = new Map(listRoutes(site).map((route) => [`${route.method} ${route.path}`, route]));
    for (const [name, { input, output }] of Object.entries(EXAMPLES)) {
      const route = routes.get(name)!;
      const errors = [input && route.input.safeParse(input).error, output && route.output.safeParse(output).error];
      expect([name, ...errors]).toEqual([name, undefined, undefined]);
    }
  });

  test('shows examples that match its own schemas', async () => {
    const description = await getJson('/api/openapi.json');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(description, 'api');
    const wrong: string[] = [];
    let count = 0;
    const check = (pointer: string, examples: readonly unknown[]): void => {
      const isValid = ajv.compile({ $ref: `api#${pointer}` });
      for (const example of examples) {
        count++;
        if (!isValid(example)) wrong.push(`${pointer}: ${ajv.errorsText(isValid.errors)}`);
      }
    };
    const visit = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { schema, example, examples } = value as Record<string, any>;
      if (schema && example !== undefined) check(`${pointer}/schema`, [example]);
      if (schema && examples)
        check(
          `${pointer}/schema`,
          Object.values(examples).map((it: any) => it.value),
        );
      // The examples of a schema, and not a field of this name.
      if (!schema && Array.isArray(examples)) check(pointer, examples);
      for (const [key, item] of Object.entries(value)) {
        if (key !== 'example' && key !== 'examples')
          visit(item, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
      }
    };
    visit(description, '');
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  test('says in each summary what the call does, by a verb', async () => {
    const { paths } = await getJson('/api/openapi.json');
    const summaries = Object.values<Record<string, any>>(paths).flatMap((methods) =>
      Object.values(methods).map(({ summary }) => summary as string),
    );
    expect(
      summaries.filter((summary) => !/^([A-Z][a-z]+s|Liveness check:|Readiness check:)( |$)/.test(summary)),
    ).toEqual([]);
  });

  test('repeats no large schema', async () => {
    const counts = new Map<string, number>();
    const count = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties = {} } = value as { properties?: object };
      // Bodies of requests are no components: two routes share the 15 settings of look-books.
      if (Object.keys(properties).length > 15)
        counts.set(JSON.stringify(value), (counts.get(JSON.stringify(value)) ?? 0) + 1);
      Object.values(value).forEach(count);
    };
    const { paths } = await getJson('/api/openapi.json');
    count(paths);
    expect([...counts].filter(([, times]) => times > 1)).toEqual([]);
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
      '/basemap/overview/{name}',
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
    const message = 'Please check the fields that are marked.';
    expect(await response.json()).toMatchObject({ errorType: 'INVALID', message, detail: message, fields });
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
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const problem = (await response.json()) as Record<string, unknown>;
    expect(problem).toMatchObject({
      errorType,
      status,
      message: expect.any(String),
      detail: problem['message'],
      title: expect.any(String),
      type: expect.stringContaining(`${site.url}/api/problems#`),
      instance: `urn:uuid:${response.headers.get('x-request-id')}`,
    });
  });

  test('explain each type of error on a page', async () => {
    const { type } = await getJson('/api/nothing');
    const { hash, pathname } = new URL(type);
    expect(await (await get(pathname)).text()).toContain(`id="${hash.slice(1)}"`);
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

describe('published data', () => {
  const search = '/api/locations?query=castle';
  const getTag = async (path: string) => (await get(path)).headers.get('etag')!;

  test('are revalidated by entity tags, for the same URL only', async () => {
    const response = await get(search);
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    const tag = response.headers.get('etag')!;
    expect(tag).toMatch(/^W\//);
    for (const known of [tag, `"other", ${tag}`, tag.replace('W/', '')]) {
      const again = await get(search, { headers: { 'if-none-match': known } });
      expect([known, again.status, await again.text(), again.headers.get('etag')]).toEqual([known, 304, '', tag]);
    }
    const other = await get('/api/locations?query=abbey', { headers: { 'if-none-match': tag } });
    expect(other.status).toBe(200);
  });

  test('have another entity tag after a change', async () => {
    const tag = await getTag(search);
    const { id } = await getJson('/api/locations/by-url/eilean-donan-castle');
    await site.db.updateTable('published_locations').set({ featured: false }).where('id', '=', id).execute();
    await expect.poll(() => getTag(search)).not.toBe(tag);
  });

  test('have no entity tag in errors', async () => {
    const response = await get('/api/locations/by-url/nowhere-at-all');
    expect([response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([null, 'no-store']);
  });

  test('are read to the end by their links', async () => {
    const ids = new Set<string>();
    let path: string | undefined = '/api/locations?query=castle&setting=Island&setting=Coastal';
    let total = 0;
    for (let pages = 0; path && pages < 50; pages++) {
      const response = await get(path);
      const { data, meta } = (await response.json()) as { data: { id: string }[]; meta: any };
      for (const { id } of data) ids.add(id);
      total = meta.page.total_results;
      const next: string | undefined = /<([^>]+)>; rel="next"/.exec(response.headers.get('link')!)?.[1];
      path = next && `/api/locations${next}`;
    }
    expect(total).toBeGreaterThan(20);
    expect(ids.size).toBe(total);
  });

  test('have no links that are longer than a proxy accepts', async () => {
    const response = await get(`/api/locations?${'unknown=1&'.repeat(1_000)}`);
    expect([response.status, response.headers.get('link')]).toEqual([200, null]);
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

  test('redirect a malformed URL to the not-found page', async () => {
    const response = await get('/%E0%A4%A', { headers: { accept: 'text/html,*/*' } });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/not-found']);
    expect(await getJson('/%E0%A4%A')).toMatchObject({ errorType: 'MALFORMED' });
  });

  test('of a secret link have the name of the site in their title', async () => {
    const html = await (await get('/enquiry?from=mail')).text();
    expect(html).toContain('<title>Your enquiry - Recce Scotland</title>');
  });

  test.each(['/nowhere', '/find-a-location/nowhere', '/not-found', '/a/b/c'])('respond 404 to %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<title>Page not found - Recce Scotland</title>');
  });

  test('redirect from the id of a location to its URL', async () => {
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
