import { fork } from 'node:child_process';
import { ApiError, type ErrorBody } from '../http/contract.ts';
import { limitConcurrency } from '../runtime/limit-concurrency.ts';

/** Message that a process sends when it is done. */
export type ProcessAnswer = { readonly result: unknown } | { readonly rejected: ErrorBody };

/** Larger than any file of people needs, and small enough for all processes together beside the node. */
const MAX_HEAP_MB = 512;
/** From the start of the process: the slowest files within the other limits take a third of it. */
const TIMEOUT_MS = 30_000;
/** A file that takes long does not stop all others. */
const MAX_PROCESSES = 2;

const limit = limitConcurrency(MAX_PROCESSES);

/**
 * Reads an untrusted file in a separate process, so that a hostile one can neither block this process nor use up its memory. It has no
 * settings of the site.
 * @param entry a module that calls `answerWith` of answer-in-process.ts
 * @param onLimit creates the error for a file that takes too much memory or time
 * @throws {ApiError} that of the process, or of `onLimit`
 */
export function runInProcess(
  entry: URL,
  content: Uint8Array,
  onLimit: () => ApiError,
  { timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB } = {},
): Promise<unknown> {
  return limit(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<ProcessAnswer>();
    const child = fork(entry, {
      env: {},
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => reject(onLimit()), timeoutMs);
    child
      .on('message', (answer) => resolve(answer as ProcessAnswer))
      .on('error', reject)
      // Without memory, Node ends itself with a signal.
      .on('exit', (code, signal) =>
        reject(signal === null ? new Error(`The process that reads a file ended with code ${code}.`) : onLimit()),
      );
    // A process that ends while it is sent the file reports that by `exit`.
    child.send(content, () => {});
    try {
      const answer = await promise;
      if ('rejected' in answer) throw ApiError.of(answer.rejected);
      return answer.result;
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  });
}
