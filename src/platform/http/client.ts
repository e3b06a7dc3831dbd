import { type Api, ApiError, type ErrorBody, GENERIC_MESSAGE, fillPath, toQuery } from './contract.ts';

const OFFLINE_MESSAGE = 'We could not reach the site. Check your connection and try again.';

interface Caller {
  /** Of the site, where that is another one. */
  readonly origin?: string;
  /** The secret of whoever is signed in. */
  readonly token?: () => string | undefined;
  /** Told when a call is refused because of who makes it, before that rejects. */
  readonly onRefused?: (error: ApiError, token: string | undefined) => void;
}

/** The API over HTTP, for the browser. Times out after 30 seconds. */
export function httpApi({ origin = '', token = () => undefined, onRefused }: Caller = {}): Api {
  return async (route, input, options) => {
    const secret = token();
    const { path, rest } = fillPath(route.path, input ?? {});
    const inQuery = route.method === 'GET' || route.method === 'DELETE';
    const query = inQuery ? toQuery(rest).toString() : '';
    const timeout = AbortSignal.timeout(30_000);
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
      throw new ApiError('INTERNAL', OFFLINE_MESSAGE);
    });
    if (!response.ok) {
      const error = await toApiError(response);
      if (error.status === 401 || error.status === 403) onRefused?.(error, secret);
      throw error;
    }
    return (response.status === 204 ? undefined : await response.json()) as never;
  };
}

async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(body?.errorType ?? 'INTERNAL', body?.message ?? GENERIC_MESSAGE, body?.fields, retryAfter);
}
