import multipart from '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError, type Route } from './contract.ts';
import { FORM_LIMITS, FORM_OVERHEAD_BYTES, readForm } from './multipart-form.ts';
import { type Caller, type CommandContext, toRouteOptions, validate } from './route-handlers.ts';
import { type Actor, authorise, requireActor } from './route-permission.ts';
import { setCreated } from './response-headers.ts';

/** Limits and error messages of a route that receives bytes or a form with a file. */
interface UploadOptions {
  /** Maximum size of the body, or of the file in the form. Each request in progress takes this much memory. */
  readonly maxBytes: number;
  /** Maximum number of concurrent requests: in total, and per account. */
  readonly maxConcurrent: { readonly total: number; readonly perAccount: number };
  /** Sent if there are more, with the seconds after which to retry. */
  readonly busy: { readonly message: string; readonly retryAfter: number };
  /** Sent for a body of another content type. */
  readonly unsupportedMessage: string;
  /** Sent for a file in a form that is too large. */
  readonly tooLargeMessage?: string;
  /** Throws an ApiError for users who may not upload, before the body is read. Gets the path parameters. */
  readonly checkAccess?: (actor: Actor, params: unknown) => Promise<unknown>;
}

interface PublicUploadContext {
  /** Null for a visitor who is not signed in, on a public route. */
  readonly actor: Actor | null;
  readonly at: Date;
  /** The IP address of the sender. */
  readonly ip: string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}
type UploadContext = PublicUploadContext & CommandContext;

/** A route that receives bytes, with its limits and its handler. */
export interface UploadHandler extends UploadOptions {
  readonly route: Route;
  readonly handle: (raw: unknown, bytes: Buffer, context: PublicUploadContext) => Promise<unknown>;
}

/**
 * Creates the handler of a route with the body 'bytes' or 'multipart'. It gets the validated input and the bytes of the body, or of the
 * file in the form, which can be empty.
 */
export function createUploadHandler<Input extends z.ZodType, Output extends z.ZodType>(
  route: Route<Input, Output>,
  options: UploadOptions,
  handler: (input: z.output<Input>, bytes: Buffer, context: UploadContext) => Promise<z.input<Output>>,
): UploadHandler {
  return createPublicUploadHandler(route, options, (input, bytes, context) =>
    handler(input, bytes, { ...context, actor: requireActor(context) }),
  );
}

/** The same for a public route, whose limit per account applies to the IP address of visitors. */
export function createPublicUploadHandler<Input extends z.ZodType, Output extends z.ZodType>(
  route: Route<Input, Output>,
  options: UploadOptions,
  handler: (input: z.output<Input>, bytes: Buffer, context: PublicUploadContext) => Promise<z.input<Output>>,
): UploadHandler {
  return {
    ...options,
    route,
    handle: async (raw, bytes, context) =>
      route.output.parse(await handler(validate(route.input, raw), bytes, context)),
  };
}

interface UploadTools {
  readonly now: () => Date;
  readonly findCaller: (request: FastifyRequest) => Promise<Caller | null>;
}

/** Registers all upload routes below /api. The user is authenticated before the body is read, unless the route is public. */
export const uploadRoutes: FastifyPluginAsync<UploadTools & { readonly handlers: readonly UploadHandler[] }> = async (
  server,
  { handlers, ...tools },
) => {
  // Each in its own Fastify context, since a content type parser applies to all routes of a context.
  for (const handler of handlers) await server.register((context) => registerUpload(context, handler, tools));
};

async function registerUpload(
  server: FastifyInstance,
  { route, handle, ...options }: UploadHandler,
  { now, findCaller }: UploadTools,
): Promise<void> {
  const { maxBytes, busy, unsupportedMessage, tooLargeMessage = '', checkAccess } = options;
  const isForm = route.body === 'multipart';
  const actors = new WeakMap<FastifyRequest, Actor | null>();
  const slots = createSlots(options.maxConcurrent);

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
      authorise(route, caller?.actor ?? null);
      const actor = caller?.actor ?? null;
      actors.set(request, actor);
      if (checkAccess) await checkAccess(requireActor({ actor }), request.params);
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
      const context = { actor: actors.get(request) ?? null, at: now(), ip: request.ip, log: request.log };
      if (isForm) {
        const { fields, file } = await readForm(request, tooLargeMessage);
        return send(reply, { ...fields, ...params }, await handle({ ...fields, file, ...params }, file, context));
      }
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const input = { ...query, ...params };
      return send(reply, input, await handle(input, bytes, context));
    },
  });

  function send(reply: FastifyReply, input: Record<string, unknown>, result: unknown): unknown {
    if (route.created) setCreated(reply, route.created, input, result);
    return result;
  }
}

/** Counts requests in progress, by account. */
function createSlots({ total, perAccount }: UploadOptions['maxConcurrent']) {
  const taken = new Map<string, number>();
  return {
    /** Returns false if no slot is free. */
    take(account: string): boolean {
      const count = taken.get(account) ?? 0;
      if (count >= perAccount || taken.values().reduce((sum, other) => sum + other, 0) >= total) return false;
      taken.set(account, count + 1);
      return true;
    },
    release(account: string): void {
      const remaining = (taken.get(account) ?? 1) - 1;
      if (remaining > 0) taken.set(account, remaining);
      else taken.delete(account);
    },
  };
}
