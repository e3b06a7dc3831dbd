import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookies from '@fastify/cookie';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  fastify,
} from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import { ApiError, type ErrorBody } from '../../platform/http/contract.ts';
import { PROBLEM_TYPE, toProblem } from '../../platform/http/problem.ts';
import { toTemporaryFailure } from '../../platform/http/temporary-failure.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { html } from '../../platform/text/html-template.ts';
import { STATIC_PAGE_POLICY, renderStaticPage } from '../../platform/text/static-html-page.ts';
import { completedRequests } from '../../platform/diagnostics/channels.ts';
import { HEADERS_TIMEOUT_MS, MAX_REQUEST_MS, limitBodyTime } from './body-timeouts.ts';
import { PROBES } from './probes.ts';
import { rejectBeyondCapacity } from './overload-guard.ts';
import { describeRejectedAccess } from './rejected-access.ts';
import { getSecurityHeaders } from './security-headers.ts';
import { GENERIC_MESSAGE, GO_TO_HOME_PAGE } from '../../platform/text/common-messages.ts';

const MAX_JSON_BODY_BYTES = 256 * 1024;

/** Creates the HTTP server with what all routes share: request ids, logging, security headers, limits, compression, error handling. */
export async function createHttpServer(config: Config, log: Log): Promise<FastifyInstance> {
  const headers = getSecurityHeaders(config.siteUrl);
  const protect = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(headers).header('x-request-id', request.id);
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_JSON_BODY_BYTES,
    trustProxy: config.trustedProxies ?? false,
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections during shutdown are still served.
    return503OnClosing: false,
    requestTimeout: MAX_REQUEST_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    routerOptions: { maxParamLength: 200 },
    // Hooks do not run for requests that cannot be parsed.
    frameworkErrors: (_error, request, reply) =>
      void sendError(config, request, protect(request, reply), 400, UNREADABLE),
  }) as unknown as FastifyInstance;

  server.addHook('onRequest', (request, reply, done) => {
    protect(request, reply);
    done();
  });
  logRequests(server);
  limitBodyTime(server);
  rejectBeyondCapacity(server);
  await server.register(cookies);
  preventCookieCaching(server);
  addCharset(server);
  await server.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  acceptEmptyBodies(server);
  registerErrorHandlers(server, config);
  return server;
}

/**
 * Logs and publishes each request with its route pattern instead of its URL, which contains what people search for. Only rejected access
 * is logged with who it was. Of probes, only those that fail are logged, unless details are: they
 * would hide everything else.
 */
function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url: route } = request.routeOptions;
    const { statusCode: status, elapsedTime: ms } = reply;
    const rejected = describeRejectedAccess(request, status);
    const level = PROBES.has(route) && status < 400 ? 'debug' : 'info';
    request.log[level]({ method, route, status, ms: Math.round(ms), ...rejected }, 'request completed');
    // A stream of events is no slow response.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (completedRequests.hasSubscribers && !isStream) completedRequests.publish({ method, route, status, ms });
    done();
  });
}

/** Forbids caches to store a response that sets a cookie. */
function preventCookieCaching(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store');
    done();
  });
}

/** Names the character set of SVG documents, which the plug-in for static files does only for scripts, styles and pages. */
function addCharset(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.getHeader('content-type') === 'image/svg+xml') reply.type('image/svg+xml; charset=utf-8');
    done();
  });
}

/** Treats an empty body of type application/json as no body; Fastify rejects it by default. */
function acceptEmptyBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else void parse(request, body, done);
  });
}

function registerErrorHandlers(server: FastifyInstance, config: Config): void {
  server.setNotFoundHandler((request, reply) =>
    sendError(config, request, reply, 404, {
      errorType: 'NOT_FOUND',
      message: 'Page not found. Check the web address.',
    }),
  );
  server.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    if (error instanceof ApiError) {
      if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
      return sendError(config, request, reply, error.status, error.body);
    }
    const body = toErrorBody(error.statusCode);
    if (body) return sendError(config, request, reply, error.statusCode ?? 400, body);
    const temporary = toTemporaryFailure(error, request.method === 'GET');
    if (temporary) {
      request.log.error({ err: error }, 'database or storage unavailable');
      return sendError(
        config,
        request,
        reply.header('retry-after', temporary.retryAfter),
        temporary.status,
        temporary.body,
      );
    }
    // The browser has cancelled the request while it got the response.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) return undefined;
    request.log.error({ err: error }, 'unexpected error');
    return sendError(config, request, reply, 500, { errorType: 'INTERNAL', message: GENERIC_MESSAGE });
  });
}

/** Sends an error: as a problem (RFC 9457) to API clients, as an HTML page to browsers. */
function sendError(
  { siteUrl, site }: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: ErrorBody,
): FastifyReply {
  const wantsHtml = request.headers.accept?.includes('text/html') === true && !request.url.startsWith('/api/');
  if (!wantsHtml) {
    return reply
      .code(status)
      .type(PROBLEM_TYPE)
      .send(toProblem(body, siteUrl, request.id, status));
  }
  // A malformed URL is shown as a page that does not exist.
  if (body.errorType === 'MALFORMED') return reply.redirect('/not-found', 302);
  const content = html`<p>${body.message}</p>
    <p><a href="/">${GO_TO_HOME_PAGE}</a></p>`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', STATIC_PAGE_POLICY)
    .send(renderStaticPage(getErrorTitle(status), content, { className: 'notice', siteName: site.name }).text);
}

function getErrorTitle(status: number): string {
  if (status === 503) return 'The site is not available';
  return status < 500 ? 'There is a problem' : 'Something went wrong';
}

const UNREADABLE: ErrorBody = {
  errorType: 'MALFORMED',
  message: 'The request is malformed. Correct it, then send it again.',
};

/** Maps errors of Fastify itself to an error body; undefined for anything but client errors. */
function toErrorBody(status: number | undefined): ErrorBody | undefined {
  if (status === 413) return { errorType: 'TOO_LARGE', message: 'The request is too large. Please send less.' };
  if (status === 415)
    return { errorType: 'UNSUPPORTED_MEDIA', message: 'Send JSON, with the content type application/json.' };
  if (status !== undefined && status >= 400 && status < 500) {
    return UNREADABLE;
  }
  return undefined;
}
