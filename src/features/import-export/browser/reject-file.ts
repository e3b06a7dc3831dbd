import { ApiError } from '../../../platform/http/contract.ts';

/** Rejects an uploaded file with a message at its field. */
export function rejectFile(message: string): never {
  throw new ApiError('INVALID', message, { file: message });
}
