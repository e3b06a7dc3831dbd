import { z } from 'zod';
import './zod-messages.ts';
import { GENERIC_MESSAGE } from '../text/common-messages.ts';

/**
 * The permissions of the product with their scopes. The product declares them by interface merging, since the platform
 * does not depend on the product.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface PermissionScopes {}
export type Permission = keyof PermissionScopes;
/** The permissions that somebody has, each with its scope. */
export type Grants = Readonly<Partial<PermissionScopes>>;

/**
 * Who may call a route: everyone, signed-in users even with an unverified email address, or users with a permission. Permissions that
 * depend on the object are checked by the feature.
 */
export type Access = 'public' | 'unverified' | Permission;

/** The definition of an API route, shared by server, client, page renderer, tests and API description. */
export interface Route<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  RouteAccess extends Access = Access,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below /api, with parameters in braces: /users/{id}. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: RouteAccess;
  /**
   * Whether the user must have confirmed recently who they are: for every call, or for those that change something sensitive, which the
   * handler decides with assertConfirmed(). Otherwise the response is IDENTITY_NOT_CONFIRMED, and the browser asks for the password.
   */
  readonly confirmIdentity?: 'always' | 'if-sensitive';
  /** One flat object: path parameters together with the query (GET, DELETE) or the JSON body (POST, PUT). */
  readonly input: Input;
  readonly output: Output;
  /**
   * The format of a request body other than JSON. `bytes`: the input is path and query; `multipart`: the input is path and form
   * fields. Such a route has an upload() as its handler.
   */
  readonly body?: 'bytes' | 'multipart';
  /** The size of a JSON body, if it may be larger than others, in bytes. */
  readonly maxBodyBytes?: number;
  /** The content type of a response other than JSON; `output` is then `file` of csv-download.ts. */
  readonly contentType?: string;
  /** A rate limit per network over all nodes, which replaces the general one. */
  readonly limit?: { readonly calls: number; readonly seconds: number };
  /**
   * The path below /api of the created object: /users/{id} with the id of the output, {document.id} for a nested field, {input.id} for a
   * field of the input. The response then has the status 201 and this path as its URL.
   */
  readonly created?: `/${string}`;
  /** Expected errors that do not follow from method, path, access and body, for the API description. */
  readonly errors?: readonly ErrorType[];
  /** The response depends only on published data and the input: it gets an ETag for revalidation. */
  readonly isCacheable?: true;
  /** A parameter in the query with which a cacheable response depends on more, so that it has no ETag. */
  readonly uncachedBy?: string;
  /** A POST that only reads, since its input is too large for a query string. */
  readonly isReadOnly?: true;
  /** Callable only by a person who is signed in, or with no credentials: never with a service token. */
  readonly isForPeople?: true;
}

/** The rate of calls that add rows one by one, of all people in a network together: more than they do by hand. */
export const ADDING_RATE = { calls: 300, seconds: 60 } as const;

const NO_INPUT = z.object({});
const NO_OUTPUT = z.void();

/** Declares a route; by default it takes no input, and its response has no content. */
export function route<
  RouteAccess extends Access,
  Input extends z.ZodType = typeof NO_INPUT,
  Output extends z.ZodType = typeof NO_OUTPUT,
>(
  method: Route['method'],
  path: Route['path'],
  definition: Omit<Route<Input, Output, RouteAccess>, 'method' | 'path' | 'input' | 'output'> & {
    readonly input?: Input;
    readonly output?: Output;
  },
): Route<Input, Output, RouteAccess> {
  return { method, path, input: NO_INPUT, output: NO_OUTPUT, ...definition } as Route<Input, Output, RouteAccess>;
}

/** The response of a route that returns a file, in the browser. */
export interface DownloadedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Calls a route: over HTTP in the browser, in process during server rendering. Rejects with an {@link ApiError}. */
export type Api = <Input extends z.ZodType, Output extends z.ZodType>(
  route: Route<Input, Output>,
  input: z.input<Input>,
  options?: { signal?: AbortSignal },
) => Promise<z.output<Output>>;

export const HTTP_STATUS = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  IDENTITY_NOT_CONFIRMED: 403,
  VERIFICATION_FAILED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  INVALID: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  MAINTENANCE: 503,
  UNAVAILABLE: 503,
} as const;
export type ErrorType = keyof typeof HTTP_STATUS;
export const ERROR_TYPES = Object.keys(HTTP_STATUS) as ErrorType[];

/** The body of every error response: `message` tells a person what to do, `fields` has messages by input field. */
export interface ErrorBody {
  readonly errorType: ErrorType;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** An expected error. Any other error is a bug, which the caller receives as INTERNAL. */
export class ApiError extends Error {
  readonly errorType: ErrorType;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Seconds after which to retry, if known. */
  readonly retryAfter: number | undefined;

  constructor(errorType: ErrorType, message: string, fields?: Readonly<Record<string, string>>, retryAfter?: number) {
    super(message);
    this.name = 'ApiError';
    this.errorType = errorType;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  static of({ errorType, message, fields }: ErrorBody): ApiError {
    return new ApiError(errorType, message, fields);
  }

  get status(): number {
    return HTTP_STATUS[this.errorType];
  }

  get body(): ErrorBody {
    return { errorType: this.errorType, message: this.message, fields: this.fields };
  }
}

/**
 * Whether an error is an {@link ApiError}. Compares the name instead of the class, since the built pages contain their own copy of the
 * class.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Whether an error is a version conflict. */
export function isConflict(error: unknown): error is ApiError {
  return isApiError(error) && error.errorType === 'CONFLICT';
}

/** Returns the message to show for an error: that of an {@link ApiError}, else the generic one. */
export function getErrorMessage(error: unknown): string {
  return isApiError(error) ? error.message : GENERIC_MESSAGE;
}

/** Replaces the parameters of a path, and returns it with the rest of the input. */
export function fillPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  return { path: filled, rest };
}

/** Formats a query string: repeated keys for lists; undefined, null and '' are left out. */
export function toSearchParams(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined && item !== null && item !== '')
        query.append(name, `${item as string | number | boolean}`);
    }
  }
  return query;
}

/** Parses a query string: repeated keys become a list. Values stay strings, `1066` too. */
export function fromSearchParams(query: URLSearchParams): Record<string, string | string[]> {
  const input: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of query) {
    const existing = input[name];
    if (existing === undefined) input[name] = value;
    else if (Array.isArray(existing)) existing.push(value);
    else input[name] = [existing, value];
  }
  return input;
}
