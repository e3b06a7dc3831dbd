import { isDiskFull, isUnavailable } from '../db/connection-errors.ts';
import { ApiError } from './contract.ts';
import { DATABASE_UNREACHABLE, DATABASE_UNREACHABLE_AT_WRITE, DISK_FULL } from '../messages.ts';

const RETRY_AFTER_SECONDS = 2;
/** Space is made by people. */
const DISK_FULL_RETRY_AFTER_SECONDS = 60;

/** What a caller is told of an error that passes: the database cannot be reached, or a disk is full. Undefined for any other. */
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

/** What whoever would write is told while there is no room. */
export function diskFullError(): ApiError {
  return new ApiError('UNAVAILABLE', DISK_FULL, undefined, DISK_FULL_RETRY_AFTER_SECONDS);
}
