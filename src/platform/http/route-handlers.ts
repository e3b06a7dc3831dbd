import { Readable } from 'node:stream';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Api, ApiError, type Grants, type Route } from './contract.ts';
import { toTemporaryFailure } from './temporary-failure.ts';
import {
  GENERIC_MESSAGE,
  CHECK_FIELDS,
  LOG_IN_REQUIRED,
  VERIFIED_EMAIL_REQUIRED,
  PERMISSION_REQUIRED,
  UNSTORABLE_CHARACTERS,
  JSON_OBJECT_REQUIRED,
} from '../messages.ts';

/** Who calls. */
export interface Actor {
  readonly id: string;
  readonly permissions: Grants;
  /** Whether the e-mail address is known to be theirs. */
  readonly verified: boolean;
}

/** A signed-in caller: who it is, and by which session. */
export interface Caller {
  readonly actor: Actor;
  readonly session: {
    readonly id: string;
    /** The secret that its calls carry. */
    readonly token: string;
  };
}

/** The circumstances of a call. */
export interface CallContext {
  readonly actor: Actor | null;
  readonly session: Caller['session'] | null;
  readonly requestId: string;
  /** Address of the caller, past the trusted proxies; what limits count by. */
  readonly ip: string;
  readonly log: FastifyBaseLogger;
  /** Sets a cookie in the answer; pages cannot. */
  readonly setCookie: (name: string, value: string, options: CookieSerializeOptions) => void;
}

/** Who acts, and when. */
export interface CommandContext {
  readonly actor: Actor;
  readonly at: Date;
}

/**
 * Who calls, where somebody must be signed in.
 * @throws {ApiError} UNAUTHENTICATED
 */
export function requireActor({ actor }: Pick<CallContext, 'actor'>): Actor {
  if (!actor) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
  return actor;
}

/** An answer that is a file to keep, written out as it is read. */
export class FileResponse {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;

  constructor(name: string, content: AsyncIterable<string | Uint8Array>) {
    this.name = name;
    this.content = content;
  }
}

type HandlerResult<Output extends z.ZodType> = FileResponse | z.input<Output>;

/** A route together with what answers it. */
export interface RouteHandler {
  readonly route: Route;
  readonly handle: (input: unknown, call: CallContext) => Promise<unknown>;
}

/** Binds a route to its handler. The output is stripped of every field that the contract does not name. */
export function createHandler<Input extends z.ZodType, Output extends z.ZodType>(
  route: Route<Input, Output>,
  handler: (input: z.output<Input>, call: CallContext) => Promise<HandlerResult<Output>> | HandlerResult<Output>,
): RouteHandler {
  return {
    route,
    handle: async (raw, call) => {
      authorise(route, call.actor);
      const input = validate(route.input, raw);
      assertStorable(input);
      const answer = await handler(input, call);
      return answer instanceof FileResponse ? answer : route.output.parse(answer);
    },
  };
}

/** Whoever sends what PostgreSQL cannot hold, the character 0 or half of one, is told, unless the schema has put something else there. */
function assertStorable(input: unknown): void {
  if (typeof input === 'string') {
    if (input.includes('\0') || !input.isWellFormed()) throw new ApiError('MALFORMED', UNSTORABLE_CHARACTERS);
  } else if (typeof input === 'object' && input !== null) {
    for (const [name, value] of Object.entries(input)) {
      assertStorable(name);
      assertStorable(value);
    }
  }
}

/** @throws {ApiError} UNAUTHENTICATED, EMAIL_NOT_VERIFIED or FORBIDDEN when the caller may not call the route */
export function authorise(route: Pick<Route, 'access'>, actor: Actor | null): void {
  if (route.access === 'public') return;
  const { verified, permissions } = requireActor({ actor });
  if (route.access === 'unverified') return;
  if (!verified) throw new ApiError('EMAIL_NOT_VERIFIED', VERIFIED_EMAIL_REQUIRED);
  if (permissions[route.access] === undefined) {
    throw new ApiError('FORBIDDEN', PERMISSION_REQUIRED);
  }
}

/** @throws {ApiError} INVALID, with what is wrong with each field */
export function validate<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new ApiError('INVALID', CHECK_FIELDS, fields);
}

/** Registers every binding below /api. `callerOf` knows who sent a request. */
export function registerApi(
  server: FastifyInstance,
  handlers: readonly RouteHandler[],
  callerOf: (request: FastifyRequest) => Promise<Caller | null>,
): void {
  for (const { route, handle } of handlers) {
    server.route({
      method: route.method,
      ...toRouteOptions(route),
      handler: async (request, reply) => {
        const setCookie: CallContext['setCookie'] = (...cookie) => void reply.setCookie(...cookie);
        const call = toCallContext(request, await callerOf(request), setCookie);
        reply.header('cache-control', 'no-store');
        return sendResult(reply, await handle(readInput(request), call), route);
      },
    });
  }
}

/** Where the host finds a route, and how often one address may call it. */
export function toRouteOptions({ path, limit }: Pick<Route, 'path' | 'limit'>) {
  return {
    url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: limit ? { rateLimit: { max: limit.calls, timeWindow: limit.seconds * 1000 } } : {},
  };
}

/** The circumstances of a request that `caller` has sent. */
export function toCallContext(
  request: FastifyRequest,
  caller: Caller | null,
  setCookie: CallContext['setCookie'],
): CallContext {
  const { actor, session } = caller ?? { actor: null, session: null };
  return { actor, session, requestId: request.id, ip: request.ip, log: request.log, setCookie };
}

function readInput(request: FastifyRequest): Record<string, unknown> {
  const params = request.params as Record<string, unknown>;
  if (request.method === 'GET' || request.method === 'DELETE') {
    return { ...(request.query as Record<string, unknown>), ...params };
  }
  if (request.body === undefined || request.body === null) return { ...params };
  if (typeof request.body !== 'object' || Array.isArray(request.body)) {
    throw new ApiError('MALFORMED', JSON_OBJECT_REQUIRED);
  }
  return { ...request.body, ...params };
}

function sendResult(reply: FastifyReply, answer: unknown, { contentType }: Route): FastifyReply {
  if (answer === undefined) return reply.code(204).send();
  if (answer instanceof FileResponse) {
    return reply
      .type(contentType ?? 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(answer.name)}`)
      .send(Readable.from(answer.content, { objectMode: false }));
  }
  return reply.send(answer);
}

/** Calls a route such as `GET /users` without HTTP. Resolves to its JSON, or undefined. Rejects with an {@link ApiError}. */
export type CallRoute = (route: string, input: unknown) => Promise<string | undefined>;

/** The API for pages that the server renders: the same validation, policy and errors as over HTTP. */
export function inProcessCaller(bindings: readonly RouteHandler[], call: CallContext): CallRoute {
  const handlers = new Map(bindings.map(({ route, handle }) => [routeName(route), handle]));
  return async (route, input) => {
    const handle = handlers.get(route);
    if (!handle) throw new Error(`no handler for ${route}`);
    const result = await handle(input, call).catch((error: unknown) => {
      throw toExposedError(error, call);
    });
    return result === undefined ? undefined : JSON.stringify(result);
  };
}

/** What a page may know of an error: expected ones as they are, any other is logged and becomes one that says no more than it must. */
function toExposedError(error: unknown, call: CallContext): ApiError {
  if (error instanceof ApiError) return error;
  call.log.error({ err: error }, 'unexpected error while rendering');
  return toTemporaryFailure(error, true) ?? new ApiError('INTERNAL', GENERIC_MESSAGE);
}

function routeName({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** The client side of {@link inProcessCaller}: calls routes and parses the JSON. */
export function jsonApi(callRoute: CallRoute): Api {
  return async (route, input) => {
    const json = await callRoute(routeName(route), input);
    return (json === undefined ? undefined : JSON.parse(json)) as never;
  };
}
