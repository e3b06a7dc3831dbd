import { runInProcess } from '../../platform/file-processes/run-in-process.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { FILE_TOO_COMPLEX } from './messages.ts';
import type { DocumentType } from './schema.ts';

/** Runs `validateDocumentFile`, with its errors, in a separate process. */
export async function validateInProcess(content: Buffer): Promise<DocumentType | null> {
  const onLimit = () => new ApiError('INVALID', FILE_TOO_COMPLEX);
  const entry = new URL('validate-file.process.ts', import.meta.url);
  return (await runInProcess(entry, content, onLimit)) as DocumentType | null;
}
