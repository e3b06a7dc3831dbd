import type { z } from 'zod';
import type { SiteConfig } from '../settings/config.ts';
import { toCsv } from '../text/csv.ts';
import type { Db, Trx } from '../db/transaction.ts';
import type { PublishEvent, SiteEvent } from '../db/transaction-events.ts';
import type { JobRetrier } from '../jobs/job-queue.ts';
import type { QueueMail } from '../mail/outbox.ts';
import type { Storage } from '../storage/storage.ts';
import type { Access, Route } from './contract.ts';
import { EventStream } from './event-stream.ts';
import { runAsServiceToken } from './acting-service-token.ts';
import {
  type CallContext,
  FileResponse,
  type RouteHandler,
  type UploadOptions,
  assertStorable,
  validate,
} from './route-handlers.ts';
import { type Actor, assertConfirmed, authorise, requireActor } from './route-permission.ts';

/** Services that the composition root passes to the handlers of all features. Features add their services by interface merging. */
export interface Services {
  readonly db: Db;
  /** The clock; tests replace it. */
  readonly now: () => Date;
  readonly site: SiteConfig;
  /** Origin of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly storage: Storage;
  readonly jobs: JobRetrier;
  readonly queueMail: QueueMail;
  readonly publishEvent: PublishEvent<SiteEvent>;
}

/** The user of a call; null for visitors, which only public routes accept. */
type Caller<RouteAccess extends Access> = RouteAccess extends 'public' ? Actor | null : Actor;

/**
 * In which transaction a command runs, who executes it, and when. Commands that need services name them:
 * `CommandContext & Pick<Services, 'jobs'>`.
 */
export interface CommandContext {
  readonly trx: Trx;
  readonly actor: Actor;
  readonly at: Date;
}

/** The context of queries besides the database: the time, the session of the call, and services. */
export type QueryContext = Omit<Services, 'db' | 'now'> & Omit<CallContext, 'actor'> & { readonly at: Date };

/** The context of a call with several transactions. */
export type ActionContext<RouteAccess extends Access = Access> = QueryContext & {
  readonly db: Db;
  readonly actor: Caller<RouteAccess>;
};

type RunCommand<RouteAccess extends Access, Input, Result> = (
  context: QueryContext & { readonly trx: Trx; readonly actor: Caller<RouteAccess> },
  input: Input,
) => Promise<Result> | Result;

type RunQuery<RouteAccess extends Access, Input, Result, Context = QueryContext> = (
  db: Db,
  caller: Caller<RouteAccess>,
  input: Input,
  context: Context,
) => Promise<Result> | Result;

type Response<Output extends z.ZodType> = FileResponse | EventStream | z.input<Output>;
/** The fields of a response beside its message; nothing if it has no others. */
type WithoutMessage<Output> = keyof Omit<Output, 'message'> extends never ? void : Omit<Output, 'message'>;

/** A route with what runs when it is called. The composition root binds it to the services of the node. */
export interface Handler {
  readonly route: Route;
  /** The tag of the route in the API description; by default that of the feature. */
  readonly tag?: string | undefined;
  readonly upload?: UploadOptions;
  readonly run: (services: Services, call: CallContext, input: never, bytes: Buffer) => Promise<unknown> | unknown;
}

/** Returns handlers whose routes have a tag of their own in the API description. */
export function withTag(tag: string, handlers: readonly Handler[]): Handler[] {
  return handlers.map((handler) => ({ ...handler, tag }));
}

/**
 * Creates the handler of a route that changes something, in one transaction.
 * @param respond the message of the response, to which the fields of the result are added; or the query of the response, which runs after
 * the commit and gets the result of the command. By default the result is the response.
 */
export function command<Input extends z.ZodType, Output extends z.ZodType, RouteAccess extends Access>(
  route: Route<Input, Output, RouteAccess>,
  run: RunCommand<RouteAccess, z.output<Input>, Response<Output>>,
): Handler;
export function command<Input extends z.ZodType, Output extends z.ZodType, RouteAccess extends Access>(
  route: Route<Input, Output, RouteAccess>,
  run: RunCommand<RouteAccess, z.output<Input>, WithoutMessage<z.input<Output>>>,
  respond: string,
): Handler;
export function command<Input extends z.ZodType, Output extends z.ZodType, RouteAccess extends Access, Result>(
  route: Route<Input, Output, RouteAccess>,
  run: RunCommand<RouteAccess, z.output<Input>, Result>,
  respond: RunQuery<RouteAccess, z.output<Input>, Response<Output>, QueryContext & { readonly result: Result }>,
): Handler;
export function command(
  route: Route,
  run: RunCommand<Access, unknown, unknown>,
  respond?: string | RunQuery<Access, unknown, unknown, QueryContext & { readonly result: unknown }>,
): Handler {
  return {
    route,
    run: async (services, call, input) => {
      const result = await services.db
        .transaction()
        .execute(async (trx) => run({ ...toContext(route, services, call), trx }, input));
      if (typeof respond === 'string') return { ...(result as object | undefined), message: respond };
      if (!respond) return result;
      const context = toContext(route, services, call);
      return respond(services.db, context.actor, input, { ...context, result });
    },
  };
}

/** Creates the handler of a route that only reads. */
export function query<Input extends z.ZodType, Output extends z.ZodType, RouteAccess extends Access>(
  route: Route<Input, Output, RouteAccess>,
  run: RunQuery<RouteAccess, z.output<Input>, Response<Output>>,
): Handler {
  return {
    route,
    run: (services, call, input) => {
      const context = toContext(route, services, call);
      return run(services.db, context.actor as Caller<RouteAccess>, input, context);
    },
  };
}

/**
 * Creates the handler of a route that returns a list as a CSV file.
 * @param name of the file; a function if it depends on the input
 * @param headings a function if they depend on the region, which is loaded after the features
 * @param read returns the rows in batches
 */
export function csvExport<Input extends z.ZodType, Output extends z.ZodType, RouteAccess extends Access>(
  route: Route<Input, Output, RouteAccess>,
  name: string | ((input: z.output<Input>) => string),
  headings: readonly string[] | (() => readonly string[]),
  read: RunQuery<RouteAccess, z.output<Input>, Parameters<typeof toCsv>[1]>,
): Handler {
  return query(route, async (...parameters) => {
    const rows = await read(...parameters);
    const [, , input] = parameters;
    return new FileResponse(
      typeof name === 'function' ? name(input) : name,
      toCsv(typeof headings === 'function' ? headings() : headings, rows),
    ) as Response<Output>;
  });
}

/** Creates the handler of a route that is neither: it needs several transactions, or none for a part of its work, as logging in does. */
export function action<Input extends z.ZodType, Output extends z.ZodType, RouteAccess extends Access>(
  route: Route<Input, Output, RouteAccess>,
  run: (context: ActionContext<RouteAccess>, input: z.output<Input>) => Promise<Response<Output>> | Response<Output>,
): Handler {
  return {
    route,
    run: (services, call, input) =>
      run({ ...toContext(route, services, call), db: services.db } as ActionContext<RouteAccess>, input),
  };
}

/**
 * Creates the handler of a route with the body 'bytes' or 'multipart': an action that gets the bytes of the body, or of the file in the
 * form, which can be empty.
 */
export function upload<Input extends z.ZodType, Output extends z.ZodType, RouteAccess extends Access>(
  route: Route<Input, Output, RouteAccess>,
  options: UploadOptions,
  run: (context: ActionContext<RouteAccess>, input: z.output<Input>, bytes: Buffer) => Promise<z.input<Output>>,
): Handler {
  return {
    route,
    upload: options,
    run: (services, call, input, bytes) =>
      run({ ...toContext(route, services, call), db: services.db } as ActionContext<RouteAccess>, input, bytes),
  };
}

/** Binds handlers to the services of a node. */
export function bindHandlers(handlers: readonly Handler[], services: Services): RouteHandler[] {
  return handlers.map(({ route, tag, upload: options, run }) => ({
    route,
    tag,
    upload: options,
    handle: async (raw, call, bytes = Buffer.alloc(0)) => {
      authorise(route, call.actor);
      if (route.confirmIdentity === 'always') assertConfirmed(call);
      const input = validate(route.input, raw);
      assertStorable(input);
      const token = call.actor?.serviceToken;
      const handle = async () => run(services, call, input as never, bytes);
      const result = await (token ? runAsServiceToken(token.name, handle) : handle());
      return result instanceof FileResponse || result instanceof EventStream ? result : route.output.parse(result);
    },
  }));
}

function toContext(route: Route, { db: _db, now, ...services }: Services, call: CallContext) {
  const actor = route.access === 'public' ? call.actor : requireActor(call);
  return { ...services, ...call, actor, at: now() };
}
