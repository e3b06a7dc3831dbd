import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import { ApiError } from '../../platform/http/contract.ts';
import {
  type RouteHandler,
  type Caller,
  toCallContext,
  createInProcessCaller,
} from '../../platform/http/route-handlers.ts';
import { getAssetsPolicy, createPagePolicy } from '../http/content-security-policy.ts';
import { getMaintenanceRedirect } from '../http/maintenance.ts';
import { type Preview, getRequestedDraft, getPreviewVisitor, withDraft } from './draft-preview.ts';
import type { PageRenderer } from './caching-page-renderer.ts';

const RETRY_AFTER_SECONDS = 3600;

/** Serves the built assets and, for every other path, a rendered page. */
export async function registerPages(
  server: FastifyInstance,
  deps: {
    config: Config;
    handlers: readonly RouteHandler[];
    renderer: PageRenderer;
    inMaintenance: () => boolean;
    preview: Preview;
    /** Finds the signed-in user of a page request by the session cookie. */
    findVisitor: (request: FastifyRequest) => Promise<Caller | null>;
  },
): Promise<void> {
  await server.register(staticFiles, {
    root: fileURLToPath(new URL('../../../dist/client/assets/', import.meta.url)),
    prefix: '/assets/',
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
    setHeaders: (reply) => void reply.header('content-security-policy', getAssetsPolicy(deps.config)),
  });
  const policy = createPagePolicy(deps.config);

  server.get('/*', async (request, reply) => {
    const url = URL.parse(request.url, deps.config.siteUrl);
    if (!url) throw new ApiError('MALFORMED', 'The URL is malformed.');
    const { pathname } = url;
    const visitor = await deps.findVisitor(request);
    const redirect = getMaintenanceRedirect(pathname, deps.inMaintenance(), visitor);
    if (redirect) return reply.code(302).header('cache-control', 'no-store').redirect(redirect);
    const draft = getRequestedDraft(url, visitor);
    const call = toCallContext(request, draft === null ? visitor : getPreviewVisitor(url, visitor), rejectCookie);
    const callRoute = createInProcessCaller(deps.handlers, call);
    const shareable = visitor === null && isRenderedFromContent(url);
    const page = await deps.renderer.render(
      pathname + url.search,
      draft === null ? callRoute : await withDraft(callRoute, deps.preview, draft),
      shareable,
    );
    for (const [name, value] of page.headers) reply.header(name, value);
    reply.header('content-security-policy', policy(page.nonce, draft === null ? "'none'" : "'self'"));
    if (draft !== null) reply.headers({ 'x-frame-options': 'SAMEORIGIN', 'x-robots-tag': 'noindex' });
    // The page of a signed-in user contains their API token.
    reply.header('cache-control', visitor ? 'no-store' : 'no-cache');
    if (pathname !== '/maintenance') return reply.code(page.status).send(page.html);
    return reply.code(503).header('retry-after', RETRY_AFTER_SECONDS).send(page.html);
  });
}

/**
 * Whether a page depends on catalogue and content only and can be cached. A public board changes with the board and ends with its
 * link; an embargo and blocked days count at once; the URLs of links in emails of earlier versions contain secrets and must not be stored.
 */
function isRenderedFromContent({ pathname, searchParams }: URL): boolean {
  if (searchParams.has('dates')) return false;
  try {
    return !/boards|reset-password|verify-email|single-sign-on|^\/(?:call-out|enquiry|filmed-here|impact|itinerary|viewing|wanted|wrap-survey)/i.test(
      decodeURIComponent(pathname),
    );
  } catch {
    return false;
  }
}

function rejectCookie(): never {
  throw new Error('a page cannot set cookies');
}
