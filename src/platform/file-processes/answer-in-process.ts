import { once } from 'node:events';
import { isApiError } from '../http/contract.ts';
import type { ProcessAnswer } from './run-in-process.ts';

/**
 * Reads the file that a process was started for, and sends the result or the {@link ApiError} to who has started it.
 * @param read may report a fraction of its work
 */
export async function answerWith(
  read: (content: Buffer, report: (progress: number) => void) => Promise<unknown>,
): Promise<void> {
  const [content] = (await once(process, 'message')) as [Uint8Array];
  const answer = await read(Buffer.from(content), (progress) => process.send?.({ progress })).then(
    (result): ProcessAnswer => ({ result }),
    (error: unknown): ProcessAnswer => {
      if (!isApiError(error)) throw error;
      return { rejected: error.body };
    },
  );
  process.send!(answer);
}
