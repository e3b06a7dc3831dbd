import { type Api, ApiError, type ErrorBody, GENERIC_MESSAGE, fillPath, toQuery } from './contract.ts';

const OFFLINE_MESSAGE = 'We could not reach the site. Check your connection and try again.';

/** The API over HTTP, for the browser. Times out after 30 seconds. */
export function httpApi(origin = ''): Api {
  return async (route, input, options) => {
    const { path, rest } = fillPath(route.path, input ?? {});
    const inQuery = route.method === 'GET' || route.method === 'DELETE';
    const query = inQuery ? toQuery(rest).toString() : '';
    const timeout = AbortSignal.timeout(30_000);
    const response = await fetch(`${origin}/api${path}${query && `?${query}`}`, {
      method: route.method,
      signal: options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(!inQuery && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) }),
    }).catch((cause: unknown) => {
      if (options?.signal?.aborted) throw cause;
      throw new ApiError('INTERNAL', OFFLINE_MESSAGE);
    });
    if (!response.ok) throw await toApiError(response);
    return (response.status === 204 ? undefined : await response.json()) as never;
  };
}

async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  return new ApiError(body?.errorType ?? 'INTERNAL', body?.message ?? GENERIC_MESSAGE, body?.fields);
}
