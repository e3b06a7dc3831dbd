import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { ROLES, listRolesWith } from '../../features/accounts/permissions.ts';
import { MEDIA_ROUTES } from '../../features/media/contract.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type Example, type FileRoute, describeApi } from '../../platform/http/openapi.ts';
import { ApiError, type Access, type ErrorType, HTTP_STATUS, type Route } from '../../platform/http/contract.ts';
import { PROBLEMS, PROBLEMS_PATH, getProblemAnchor } from '../../platform/http/problem.ts';
import type { RouteHandler } from '../../platform/http/route-handlers.ts';
import { FEATURES } from '../features.ts';
import { MAP_FILE_ROUTES } from '../http/map-file-routes.ts';
import { type Html, html } from '../../platform/text/html-template.ts';
import { STATIC_PAGE_POLICY, renderStaticPage, renderTable } from '../../platform/text/static-html-page.ts';
import { getParameters } from './parameters.ts';
import { REFERENCE_PAGE_POLICY, findReferenceScript, renderReferencePage } from './reference-page.ts';
import { TAGS } from './tags.ts';

const FILE_ROUTES: readonly FileRoute[] = [
  ...MEDIA_ROUTES,
  {
    path: '/basemap/{z}/{x}/{y}.pbf',
    summary: 'Returns a vector tile of the base map, zoom 3 to 9',
    contentTypes: ['application/vnd.mapbox-vector-tile'],
  },
  {
    path: '/basemap/overview/{name}',
    summary: 'Returns an image of the base map, named LONGITUDE,LATITUDE,ZOOM.svg',
    contentTypes: ['image/svg+xml'],
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

/** The schemas that are components of the API description, each under its name there. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.assign({}, ...FEATURES.map(({ schemas }) => schemas));

/** Examples of the calls that most programs begin with. A test checks them against the contract. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  'GET /health': { output: { status: 'alive', version: '1.0.0', storage: 'available' } },
  ...Object.assign({}, ...FEATURES.map(({ examples }) => examples)),
};

/** Increases with a change after which a program may have to be adapted (docs/api.md). */
const API_VERSION = '1';

/** Serves the API description: OpenAPI at /api/openapi.json, HTML pages at /api/docs and /api/problems. */
export function registerApiDescription(
  server: FastifyInstance,
  config: Config,
  handlers: readonly RouteHandler[],
): void {
  const info = { title: `${config.site.name} API`, version: API_VERSION, description: INTRODUCTION };
  // Readers find a call by its path; the order of registration says nothing to them.
  const routes = handlers.map(({ route }) => route).toSorted((a, b) => a.path.localeCompare(b.path, 'en'));
  const describe = () =>
    describeApi({
      info,
      routes,
      formatAccess,
      siteUrl: config.siteUrl,
      files: FILE_ROUTES,
      tags: Object.values(TAGS),
      tagByRoute: new Map(handlers.map(({ route, tag = '' }) => [route, TAGS[tag]?.name])),
      schemas: SCHEMAS,
      examples: EXAMPLES,
      parameters: getParameters(),
    });
  // Describing all routes takes a fifth of the CPU time of a start.
  let json: string | undefined;
  server.get('/api/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(describe());
    return reply.type('application/json; charset=utf-8').send(json);
  });
  const list = renderList(routes);
  const script = findReferenceScript();
  if (script) servePage(server, '/api/docs', renderReferencePage(info.title, script, list), REFERENCE_PAGE_POLICY);
  else servePage(server, '/api/docs', renderStaticPage(info.title, list).text);
  servePage(server, PROBLEMS_PATH, renderProblemsPage());
  server.get('/api/*', () => {
    throw new ApiError('NOT_FOUND', 'No route has this method and path.');
  });
}

const INTRODUCTION = [
  'Everything that the site does: search, boards, enquiries, and the back office.',
  'Call it with `Authorization: Bearer` and a service token, or without for what the public sees.',
  'Lists have a `Link` header with the next page. Published data have an `ETag`.',
  `Errors are problems by RFC 9457; [all types](${PROBLEMS_PATH}).`,
].join(' ');

function servePage(server: FastifyInstance, path: string, page: string, policy = STATIC_PAGE_POLICY): void {
  server.get(path, (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  );
}

function formatAccess(access: Access): string {
  if (access === 'public') return 'Needs no account';
  if (access === 'unverified') return 'Needs a session, also of an account whose email address is not verified';
  const roles = listRolesWith(access).map((role) => ROLES[role].label);
  return `Needs the permission \`${access}\`, which these roles have: ${roles.join(', ')}`;
}

/** Renders the list of all calls, for browsers without scripts. */
function renderList(routes: readonly Route[]): Html {
  const rows = [
    ...routes.map((route) => [route.method, `/api${route.path}`, route.summary, formatAccess(route.access)] as const),
    ...FILE_ROUTES.map(({ path, summary }) => ['GET', path, summary, formatAccess('public')] as const),
  ].map(([method, path, ...cells]) => [html`<code>${method}</code>`, html`<code>${path}</code>`, ...cells]);
  return html`<p>The full description, with all fields: <a href="/api/openapi.json">openapi.json</a></p>
    ${renderTable(['Method', 'Path', 'Summary', 'Access'], rows)}`;
}

function renderProblemsPage(): string {
  const rows = (Object.keys(PROBLEMS) as ErrorType[]).map((type) => [
    html`<code id="${getProblemAnchor(type)}">${type}</code>`,
    String(HTTP_STATUS[type]),
    PROBLEMS[type].title,
    PROBLEMS[type].description,
  ]);
  const content = html`<p>
      Every error is a problem by RFC 9457, with the content type <code>application/problem+json</code>. Decide by
      <code>errorType</code>, and show people the <code>message</code>.
    </p>
    ${renderTable(['Type', 'Status', 'Title', 'Meaning'], rows)}`;
  return renderStaticPage('Errors of the API', content).text;
}
