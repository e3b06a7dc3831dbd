import type { FastifyInstance } from 'fastify';
import { addDocument } from '../../features/documents/contract.ts';
import { uploadEnquiryFile } from '../../features/enquiries/files/contract.ts';
import { sendChunk } from '../../features/locations/images/contract.ts';
import { listRolesWith } from '../../features/accounts/permissions.ts';
import { uploadImport } from '../../features/import-export/browser/contract.ts';
import { addContentPicture } from '../../features/content/editing/contract.ts';
import { MEDIA_ROUTES } from '../../features/media/contract.ts';
import type { Config } from '../../platform/config.ts';
import { type FileRoute, describeApi } from '../../platform/http/openapi.ts';
import type { Route } from '../../platform/http/contract.ts';
import type { RouteHandler } from '../../platform/http/route-handlers.ts';
import { MAP_FILE_ROUTES } from './map-file-routes.ts';
import { html } from '../../platform/html-template.ts';
import { STATIC_PAGE_POLICY, renderStaticPage, renderTable } from '../../platform/static-html-page.ts';

const FILE_ROUTES: readonly FileRoute[] = [
  ...MEDIA_ROUTES,
  {
    path: '/basemap/{z}/{x}/{y}.pbf',
    summary: 'Returns a vector tile of the base map, zoom 3 to 9',
    contentTypes: ['application/vnd.mapbox-vector-tile'],
  },
  ...MAP_FILE_ROUTES,
  { path: '/robots.txt', summary: 'Returns the rules for crawlers', contentTypes: ['text/plain'] },
  { path: '/sitemap.xml', summary: 'Returns the sitemap index', contentTypes: ['application/xml'] },
  {
    path: '/sitemaps/{file}',
    summary: 'Returns a sitemap: URLs of pages and locations with their last modification',
    contentTypes: ['application/xml'],
  },
];

/** Serves the API description: OpenAPI at /api/openapi.json, and an HTML page at /api/docs. */
export function registerDocs(server: FastifyInstance, config: Config, handlers: readonly RouteHandler[]): void {
  const info = { title: `${config.site.name} API`, version: '1', url: config.siteUrl };
  const uploads = [sendChunk, addDocument, addContentPicture, uploadEnquiryFile, uploadImport];
  const routes = [...handlers.map(({ route }) => route), ...uploads];
  const description = describeApi(info, routes, FILE_ROUTES);
  const page = renderDocsPage(info.title, routes);
  server.get('/api/openapi.json', () => description);
  server.get('/api/docs', (_request, reply) =>
    reply.header('content-security-policy', STATIC_PAGE_POLICY).type('text/html; charset=utf-8').send(page),
  );
  server.get('/api/*', (_request, reply) =>
    reply.code(404).send({ errorType: 'NOT_FOUND', message: 'No route has this method and path.' }),
  );
}

function formatAccess({ access }: Route): string {
  if (access === 'public' || access === 'unverified') return access;
  return `${access}: ${listRolesWith(access).join(', ')}`;
}

function renderDocsPage(title: string, routes: readonly Route[]): string {
  const rows = [
    ...routes.map((route) => [route.method, `/api${route.path}`, route.summary, formatAccess(route)] as const),
    ...FILE_ROUTES.map(({ path, summary }) => ['GET', path, summary, 'public'] as const),
  ].map(([method, path, ...cells]) => [html`<code>${method}</code>`, html`<code>${path}</code>`, ...cells]);
  const content = html`<p>The full description, with all fields: <a href="/api/openapi.json">openapi.json</a></p>
    ${renderTable(['Method', 'Path', 'Summary', 'Access'], rows)}`;
  return renderStaticPage(title, content).text;
}
