import { ApiError } from '../../../platform/http/contract.ts';
import { runInThread } from '../../../platform/threads/run-in-thread.ts';
import { IMPORT_TOO_MUCH_TEXT } from '../messages.ts';
import type { Sheet } from './read-table.server.ts';

/** Runs `readSheets`, with its errors, in a thread. */
export async function readSheetsInThread(content: Buffer): Promise<readonly Sheet[]> {
  const onLimit = () => new ApiError('INVALID', IMPORT_TOO_MUCH_TEXT, { file: IMPORT_TOO_MUCH_TEXT });
  return (await runInThread(new URL('read-table.thread.ts', import.meta.url), content, onLimit)) as readonly Sheet[];
}
