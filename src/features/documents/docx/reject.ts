import { ApiError } from '../../../platform/http/contract.ts';
import { DAMAGED, TOO_LARGE_UNPACKED } from './messages.ts';

/** Rejects a document with a message of messages.ts. */
export function reject(message: string): never {
  const isInvalid = message === DAMAGED || message === TOO_LARGE_UNPACKED;
  throw new ApiError(isInvalid ? 'INVALID' : 'UNSUPPORTED_MEDIA', message);
}
