import { ApiError } from '../../../platform/http/contract.ts';
import { FILE_EMPTY, pictureTooLarge } from '../../media/messages.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';

/** Files of a folder or an archive. */
export const MAX_ENTRIES = 200_000;

/** What systems and programs add: hidden files of Unix, thumbnails of Windows, the other half of archives of macOS. */
const SYSTEM_NAME = /^(?:\..*|thumbs\.db|desktop\.ini|__macosx|@eadir)$/i;

/** Whether a file or folder was made by a system or program, and is ignored. */
export function isSystemName(name: string): boolean {
  return SYSTEM_NAME.test(name);
}

/** @throws {ApiError} INVALID or TOO_LARGE for a file that is no picture by its size */
export function assertPhotographSize(bytes: number): void {
  if (bytes === 0) throw new ApiError('INVALID', FILE_EMPTY);
  if (bytes > MAX_PICTURE_BYTES) throw new ApiError('TOO_LARGE', pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2));
}
