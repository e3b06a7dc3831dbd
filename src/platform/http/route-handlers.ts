import { Readable } from 'node:stream';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Db } from '../db/transaction.ts';
import { type Api, ApiError, type Route } from './contract.ts';
import { EventStream } from './event-stream.ts';
import { REVALIDATED, createEntityTag, getPageLinks, isKnown, setCreated } from './response-headers.ts';
import type { Actor } from './route-permission.ts';
import { toTemporaryFailure } from './temporary-failure.ts';
import * as messages from '../text/common-messages.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit of a single route. */
    readonly rateLimit?: Route['limit'];
  }
}

/** A signed-in user with the session of the request; null with a service token. */
export interface Caller {
  readonly actor: Actor;
  readonly session: {
    readonly id: string;
    /** The bearer token of its API calls. */
    readonly token: string;
  } | null;
  /** Whether the user has confirmed recently in this session who they are. */
  readonly isConfirmed: boolean;
}

/** The context of an API call. */
export interface CallContext {
  readonly actor: Actor | null;
  readonly session: Caller['session'];
  readonly isConfirmed: boolean;
  readonly requestId: string;
  /** The IP address of the client as seen by the trusted proxies; the key of rate limits. */
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly log: FastifyBaseLogger;
  /** Returns a cookie. It must not authorise anything, as another site can cause requests with it. */
  readonly getCookie: (name: string) => string | undefined;
  /** Sets a cookie in the response; throws during page rendering. */
  readonly setCookie: (name: string, value: string, options: CookieSerializeOptions) => void;
}

/** A response that the browser saves as a file; the content is streamed. */
export class FileResponse {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
  /** The length of the content, for the browser's progress bar; unknown for a list that is streamed. */
  readonly bytes: number | undefined;

  constructor(name: string, content: AsyncIterable<string | Uint8Array>, bytes?: number) {
    this.name = name;
    this.content = content;
    this.bytes = bytes;
  }
}

/** Limits and error messages of a route that receives bytes or a form with a file. */
export interface UploadOptions {
  /** Maximum size of the body, or of the file in the form. Each request in progress takes this much memory. */
  readonly maxBytes: number;
  /** Maximum number of concurrent requests: in total, and per account; on a public route, per IP address of visitors. */
  readonly maxConcurrent: { readonly total: number; readonly perAccount: number };
  /** Sent if there are more, with the seconds after which to retry. */
  readonly busy: { readonly message: string; readonly retryAfter: number };
  /** Sent for a body of another content type. */
  readonly unsupportedMessage: string;
  /** Sent for a file in a form that is too large. */
  readonly tooLargeMessage?: string;
  /** Throws an ApiError for users who may not upload, before the body is read. Gets the path parameters. */
  readonly checkAccess?: (db: Db, actor: Actor, params: unknown) => Promise<unknown>;
}

/** A route with its handler. */
export interface RouteHandler {
  readonly route: Route;
  /** The tag of the route in the API description. */
  readonly tag?: string | undefined;
  /** Only of routes that receive bytes. */
  readonly upload?: UploadOptions | undefined;
  /** Checks access, validates the input, and strips output fields that the contract does not declare. */
  readonly handle: (input: unknown, call: CallContext, bytes?: Buffer) => Promise<unknown>;
}

/** Rejects text that PostgreSQL cannot store, NUL and lone surrogates, unless the schema has replaced it. */
export function assertStorable(input: unknown): void {
  if (input instanceof Uint8Array) return;
  if (typeof input === 'string') {
    if (input.includes('\0') || !input.isWellFormed()) throw new ApiError('MALFORMED', messages.UNSTORABLE_CHARACTERS);
  } else if (typeof input === 'object' && input !== null) {
    for (const [name, value] of Object.entries(input)) {
      assertStorable(name);
      assertStorable(value);
    }
  }
}

/** Returns the parsed input. @throws {ApiError} INVALID with a message for each invalid field */
export function validate<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new ApiError('INVALID', messages.CHECK_FIELDS, fields);
}

interface ApiOptions {
  /** Finds the user of a request by its token. */
  readonly findCaller: (request: FastifyRequest) => Promise<Caller | null>;
  /** The version of all published data, for entity tags. */
  readonly getPublishedVersion: () => string;
}

/** Registers the handlers below /api, except those of uploads. */
export function registerApi(
  server: FastifyInstance,
  handlers: readonly RouteHandler[],
  { findCaller, getPublishedVersion }: ApiOptions,
): void {
  for (const { route, handle } of handlers.filter(({ upload }) => !upload)) {
    server.route({
      method: route.method,
      ...toRouteOptions(route),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        // Read before the data: if these change meanwhile, the client only gets them once more.
        const entityTag = isCacheable(route, request) && createEntityTag(getPublishedVersion(), request.url);
        if (entityTag && isKnown(request.headers['if-none-match'], entityTag)) {
          return reply
            .code(304)
            .headers({ 'cache-control': REVALIDATED, etag: entityTag, vary: 'accept-encoding' })
            .send();
        }
        const call = toCallContext(request, await findCaller(request), toCookieSetter(reply));
        const input = readInput(request);
        const result = await handle(input, call);
        if (entityTag) reply.headers({ 'cache-control': REVALIDATED, etag: entityTag });
        if (request.method === 'GET') setPageLinks(request, reply, result);
        if (route.created) setCreated(reply, route.created, input, result);
        return sendResult(reply, result, route);
      },
    });
  }
}

function isCacheable({ isCacheable: isPublished, uncachedBy }: Route, { query }: FastifyRequest): boolean {
  return isPublished === true && !(uncachedBy !== undefined && Object.hasOwn(query as object, uncachedBy));
}

function setPageLinks(request: FastifyRequest, reply: FastifyReply, result: unknown): void {
  const links = getPageLinks(request.url, result);
  if (links) reply.header('link', links);
}

/** Returns the URL and the rate limit of a route in the form of Fastify. */
export function toRouteOptions({ path, limit, maxBodyBytes }: Pick<Route, 'path' | 'limit' | 'maxBodyBytes'>) {
  return {
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: limit ? { rateLimit: limit } : {},
  };
}

/** Returns the function by which a call sets cookies in its response. */
export function toCookieSetter(reply: FastifyReply): CallContext['setCookie'] {
  return (...cookie) => void reply.setCookie(...cookie);
}

/** Returns the call context of a request by `caller`. */
export function toCallContext(
  request: FastifyRequest,
  caller: Caller | null,
  setCookie: CallContext['setCookie'],
): CallContext {
  const { actor, session, isConfirmed } = caller ?? { actor: null, session: null, isConfirmed: false };
  const { id: requestId, ip, log, cookies, headers } = request;
  const getCookie = (name: string) => cookies[name];
  return { actor, session, isConfirmed, requestId, ip, userAgent: headers['user-agent'], log, getCookie, setCookie };
}

function readInput(request: FastifyRequest): Record<string, unknown> {
  const params = request.params as Record<string, unknown>;
  if (request.method === 'GET' || request.method === 'DELETE') {
    return { ...(request.query as Record<string, unknown>), ...params };
  }
  if (request.body === undefined || request.body === null) return { ...params };
  if (typeof request.body !== 'object' || Array.isArray(request.body)) {
    throw new ApiError('MALFORMED', messages.JSON_OBJECT_REQUIRED);
  }
  return { ...request.body, ...params };
}

function sendResult(reply: FastifyReply, result: unknown, { contentType }: Route): FastifyReply {
  if (result === undefined) return reply.code(204).send();
  // nginx sends events on at once with this header.
  if (result instanceof EventStream)
    return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(result.content);
  if (result instanceof FileResponse) {
    if (result.bytes !== undefined) reply.header('content-length', result.bytes);
    return reply
      .type(contentType ?? 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(result.name)}`)
      .send(Readable.from(result.content, { objectMode: false }));
  }
  return reply.send(result);
}

/** Calls a route, named like `GET /users`, without HTTP. Resolves to JSON, or undefined. Rejects with an {@link ApiError}. */
export type CallRoute = (route: string, input: unknown) => Promise<string | undefined>;

/** Creates the in-process API for server rendering: the same validation, access checks and errors as over HTTP. */
export function createInProcessCaller(handlers: readonly RouteHandler[], call: CallContext): CallRoute {
  const handlersByName = new Map(handlers.map(({ route, handle }) => [formatRouteName(route), handle]));
  return async (route, input) => {
    const handle = handlersByName.get(route);
    if (!handle) throw new Error(`no handler for ${route}`);
    const result = await handle(input, call).catch((error: unknown) => {
      throw toExposedError(error, call);
    });
    return result === undefined ? undefined : JSON.stringify(result);
  };
}

/** Converts an error for a page: expected errors unchanged; others are logged and replaced by a generic error. */
function toExposedError(error: unknown, call: CallContext): ApiError {
  if (error instanceof ApiError) return error;
  call.log.error({ err: error }, 'unexpected error while rendering');
  return toTemporaryFailure(error, true) ?? new ApiError('INTERNAL', messages.GENERIC_MESSAGE);
}

function formatRouteName({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** The client side of {@link createInProcessCaller}: calls routes and parses the JSON. */
export function createJsonApi(callRoute: CallRoute): Api {
  return async (route, input) => {
    const json = await callRoute(formatRouteName(route), input);
    return (json === undefined ? undefined : JSON.parse(json)) as never;
  };
}
