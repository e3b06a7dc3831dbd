import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/transaction.ts';
import { ApiError } from './contract.ts';
import { FORM_LIMITS, FORM_OVERHEAD_BYTES, readForm } from './multipart-form.ts';
import {
  type Caller,
  type RouteHandler,
  type UploadOptions,
  toCallContext,
  toCookieSetter,
  toRouteOptions,
} from './route-handlers.ts';
import { authorise, requireActor } from './route-permission.ts';
import { setCreated } from './response-headers.ts';
import { createSlots } from './slots.ts';

interface UploadTools {
  readonly db: Db;
  readonly findCaller: (request: FastifyRequest) => Promise<Caller | null>;
}

/** Registers the handlers of uploads below /api. The user is authenticated before the body is read, unless the route is public. */
export const uploadRoutes: FastifyPluginAsync<UploadTools & { readonly handlers: readonly RouteHandler[] }> = async (
  server,
  { handlers, ...tools },
) => {
  // Each in its own Fastify context, since a content type parser applies to all routes of a context.
  for (const { upload, ...handler } of handlers)
    if (upload) await server.register((context) => registerUpload(context, handler, upload, tools));
};

async function registerUpload(
  server: FastifyInstance,
  { route, handle }: RouteHandler,
  { maxBytes, maxConcurrent, busy, unsupportedMessage, tooLargeMessage = '', checkAccess }: UploadOptions,
  { db, findCaller }: UploadTools,
): Promise<void> {
  const isForm = route.body === 'multipart';
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  const slots = createSlots(maxConcurrent);

  server.removeAllContentTypeParsers();
  if (isForm)
    await server.register(multipart, { throwFileSizeLimit: false, limits: { ...FORM_LIMITS, fileSize: maxBytes } });
  else
    server.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => done(null, body),
    );
  server.addContentTypeParser('*', (_request, _body, done) =>
    done(new ApiError('UNSUPPORTED_MEDIA', unsupportedMessage)),
  );

  server.route({
    method: route.method,
    ...toRouteOptions(route),
    onRequest: async (request, reply) => {
      const caller = await findCaller(request);
      const actor = caller?.actor ?? null;
      authorise(route, actor);
      callers.set(request, caller);
      if (checkAccess) await checkAccess(db, requireActor({ actor }), request.params);
      if (isForm && Number(request.headers['content-length']) > maxBytes + FORM_OVERHEAD_BYTES)
        throw new ApiError('TOO_LARGE', tooLargeMessage, { file: tooLargeMessage });
      const account = actor?.id ?? request.ip;
      if (!slots.take(account)) throw new ApiError('UNAVAILABLE', busy.message, undefined, busy.retryAfter);
      const release = () => slots.release(account);
      // `close` fires only once, perhaps already during the checks above.
      if (reply.raw.closed) release();
      else reply.raw.once('close', release);
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { params, query } = request as { params: object; query: object };
      const call = toCallContext(request, callers.get(request) ?? null, toCookieSetter(reply));
      if (isForm) {
        const { fields, file } = await readForm(request, tooLargeMessage);
        return send(reply, { ...fields, ...params }, await handle({ ...fields, file, ...params }, call, file));
      }
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const input = { ...query, ...params };
      return send(reply, input, await handle(input, call, bytes));
    },
  });

  function send(reply: FastifyReply, input: Record<string, unknown>, result: unknown): unknown {
    if (route.created) setCreated(reply, route.created, input, result);
    return result;
  }
}
