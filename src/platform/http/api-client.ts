import {
  type Api,
  ApiError,
  type DownloadedFile,
  ERROR_TYPES,
  type ErrorBody,
  fillPath,
  toSearchParams,
} from './contract.ts';
import { GENERIC_MESSAGE, OFFLINE } from '../messages.ts';

export interface ClientOptions {
  /** Of the site, where that is another one. */
  readonly origin?: string;
  /** The secret of whoever is signed in. */
  readonly token?: () => string | undefined;
  /** Told when a call is refused because of who makes it, before that rejects; true where it has seen to all that follows. */
  readonly onUnauthorised?: (error: ApiError, token: string | undefined) => boolean;
}

const optionsByApi = new WeakMap<Api, ClientOptions>();

/** Who makes the calls of an API; for what is sent in a way that it does not know, such as a file. */
export function getClientOptions(api: Api): ClientOptions {
  return optionsByApi.get(api) ?? {};
}

/**
 * Rejects with what a call failed with. Where the caller has seen to what follows it never settles: whatever made the call has gone, and
 * would only say once more what was said.
 * @param token that the call was made with
 */
export function throwApiError(
  { onUnauthorised }: ClientOptions,
  error: ApiError,
  token: string | undefined,
): Promise<never> {
  const isRefused = error.status === 401 || error.status === 403;
  return isRefused && onUnauthorised?.(error, token) ? new Promise(() => {}) : Promise.reject(error);
}

/** Milliseconds; a long list is written to its file as fast as it is taken. */
const TIMEOUT_MS = { answer: 30_000, file: 600_000 };

/** The API over HTTP, for the browser. */
export function createHttpApi(clientOptions: ClientOptions = {}): Api {
  const { origin = '', token } = clientOptions;
  const api: Api = async (route, input, options) => {
    const secret = token?.();
    const { path, rest } = fillPath(route.path, input ?? {});
    const inQuery = route.method === 'GET' || route.method === 'DELETE';
    const query = inQuery ? toSearchParams(rest).toString() : '';
    const timeout = AbortSignal.timeout(route.contentType ? TIMEOUT_MS.file : TIMEOUT_MS.answer);
    const response = await fetch(`${origin}/api${path}${query && `?${query}`}`, {
      method: route.method,
      signal: options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      headers: {
        ...(!inQuery && { 'content-type': 'application/json' }),
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      },
      ...(!inQuery && { body: JSON.stringify(rest) }),
    }).catch((cause: unknown) => {
      if (options?.signal?.aborted) throw cause;
      throw new ApiError('INTERNAL', OFFLINE);
    });
    if (!response.ok) return throwApiError(clientOptions, await toApiError(response), secret);
    if (route.contentType) return (await toDownloadedFile(response)) as never;
    return (response.status === 204 ? undefined : await response.json()) as never;
  };
  optionsByApi.set(api, clientOptions);
  return api;
}

async function toDownloadedFile(response: Response): Promise<DownloadedFile> {
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name: decodeURIComponent(name), content: await response.blob() };
}

/** What an answer says that is no success. What stands before the site, such as a proxy, may answer with anything. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const known = ERROR_TYPES.find((type) => type === body?.errorType);
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(known ?? 'UNAVAILABLE', body?.message ?? GENERIC_MESSAGE, body?.fields, retryAfter);
}
