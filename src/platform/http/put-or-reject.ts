import type { Log } from '../diagnostics/log.ts';
import { ApiError } from './contract.ts';
import type { Key, Storage } from '../storage/storage.ts';

/**
 * Stores the content of a request.
 * @param rejection.message tells the sender that it was not saved
 * @param rejection.retryAfter in seconds
 * @throws {ApiError} UNAVAILABLE when the storage fails; the log has the reason
 */
export async function putOrReject(
  { storage, log }: { readonly storage: Pick<Storage, 'put'>; readonly log: Pick<Log, 'error'> },
  key: Key,
  content: Uint8Array,
  rejection: { readonly message: string; readonly retryAfter: number },
): Promise<void> {
  await storage.put(key, content).catch((error: unknown) => {
    log.error({ err: error, key }, 'a file could not be stored');
    throw new ApiError('UNAVAILABLE', rejection.message, undefined, rejection.retryAfter);
  });
}
