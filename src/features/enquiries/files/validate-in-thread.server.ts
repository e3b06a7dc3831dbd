import { ApiError } from '../../../platform/http/contract.ts';
import { runInThread } from '../../../platform/threads/run-in-thread.ts';
import { FILE_TOO_COMPLEX } from './messages.ts';
import type { FileType } from './schema.ts';

/** Runs `validateFile`, with its errors, in a thread. */
export async function validateInThread(content: Buffer): Promise<FileType> {
  const onLimit = () => new ApiError('INVALID', FILE_TOO_COMPLEX);
  return (await runInThread(new URL('validate-file.thread.ts', import.meta.url), content, onLimit)) as FileType;
}
