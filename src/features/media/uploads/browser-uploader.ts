import { isApiError, getErrorMessage } from '../../../platform/http/contract.ts';
import { CHUNK_BYTES, PICTURE_TYPES, type Upload, newUpload } from '../schema.ts';
import { CHOOSE_PICTURE } from '../messages.ts';

/** Files sent at the same time; with more, each of them would only be slower on a telephone. */
const CONCURRENCY = 2;
/** Delays before a retry, doubled after each (milliseconds). */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Conflicts in a row without progress after which the offset is not the cause. */
const MAX_CONFLICTS = 2;

/** A file that this browser uploads. */
export interface LocalUpload {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Bytes sent; those of the current chunk are not acknowledged yet. */
  readonly sent: number;
  /** INTERRUPTED waits for the connection and is retried; FAILED was rejected. */
  readonly state: 'WAITING' | 'SENDING' | 'INTERRUPTED' | 'FAILED';
  /** Null until the server has created the upload. */
  readonly uploadId: string | null;
  /** Why it was interrupted or has failed, in words for the user. */
  readonly problem: string | null;
}

/** The calls of an upload. Each rejects with an ApiError, also when there is no response within a time limit: others wait for it. */
export interface Transport {
  readonly create: (file: { name: string; bytes: number }) => Promise<Upload>;
  readonly find: (uploadId: string) => Promise<Upload>;
  readonly cancel: (uploadId: string) => Promise<unknown>;
  /** @param onProgress called with the bytes of the chunk sent so far */
  readonly sendChunk: (
    chunk: { uploadId: string; offset: number; bytes: Blob },
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<Upload>;
}

export interface UploaderOptions {
  /** Called when the server has all of a file, or has deleted it. The file stays in the list until this resolves. */
  readonly onUploaded: () => Promise<unknown>;
  /** Resolves after this number of milliseconds, or earlier when the browser is online again. */
  readonly waitForRetry?: (milliseconds: number) => Promise<void>;
}

interface Job {
  readonly file: File;
  upload: LocalUpload;
  /** Aborts the current request. */
  stop: AbortController;
}

/**
 * Uploads files in chunks, independent of the open page: a few at a time, and after a lost connection from the offset that the
 * server names. Files leave the list when they are complete or cancelled.
 */
export class Uploader {
  readonly #transport: Transport;
  readonly #options: Required<UploaderOptions>;
  readonly #listeners = new Set<() => void>();
  #count = 0;
  /** Resolves when the next upload may be created. */
  #creation: Promise<unknown> = Promise.resolve();
  #jobs: readonly Job[] = [];
  #list: readonly LocalUpload[] = [];

  constructor(transport: Transport, options: UploaderOptions) {
    this.#transport = transport;
    this.#options = { waitForRetry: waitForConnectionOrTimeout, ...options };
  }

  /** The uploads of this browser: a new array after each change. */
  get list(): readonly LocalUpload[] {
    return this.#list;
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Adds files. Resumes a file that the server has partially received, by name and size.
   * @param known uploads of the server
   */
  add(files: readonly File[], known: readonly Upload[] = []): void {
    const active = new Set(this.#jobs.map(({ upload }) => upload.uploadId));
    const resumable = known.filter(({ id, state }) => state === 'RECEIVING' && !active.has(id));
    for (const file of files) {
      const at = resumable.findIndex(({ name, bytes }) => name === toServerName(file) && bytes === file.size);
      const [begun] = at < 0 ? [] : resumable.splice(at, 1);
      const problem = validateFile(file);
      const upload: LocalUpload = {
        key: String(this.#count++),
        name: file.name,
        bytes: file.size,
        sent: begun?.received ?? 0,
        state: problem === null ? 'WAITING' : 'FAILED',
        uploadId: begun?.id ?? null,
        problem,
      };
      this.#jobs = [...this.#jobs, { file, upload, stop: new AbortController() }];
    }
    this.#notify();
    this.#startNext();
  }

  /** Cancels a file, on the server too. */
  cancel(key: string): void {
    const job = this.#jobs.find(({ upload }) => upload.key === key);
    if (!job) return;
    job.stop.abort();
    this.#remove(job);
    this.#startNext();
    const { uploadId } = job.upload;
    // If this fails, the server deletes the upload after a day.
    if (uploadId !== null) void this.#transport.cancel(uploadId).then(this.#options.onUploaded, () => {});
  }

  /** Stops all uploads. The server keeps what it has for a day, to be resumed. */
  stop(): void {
    for (const job of this.#jobs) job.stop.abort();
    this.#jobs = [];
    this.#notify();
  }

  /** Whether a file has failed and could succeed. */
  canRetry(key: string): boolean {
    const job = this.#jobs.find(({ upload }) => upload.key === key);
    return job?.upload.state === 'FAILED' && validateFile(job.file) === null;
  }

  retry(key: string): void {
    const job = this.#jobs.find(({ upload }) => upload.key === key);
    if (!job || !this.canRetry(key)) return;
    job.stop = new AbortController();
    this.#update(job, { state: 'WAITING', problem: null });
    this.#startNext();
  }

  #startNext(): void {
    const running = this.#jobs.filter(({ upload }) => upload.state === 'SENDING' || upload.state === 'INTERRUPTED');
    const waiting = this.#jobs.filter(({ upload }) => upload.state === 'WAITING');
    for (const job of waiting.slice(0, Math.max(0, CONCURRENCY - running.length))) void this.#run(job);
  }

  async #run(job: Job): Promise<void> {
    const { signal } = job.stop;
    this.#update(job, { state: 'SENDING', problem: null });
    for (let attempts = 0; !signal.aborted; attempts += 1) {
      const before = job.upload.sent;
      try {
        await this.#sendAll(job, signal);
        await this.#options.onUploaded();
        this.#remove(job);
        break;
      } catch (error) {
        if (signal.aborted) break;
        if (job.upload.sent > before) attempts = 0;
        const problem = getErrorMessage(error);
        if (!isTemporary(error, attempts)) {
          this.#update(job, { state: 'FAILED', problem });
          break;
        }
        this.#update(job, { state: 'INTERRUPTED', problem });
        await this.#options.waitForRetry(getRetryDelay(error, attempts));
      }
    }
    this.#startNext();
  }

  /** Sends the rest of a file. The server may have received more than was acknowledged: a response can be lost. */
  async #sendAll(job: Job, signal: AbortSignal): Promise<void> {
    let upload = await this.#findOrCreate(job, signal);
    while (upload.state === 'RECEIVING' && upload.received < upload.bytes) {
      const offset = upload.received;
      this.#update(job, { state: 'SENDING', sent: offset, problem: null });
      const chunk = { uploadId: upload.id, offset, bytes: job.file.slice(offset, offset + CHUNK_BYTES) };
      upload = await this.#transport.sendChunk(chunk, (bytes) => this.#update(job, { sent: offset + bytes }), signal);
      signal.throwIfAborted();
    }
    this.#update(job, { sent: job.file.size });
  }

  async #findOrCreate(job: Job, signal: AbortSignal): Promise<Upload> {
    const { uploadId } = job.upload;
    if (uploadId !== null) {
      try {
        return await this.#transport.find(uploadId);
      } catch (error) {
        // It was cancelled elsewhere, or deleted after a day.
        if (!isApiError(error) || error.errorType !== 'NOT_FOUND') throw error;
      }
    }
    const upload = await this.#create(job.file, signal);
    // Cancelled before its id was known.
    if (signal.aborted) await this.#transport.cancel(upload.id);
    signal.throwIfAborted();
    this.#update(job, { uploadId: upload.id });
    return upload;
  }

  /** Creates uploads one after the other: the server orders pictures by when their uploads were created. */
  #create(file: File, signal: AbortSignal): Promise<Upload> {
    const creation = this.#creation.then(() => {
      signal.throwIfAborted();
      return this.#transport.create({ name: toServerName(file), bytes: file.size });
    });
    // The next one waits for the turn of this one even if this one is cancelled before, and no longer once it is cancelled.
    this.#creation = this.#creation.then(() => Promise.race([creation.catch(() => {}), whenAborted(signal)]));
    return creation;
  }

  #update(job: Job, change: Partial<LocalUpload>): void {
    job.upload = { ...job.upload, ...change };
    this.#notify();
  }

  #remove(job: Job): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#notify();
  }

  #notify(): void {
    this.#list = this.#jobs.map(({ upload }) => upload);
    for (const listener of this.#listeners) listener();
  }
}

/** Returns what is wrong with a file as far as the browser can tell. The server validates its content. */
function validateFile(file: File): string | null {
  if (file.type !== '' && !PICTURE_TYPES.includes(file.type)) return CHOOSE_PICTURE;
  return newUpload.safeParse({ name: file.name, bytes: file.size }).error?.issues[0]?.message ?? null;
}

function toServerName(file: File): string {
  return newUpload.shape.name.safeParse(file.name).data ?? file.name;
}

/** Whether a retry may help. After a conflict it does when only the offset was wrong. */
function isTemporary(error: unknown, attempts: number): boolean {
  if (!isApiError(error) || error.status >= 500 || error.status === 429) return true;
  return error.errorType === 'CONFLICT' && attempts < MAX_CONFLICTS;
}

function getRetryDelay(error: unknown, attempts: number): number {
  const retryAfter = isApiError(error) && error.retryAfter !== undefined ? error.retryAfter * 1_000 : 0;
  return Math.max(retryAfter, Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS));
}

function whenAborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}

function waitForConnectionOrTimeout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
  });
}
