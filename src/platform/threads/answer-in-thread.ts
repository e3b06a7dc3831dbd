import { parentPort, workerData } from 'node:worker_threads';
import { isApiError } from '../http/contract.ts';
import type { ThreadAnswer } from './run-in-thread.ts';

/** Reads the file that a thread was started for, and sends the result or the {@link ApiError} to who has started it. */
export async function answerWith(read: (content: Buffer) => Promise<unknown>): Promise<void> {
  const answer = await read(Buffer.from(workerData as Uint8Array)).then(
    (result): ThreadAnswer => ({ result }),
    (error: unknown): ThreadAnswer => {
      if (!isApiError(error)) throw error;
      return { rejected: error.body };
    },
  );
  parentPort!.postMessage(answer);
}
