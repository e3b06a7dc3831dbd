import { type Api, ApiError, isApiError } from '../../../../platform/http/contract.ts';
import { sendUpload } from '../../../../platform/http/send-upload.ts';
import { MAX_PICTURE_BYTES, type Picture } from '../../../media/schema.ts';
import { addContentPicture, contentPictureById } from '../../editing/contract.ts';
import type { UploadedPicture } from '../../editing/schema.ts';
import { GENERIC_MESSAGE } from '../../../../platform/text/common-messages.ts';
import { pictureTooLarge } from '../../../media/messages.ts';

const POLL_MS = 1_000;
/** Polls in a row that may fail. */
const MAX_FAILED_POLLS = 10;

interface Options {
  readonly api: Api;
  readonly signal: AbortSignal;
  /** Called when all bytes have been sent. */
  readonly onProcessing: () => void;
}

/** Uploads a picture for a page, and waits until it can be shown. Rejects with an ApiError, also when it is rejected. */
export async function uploadPicture(file: File, { api, signal, onProcessing }: Options): Promise<Picture> {
  if (file.size > MAX_PICTURE_BYTES) {
    throw new ApiError('TOO_LARGE', pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2));
  }
  const { id } = await sendUpload(api, addContentPicture, {}, { bytes: file, signal });
  onProcessing();
  const { picture, rejection_reason } = await waitForOutcome(api, id, signal);
  if (!picture) throw new ApiError('INVALID', rejection_reason ?? GENERIC_MESSAGE);
  return picture;
}

/** Polls the outcome. A temporary error is retried, since the picture has been received. */
async function waitForOutcome(api: Api, id: string, signal: AbortSignal): Promise<UploadedPicture> {
  for (let failed = 0; ;) {
    try {
      const sent = await api(contentPictureById, { id }, { signal });
      if (sent.state !== 'PROCESSING') return sent;
      failed = 0;
    } catch (error) {
      const isTemporary = !isApiError(error) || error.status >= 500 || error.status === 429;
      if (signal.aborted || !isTemporary || (failed += 1) > MAX_FAILED_POLLS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}
