import { ApiError, type ErrorBody, GENERIC_MESSAGE } from '../../../../platform/http/contract.ts';
import { MAX_PICTURE_BYTES, type Picture } from '../../../media/schema.ts';
import { addContentPicture } from '../../editing/contract.ts';

/** Milliseconds; a large picture on a slow line takes a while. */
const TIMEOUT = 300_000;
const LOST = 'We could not reach the site. Check your connection and try again.';

/** Sends a picture for a page. Rejects with an ApiError. @param token of whoever is signed in */
export async function sendPicture(file: File, token: string | undefined): Promise<Picture> {
  if (file.size > MAX_PICTURE_BYTES) {
    throw new ApiError('TOO_LARGE', `This picture is too large: use at most ${MAX_PICTURE_BYTES / 1024 ** 2} MB.`);
  }
  const response = await fetch(`/api${addContentPicture.path}`, {
    method: addContentPicture.method,
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token ?? ''}` },
    body: file,
  }).catch(() => {
    throw new ApiError('INTERNAL', LOST);
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return addContentPicture.output.parse(body);
  const { errorType = 'INTERNAL', message = GENERIC_MESSAGE } = (body ?? {}) as Partial<ErrorBody>;
  throw new ApiError(errorType, message);
}
