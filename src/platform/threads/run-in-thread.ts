import { Worker } from 'node:worker_threads';
import { ApiError, type ErrorBody } from '../http/contract.ts';
import { limitConcurrency } from '../limit-concurrency.ts';

/** What a thread sends when it is done. */
export type ThreadAnswer = { readonly result: unknown } | { readonly rejected: ErrorBody };

/** Larger than any file of people needs, and small enough for all threads together beside the node. */
const MAX_HEAP_MB = 512;
/** From the start of the thread: the slowest files within the other limits take a third of it. */
const TIMEOUT_MS = 30_000;
/** A file that takes long does not stop all others. */
const MAX_THREADS = 2;

const limit = limitConcurrency(MAX_THREADS);

/**
 * Reads a file of a stranger in a thread of its own, so that a hostile one can neither block this process nor use up its memory. The
 * thread has no settings of the site.
 * @param entry a module that calls `answerWith` of answer-in-thread.ts
 * @param onLimit creates the error for a file that takes too much memory or time
 * @throws {ApiError} that of the thread, or of `onLimit`
 */
export function runInThread(
  entry: URL,
  content: Uint8Array,
  onLimit: () => ApiError,
  { timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB } = {},
): Promise<unknown> {
  return limit(async () => {
    const worker = new Worker(entry, {
      workerData: content,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    const timer = setTimeout(() => reject(onLimit()), timeoutMs);
    worker
      .on('message', resolve)
      .on('error', (error) => reject(isOutOfMemory(error) ? onLimit() : error))
      .on('exit', () => reject(new Error('The thread ended without an answer.')));
    try {
      const answer = await promise;
      if ('rejected' in answer) throw ApiError.of(answer.rejected);
      return answer.result;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  });
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
