import { ApiError } from '../../../platform/http/contract.ts';
import { runInProcess } from '../../../platform/file-processes/run-in-process.ts';
import { IMPORT_TOO_MUCH_TEXT } from '../messages.ts';
import type { Sheet } from './read-table.server.ts';

/** Runs `readSheets`, with its errors, in a separate process. */
export async function readSheetsInProcess(content: Buffer): Promise<readonly Sheet[]> {
  const onLimit = () => new ApiError('INVALID', IMPORT_TOO_MUCH_TEXT, { file: IMPORT_TOO_MUCH_TEXT });
  return (await runInProcess(new URL('read-table.process.ts', import.meta.url), content, onLimit)) as readonly Sheet[];
}
