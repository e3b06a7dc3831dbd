import { isDiskFull, isUnavailable } from '../db/connection-errors.ts';
import { ApiError } from './contract.ts';
import { DATABASE_UNREACHABLE, DATABASE_UNREACHABLE_AT_WRITE, DISK_FULL } from '../text/common-messages.ts';

const RETRY_AFTER_SECONDS = 2;
/** Longer, since an operator has to free space. */
const DISK_FULL_RETRY_AFTER_SECONDS = 60;

/** Maps temporary errors (database unreachable, disk full) to an API error; undefined for other errors. */
export function toTemporaryFailure(error: unknown, isReading: boolean): ApiError | undefined {
  if (isDiskFull(error)) return diskFullError();
  if (!isUnavailable(error)) return undefined;
  return new ApiError(
    'UNAVAILABLE',
    isReading ? DATABASE_UNREACHABLE : DATABASE_UNREACHABLE_AT_WRITE,
    undefined,
    RETRY_AFTER_SECONDS,
  );
}

/** The error for writes while the disk is full. */
export function diskFullError(): ApiError {
  return new ApiError('UNAVAILABLE', DISK_FULL, undefined, DISK_FULL_RETRY_AFTER_SECONDS);
}
