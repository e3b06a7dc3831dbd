import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ApiError, type ErrorBody } from '../http/contract.ts';
import { limitConcurrency } from '../runtime/limit-concurrency.ts';

/** Message that a process sends when it is done, and before with a fraction of its work. */
export type ProcessAnswer = { readonly result: unknown } | { readonly rejected: ErrorBody };
type ProcessProgress = { readonly progress: number };

interface ProcessOptions {
  readonly timeoutMs?: number;
  readonly maxHeapMb?: number;
  /** Of all its memory, also that of native code; watched on Linux. */
  readonly maxMemoryMb?: number;
  /** Ends the process. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
  readonly env?: Readonly<Record<string, string>>;
}

/** Larger than any file of people needs, and small enough for all processes together beside the node. */
const MAX_HEAP_MB = 512;
/** From the start of the process: the slowest files within the other limits take a third of it. */
const TIMEOUT_MS = 30_000;
const MEMORY_CHECK_MS = 200;
/** Last characters of the stderr of a process that are logged. */
const MAX_STDERR_LENGTH = 4_000;
/** A file that takes long does not stop all others. */
const MAX_PROCESSES = 2;

const limit = limitConcurrency(MAX_PROCESSES);

/**
 * Reads an untrusted file, or makes a large one, in a separate process, so that it can neither block this process nor use up its memory.
 * It has no settings of the site.
 * @param entry a module that calls `answerWith` of answer-in-process.ts
 * @param onLimit creates the error for a file that takes too much memory or time
 * @throws {ApiError} that of the process, or of `onLimit`
 */
export function runInProcess(
  entry: URL,
  content: Uint8Array,
  onLimit: () => ApiError,
  { timeoutMs = TIMEOUT_MS, maxHeapMb = MAX_HEAP_MB, maxMemoryMb, signal, onProgress, env = {} }: ProcessOptions = {},
): Promise<unknown> {
  return limit(async () => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ProcessAnswer>();
    const child = fork(entry, {
      env: { ...env },
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR_LENGTH);
    });
    const timer = setTimeout(() => reject(onLimit()), timeoutMs);
    const memory = setInterval(() => {
      if (maxMemoryMb !== undefined && getMemoryMb(child.pid) > maxMemoryMb) reject(onLimit());
    }, MEMORY_CHECK_MS);
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort);
    child
      .on('message', (answer) => {
        const message = answer as ProcessAnswer | ProcessProgress;
        if ('progress' in message) onProgress?.(message.progress);
        else resolve(message);
      })
      .on('error', reject)
      // Without memory, Node ends itself with a signal.
      .on('close', (code, signal) =>
        reject(
          signal === null ? new Error(`A process ended with code ${code}.`, { cause: new Error(stderr) }) : onLimit(),
        ),
      );
    // A process that ends while it is sent the file reports that by `close`.
    child.send(content, () => {});
    try {
      const answer = await promise;
      if ('rejected' in answer) throw ApiError.of(answer.rejected);
      return answer.result;
    } finally {
      clearTimeout(timer);
      clearInterval(memory);
      signal?.removeEventListener('abort', abort);
      child.kill('SIGKILL');
    }
  });
}

/** Returns the resident memory of a process; 0 if unknown. */
function getMemoryMb(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
