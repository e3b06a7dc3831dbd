import type { z } from 'zod';
import './zod-messages.ts';
import { GENERIC_MESSAGE } from '../messages.ts';

/**
 * The permissions of the product, each with the scopes in which somebody may hold it. The catalogue of permissions declares them by
 * merging with this interface, since the platform knows no product.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface PermissionScopes {}
export type Permission = keyof PermissionScopes;
/** What somebody may do: the permissions that they hold, each with its scope. */
export type Grants = Readonly<Partial<PermissionScopes>>;

/**
 * Who may call a route: everybody, whoever is signed in even before the e-mail address is verified, or whoever holds a permission.
 * On which objects it is held is for the feature to check on top of this.
 */
export type Access = 'public' | 'unverified' | Permission;

/** One call of the API, as data: the server, the client, the page renderer, the tests and the description all read it. */
export interface Route<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with parameters in braces: /users/{id}. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** One flat object: path parameters together with the query (GET, DELETE) or the JSON body (POST, PUT). */
  readonly input: Input;
  readonly output: Output;
  /**
   * What the body is instead of JSON: bytes, where the input is the path and the query, or a form with a file, where it is the path
   * and the fields. Such a route has a handler of its own.
   */
  readonly body?: 'bytes' | 'multipart';
  /** Content type of the file that the answer is instead of JSON; the output is then that of file.ts. */
  readonly contentType?: string;
  /** Calls that one address may make in so many seconds, where the general limit is too generous. */
  readonly limit?: { readonly calls: number; readonly seconds: number };
}

export function route<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Route<Input, Output>,
): Route<Input, Output> {
  return definition;
}

/** What the browser gets of a route that answers with a file. */
export interface DownloadedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Calls a route: over HTTP in the browser, in process while the server renders. Rejects with an {@link ApiError}. */
export type Api = <Input extends z.ZodType, Output extends z.ZodType>(
  route: Route<Input, Output>,
  input: z.input<Input>,
  options?: { signal?: AbortSignal },
) => Promise<z.output<Output>>;

const HTTP_STATUS = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
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

/** The body of every error answer: `message` is one that a person can act on, `fields` says what is wrong with single inputs. */
export interface ErrorBody {
  readonly errorType: ErrorType;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** An expected outcome that is not success. Anything else that is thrown is a bug and reaches the caller as INTERNAL. */
export class ApiError extends Error {
  readonly errorType: ErrorType;
  readonly fields: Readonly<Record<string, string>> | undefined;
  /** Seconds after which another try makes sense, where that is known. */
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
 * Whether this is an {@link ApiError}. By its name and not its class: the built pages have a copy of the class of their own,
 * and the API that they call in process has another.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** Whether something is another by now than the caller took it for. */
export function isConflict(error: unknown): error is ApiError {
  return isApiError(error) && error.errorType === 'CONFLICT';
}

/** What people read of an error: what was written for them, or the generic message. */
export function getErrorMessage(error: unknown): string {
  return isApiError(error) ? error.message : GENERIC_MESSAGE;
}

/** Puts the parameters of a path in place and returns what is left of the input. */
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

/** Writes a query: repeated keys for lists, nothing for what is undefined, null or empty. */
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

/** Reads a query: a key that occurs several times becomes a list. Values stay text: `1066` is not a number here. */
export function fromSearchParams(query: URLSearchParams): Record<string, string | string[]> {
  const input: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of query) {
    const before = input[name];
    if (before === undefined) input[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else input[name] = [before, value];
  }
  return input;
}
