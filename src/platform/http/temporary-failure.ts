import { isDiskFull, isUnavailable } from '../db/unavailable.ts';
import { ApiError } from './contract.ts';

const RETRY_AFTER_SECONDS = 2;
/** Space is made by people. */
const RETRY_AFTER_SECONDS_FULL = 60;

const READING = 'The site cannot reach its data at the moment. Please try again in a few seconds.';
/** Where the connection ends at a commit, nobody knows whether it was done. Also for calls that save nothing, as logging in. */
const WRITING =
  'The site cannot reach its data at the moment. Please try again in a few seconds. If you were saving something, first check whether it was saved.';
const DISK_FULL = 'There is no room left on our side to save this. Please try again later.';

/** What a caller is told of an error that passes: the database cannot be reached, or a disk is full. Undefined for any other. */
export function temporaryFailure(error: unknown, isReading: boolean): ApiError | undefined {
  if (isDiskFull(error)) return diskFull();
  if (!isUnavailable(error)) return undefined;
  return new ApiError('UNAVAILABLE', isReading ? READING : WRITING, undefined, RETRY_AFTER_SECONDS);
}

/** What whoever would write is told while there is no room. */
export function diskFull(): ApiError {
  return new ApiError('UNAVAILABLE', DISK_FULL, undefined, RETRY_AFTER_SECONDS_FULL);
}
