import { ApiError } from '../../../platform/http/contract.ts';
import { runInProcess } from '../../../platform/file-processes/run-in-process.ts';
import { IMPORT_TOO_MUCH_TEXT } from '../messages.ts';
import type { RawSheet } from './raw-table.ts';
import { type Sheet, toSheets } from './read-table.server.ts';

/** Reads a file in a separate process. The headings are found here, where the names of the region are known. */
export async function readSheetsInProcess(content: Buffer): Promise<readonly Sheet[]> {
  const onLimit = () => new ApiError('INVALID', IMPORT_TOO_MUCH_TEXT, { file: IMPORT_TOO_MUCH_TEXT });
  const raw = await runInProcess(new URL('read-table.process.ts', import.meta.url), content, onLimit);
  return toSheets(raw as readonly RawSheet[]);
}
