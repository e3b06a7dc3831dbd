import {
  type Api,
  ApiError,
  type DownloadedFile,
  ERROR_TYPES,
  type ErrorBody,
  fillPath,
  isApiError,
  toSearchParams,
} from './contract.ts';
import { GENERIC_MESSAGE, OFFLINE } from '../text/common-messages.ts';

interface ClientOptions {
  /** The origin of the site; by default that of the page. */
  readonly origin?: string;
  /** Returns the API token of the signed-in user. */
  readonly token?: () => string | undefined;
  /** Called on a 401 or 403 before the call rejects; returns true if it has handled the error. */
  readonly onUnauthorised?: (error: ApiError, token: string | undefined) => boolean;
  /** Asks the user to confirm who they are; resolves to whether they have. Then the call that required it is repeated once. */
  readonly confirmIdentity?: () => Promise<boolean>;
}

const optionsByApi = new WeakMap<Api, ClientOptions>();

/** Returns the options of an API, for requests outside it such as uploads. */
export function getClientOptions(api: Api): ClientOptions {
  return optionsByApi.get(api) ?? {};
}

/**
 * Rejects with the error of a call. If `onUnauthorised` has handled the error it never settles, so that the caller does not report it
 * a second time.
 * @param token the API token of the call
 */
export function throwApiError(
  { onUnauthorised }: ClientOptions,
  error: ApiError,
  token: string | undefined,
): Promise<never> {
  const isUnauthorised = error.status === 401 || error.status === 403;
  return isUnauthorised && onUnauthorised?.(error, token) ? new Promise(() => {}) : Promise.reject(error);
}

/** Downloads of long lists may take minutes. */
const TIMEOUT_MS = { json: 30_000, file: 600_000 };

/** Creates an API client over HTTP, for the browser. */
export function createHttpApi(clientOptions: ClientOptions = {}): Api {
  const { origin = '', token, confirmIdentity } = clientOptions;
  const call: Api = async (route, input, options) => {
    const secret = token?.();
    const { path, rest } = fillPath(route.path, input ?? {});
    const inQuery = route.method === 'GET' || route.method === 'DELETE';
    const query = inQuery ? toSearchParams(rest).toString() : '';
    const timeout = AbortSignal.timeout(route.contentType ? TIMEOUT_MS.file : TIMEOUT_MS.json);
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
  const api: Api = async (route, input, options) => {
    try {
      return await call(route, input, options);
    } catch (error) {
      const isUnconfirmed = isApiError(error) && error.errorType === 'IDENTITY_NOT_CONFIRMED';
      if (!isUnconfirmed || !(await confirmIdentity?.())) throw error;
      return call(route, input, options);
    }
  };
  optionsByApi.set(api, clientOptions);
  return api;
}

async function toDownloadedFile(response: Response): Promise<DownloadedFile> {
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name: decodeURIComponent(name), content: await response.blob() };
}

/** Converts an error response. A proxy in front of the site may send any body. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
  const known = ERROR_TYPES.find((type) => type === body?.errorType);
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(known ?? 'UNAVAILABLE', body?.message ?? GENERIC_MESSAGE, body?.fields, retryAfter);
}
