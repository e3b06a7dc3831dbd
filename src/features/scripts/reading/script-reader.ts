import { OFFLINE_AT_LOAD } from '../../../platform/text/common-messages.ts';
import { READING_FAILED, READING_TIMED_OUT, TEXT_TOO_LONG, fileTooLarge } from '../messages.ts';
import { MAX_FILE_BYTES, MAX_TEXT_LENGTH, READING_DEADLINE_MS } from '../limits.ts';
import { ScriptError } from './script-error.ts';
import type { HeadingWords, Script } from './script.ts';
import type { OnProgress } from './script-lines.ts';
import type { ReadingResult, ReadingTask, WithId } from './worker-messages.ts';

/** Reads scripts in a worker: neither a damaged nor a long file stops the page. The script stays in the browser. */
export class ScriptReader {
  readonly #headingWords: readonly HeadingWords[];
  #worker: Worker | undefined;
  #port: MessagePort | undefined;
  /** Number of tasks so far: the id of the last one. */
  #tasks = 0;
  #cancel: (() => void) | undefined;

  constructor(headingWords: readonly HeadingWords[]) {
    this.#headingWords = headingWords;
  }

  /**
   * Reads a file or pasted text, instead of what is being read.
   * @returns undefined if it was cancelled
   * @throws {ScriptError} if it cannot be read
   */
  async read(source: File | string, onProgress: OnProgress): Promise<Script | undefined> {
    if (typeof source === 'string') {
      if (source.length > MAX_TEXT_LENGTH) throw new ScriptError(TEXT_TOO_LONG);
    } else if (source.size > MAX_FILE_BYTES) throw new ScriptError(fileTooLarge(source.size));
    this.close();
    this.#worker = new Worker(new URL('reading.worker.ts', import.meta.url), { type: 'module' });
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker.postMessage(port2, [port2]);
    return this.#perform({ type: 'read', source, headingWords: this.#headingWords }, onProgress);
  }

  /** Returns the script that was read, with some lines as headings. */
  async take(lines: ReadonlySet<number>): Promise<Script | undefined> {
    return this.#perform({ type: 'take', lines });
  }

  /** Cancels reading, and frees the memory of the script. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#port?.close();
    this.#port = undefined;
    this.#cancel?.();
  }

  async #perform(task: ReadingTask, onProgress?: OnProgress): Promise<Script | undefined> {
    const worker = this.#worker;
    const port = this.#port;
    if (!worker || !port) return undefined;
    const id = (this.#tasks += 1);
    const listeners = new AbortController();
    const { signal } = listeners;
    let deadline: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise<Script | undefined>((resolve, reject) => {
        const fail = (message: string) => reject(new ScriptError(message));
        this.#cancel = () => resolve(undefined);
        deadline = setTimeout(() => fail(READING_TIMED_OUT), READING_DEADLINE_MS);
        const receive = ({ data: { id: of, content: result } }: MessageEvent<WithId<ReadingResult>>) => {
          if (of !== id) return;
          if (result.type === 'progress') onProgress?.(result.share);
          else if (result.type === 'script') resolve(result.script);
          else fail(result.message ?? READING_FAILED);
        };
        port.addEventListener('message', receive, { signal });
        port.start();
        worker.addEventListener('error', () => fail(OFFLINE_AT_LOAD), { signal });
        port.postMessage({ id, content: task } satisfies WithId<ReadingTask>);
      });
    } catch (error) {
      if (worker === this.#worker) this.close();
      throw error;
    } finally {
      clearTimeout(deadline);
      listeners.abort();
    }
  }
}
