import { isDiskFull, isUnavailable } from '../db/connection-errors.ts';
import { ApiError } from './contract.ts';

const RETRY_AFTER_SECONDS = 2;
/** Space is made by people. */
const DISK_FULL_RETRY_AFTER_SECONDS = 60;

const READ_MESSAGE = 'The site cannot reach its data at the moment. Please try again in a few seconds.';
/** Where the connection ends at a commit, nobody knows whether it was done. Also for calls that save nothing, as logging in. */
const WRITE_MESSAGE =
  'The site cannot reach its data at the moment. Please try again in a few seconds. If you were saving something, first check whether it was saved.';
const DISK_FULL_MESSAGE = 'There is no room left on our side to save this. Please try again later.';

/** What a caller is told of an error that passes: the database cannot be reached, or a disk is full. Undefined for any other. */
export function toTemporaryFailure(error: unknown, isReading: boolean): ApiError | undefined {
  if (isDiskFull(error)) return diskFullError();
  if (!isUnavailable(error)) return undefined;
  return new ApiError('UNAVAILABLE', isReading ? READ_MESSAGE : WRITE_MESSAGE, undefined, RETRY_AFTER_SECONDS);
}

/** What whoever would write is told while there is no room. */
export function diskFullError(): ApiError {
  return new ApiError('UNAVAILABLE', DISK_FULL_MESSAGE, undefined, DISK_FULL_RETRY_AFTER_SECONDS);
}
