import {
  type Api,
  ApiError,
  type DownloadedFile,
  ERROR_TYPES,
  type ErrorBody,
  GENERIC_MESSAGE,
  fillPath,
  toQuery,
} from './contract.ts';

const OFFLINE_MESSAGE = 'We could not reach the site. Check your connection and try again.';

interface Caller {
  /** Of the site, where that is another one. */
  readonly origin?: string;
  /** The secret of whoever is signed in. */
  readonly token?: () => string | undefined;
  /** Told when a call is refused because of who makes it, before that rejects. */
  readonly onRefused?: (error: ApiError, token: string | undefined) => void;
}

/** Milliseconds; a long list is written to its file as fast as it is taken. */
const TIMEOUT = { answer: 30_000, file: 600_000 };

/** The API over HTTP, for the browser. */
export function httpApi({ origin = '', token = () => undefined, onRefused }: Caller = {}): Api {
  return async (route, input, options) => {
    const secret = token();
    const { path, rest } = fillPath(route.path, input ?? {});
    const inQuery = route.method === 'GET' || route.method === 'DELETE';
    const query = inQuery ? toQuery(rest).toString() : '';
    const timeout = AbortSignal.timeout(route.answers ? TIMEOUT.file : TIMEOUT.answer);
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
    if (route.answers) return (await toFile(response)) as never;
    return (response.status === 204 ? undefined : await response.json()) as never;
  };
}

async function toFile(response: Response): Promise<DownloadedFile> {
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
