import { isDiskFull, isUnavailable } from '../db/connection-errors.ts';
import { ApiError } from './contract.ts';

const RETRY_AFTER_SECONDS = 2;
/** Longer, since an operator has to free space. */
const DISK_FULL_RETRY_AFTER_SECONDS = 60;

const READ_MESSAGE = 'The site cannot reach its data at the moment. Please try again in a few seconds.';
/** If the connection is lost during a commit, its outcome is unknown. Also used for calls that save nothing, such as logging in. */
const WRITE_MESSAGE =
  'The site cannot reach its data at the moment. Please try again in a few seconds. If you were saving something, first check whether it was saved.';
const DISK_FULL_MESSAGE = 'There is no room left on our side to save this. Please try again later.';

/** Maps temporary errors (database unreachable, disk full) to an API error; undefined for other errors. */
export function toTemporaryFailure(error: unknown, isReading: boolean): ApiError | undefined {
  if (isDiskFull(error)) return diskFullError();
  if (!isUnavailable(error)) return undefined;
  return new ApiError('UNAVAILABLE', isReading ? READ_MESSAGE : WRITE_MESSAGE, undefined, RETRY_AFTER_SECONDS);
}

/** The error for writes while the disk is full. */
export function diskFullError(): ApiError {
  return new ApiError('UNAVAILABLE', DISK_FULL_MESSAGE, undefined, DISK_FULL_RETRY_AFTER_SECONDS);
}
