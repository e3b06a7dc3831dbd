import { toApiError } from './api-client.ts';
import { ApiError } from './contract.ts';

/** Milliseconds without any byte gone or come after which a connection counts as lost. */
const SILENCE = 30_000;
const LOST = 'We could not reach the site. Check your connection.';

/**
 * Sends a body on a request that was opened, and says how much of it has gone, which `fetch` would not. Rejects with an ApiError.
 * @param signal gives it up
 */
export function answerTo<Answer>(
  request: XMLHttpRequest,
  body: Blob | FormData,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(new ApiError('UNAVAILABLE', LOST));
    const abort = () => request.abort();
    let silence = setTimeout(abort, SILENCE);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE);
      onSent(loaded);
    };
    request.onerror = lost;
    request.onabort = lost;
    request.onload = () => {
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Answer);
      else refusal(request).then(reject, lost);
    };
    request.onloadend = () => {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    request.send(body);
  });
}

async function refusal(request: XMLHttpRequest): Promise<ApiError> {
  const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' };
  return toApiError(new Response(request.responseText, { status: request.status, headers }));
}
