import type { FastifyInstance } from 'fastify';
import { addDocument } from '../../features/documents/contract.ts';
import { sendChunk } from '../../features/locations/images/contract.ts';
import { listRolesWith } from '../../features/accounts/permissions.ts';
import { addContentPicture } from '../../features/content/editing/contract.ts';
import { MEDIA_ROUTES } from '../../features/media/contract.ts';
import type { Config } from '../../platform/config.ts';
import { describeApi } from '../../platform/http/openapi.ts';
import type { Route } from '../../platform/http/contract.ts';
import type { RouteHandler } from '../../platform/http/route-handlers.ts';
import { html } from '../../platform/html-template.ts';

const FILE_ROUTES = [
  ...MEDIA_ROUTES,
  {
    path: '/basemap/{z}/{x}/{y}.pbf',
    summary: 'A vector tile of the base map, zoom 3 to 9',
    contentTypes: ['application/vnd.mapbox-vector-tile'],
  },
  { path: '/robots.txt', summary: 'The rules for crawlers', contentTypes: ['text/plain'] },
  { path: '/sitemap.xml', summary: 'The sitemap index', contentTypes: ['application/xml'] },
  {
    path: '/sitemaps/{file}',
    summary: 'A sitemap: URLs of pages and locations with their last modification',
    contentTypes: ['application/xml'],
  },
];

/** Serves the API description: OpenAPI at /api/openapi.json, and an HTML page at /api/docs. */
export function registerDocs(host: FastifyInstance, config: Config, handlers: readonly RouteHandler[]): void {
  const info = { title: `${config.site.name} API`, version: '1', url: config.siteUrl };
  const routes = [...handlers.map(({ route }) => route), sendChunk, addDocument, addContentPicture];
  const description = describeApi(info, routes, FILE_ROUTES);
  const page = renderDocsPage(info.title, routes);
  host.get('/api/openapi.json', () => description);
  host.get('/api/docs', (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page),
  );
  host.get('/api/*', (_request, reply) =>
    reply.code(404).send({ errorType: 'NOT_FOUND', message: 'There is no such call.' }),
  );
}

function formatAccess({ access }: Route): string {
  if (access === 'public' || access === 'unverified') return access;
  return `${access}: ${listRolesWith(access).join(', ')}`;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem;border-bottom:1px solid #8886;vertical-align:top}code{font-size:.9em}';

function renderDocsPage(title: string, routes: readonly Route[]): string {
  const rows = routes.map(
    (route) =>
      html`<tr>
        <td><code>${route.method}</code></td>
        <td><code>/api${route.path}</code></td>
        <td>${route.summary}</td>
        <td>${formatAccess(route)}</td>
      </tr>`,
  );
  const files = FILE_ROUTES.map(
    (file) =>
      html`<tr>
        <td><code>GET</code></td>
        <td><code>${file.path}</code></td>
        <td>${file.summary}</td>
        <td>public</td>
      </tr>`,
  );
  return String(
    html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          <style>
            ${STYLE}
          </style>
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            <p>The full description, with all fields: <a href="/api/openapi.json">openapi.json</a></p>
            <table>
              <thead>
                <tr>
                  <th scope="col">Method</th>
                  <th scope="col">Path</th>
                  <th scope="col">Summary</th>
                  <th scope="col">Access</th>
                </tr>
              </thead>
              <tbody>
                ${rows}${files}
              </tbody>
            </table>
          </main>
        </body>
      </html>`,
  );
}
