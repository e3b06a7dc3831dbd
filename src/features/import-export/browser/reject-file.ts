import { ApiError, isApiError } from '../../../platform/http/contract.ts';

/** Rejects an uploaded file with a message at its field. */
export function rejectFile(message: string): never {
  throw new ApiError('INVALID', message, { file: message });
}

/** The message of an error of {@link rejectFile}; undefined for others, such as those of the archive and the parser. */
export function getFileProblem(error: unknown): string | undefined {
  return isApiError(error) ? error.fields?.['file'] : undefined;
}
