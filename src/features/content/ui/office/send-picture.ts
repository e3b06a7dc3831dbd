import { getClientOptions, throwApiError } from '../../../../platform/http/api-client.ts';
import { type Api, ApiError, type ErrorBody, isApiError } from '../../../../platform/http/contract.ts';
import { GENERIC_MESSAGE, OFFLINE } from '../../../../platform/messages.ts';
import { MAX_PICTURE_BYTES, type Picture } from '../../../media/schema.ts';
import { addContentPicture, contentPictureById } from '../../editing/contract.ts';
import type { SentPicture } from '../../editing/schema.ts';
import { pictureTooLarge } from '../../../media/messages.ts';

/** Milliseconds; a large picture on a slow line takes a while. */
const TIMEOUT = 300_000;
/** Milliseconds between two looks at what has become of it, and how many of them may fail in a row. */
const LOOK = 1_000;
const FAILED_LOOKS = 10;

interface Sender {
  readonly api: Api;
  /** Gives it up. */
  readonly signal: AbortSignal;
  /** All of it has arrived, and the site is at work on it. */
  readonly onProcessing: () => void;
}

/** Sends a picture for a page, and waits until it can be shown. Rejects with an ApiError, also when it is refused. */
export async function sendPicture(file: File, { api, signal, onProcessing }: Sender): Promise<Picture> {
  if (file.size > MAX_PICTURE_BYTES) {
    throw new ApiError('TOO_LARGE', pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2));
  }
  const { id } = await send(file, api, signal);
  onProcessing();
  const { picture, problem } = await decided(api, id, signal);
  if (!picture) throw new ApiError('INVALID', problem ?? GENERIC_MESSAGE);
  return picture;
}

async function send(file: File, api: Api, signal: AbortSignal): Promise<SentPicture> {
  const caller = getClientOptions(api);
  const token = caller.token?.();
  const response = await fetch(`/api${addContentPicture.path}`, {
    method: addContentPicture.method,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token ?? ''}` },
    body: file,
  }).catch(() => {
    throw new ApiError('INTERNAL', OFFLINE);
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return addContentPicture.output.parse(body);
  const { errorType = 'INTERNAL', message = GENERIC_MESSAGE } = (body ?? {}) as Partial<ErrorBody>;
  return throwApiError(caller, new ApiError(errorType, message), token);
}

/** What has become of it; a look that fails is repeated, since the picture has arrived. */
async function decided(api: Api, id: string, signal: AbortSignal): Promise<SentPicture> {
  for (let failed = 0; ;) {
    try {
      const sent = await api(contentPictureById, { id }, { signal });
      if (sent.state !== 'PROCESSING') return sent;
      failed = 0;
    } catch (error) {
      const isPassing = !isApiError(error) || error.status >= 500 || error.status === 429;
      if (signal.aborted || !isPassing || (failed += 1) > FAILED_LOOKS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    signal.throwIfAborted();
  }
}
