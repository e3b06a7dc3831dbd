import { ApiError } from '../../../platform/http/contract.ts';
import { runInProcess } from '../../../platform/file-processes/run-in-process.ts';
import { FILE_TOO_COMPLEX } from '../../documents/messages.ts';
import type { FileType } from '../../documents/schema.ts';

/** Runs `validateFile`, with its errors, in a separate process. */
export async function validateInProcess(content: Buffer): Promise<FileType> {
  const onLimit = () => new ApiError('INVALID', FILE_TOO_COMPLEX);
  return (await runInProcess(new URL('validate-file.process.ts', import.meta.url), content, onLimit)) as FileType;
}
