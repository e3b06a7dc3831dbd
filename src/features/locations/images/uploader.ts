import { isApiError, getErrorMessage } from '../../../platform/http/contract.ts';
import { CHUNK_BYTES, type Upload, newUpload } from './schema.ts';
import { CHOOSE_PICTURE } from '../../media/messages.ts';

/** Files that are sent at the same time; more would only make each of them slower on a telephone. */
const ABREAST = 2;
/** What is accepted, by the name that browsers have for it. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
/** Milliseconds until the first of several tries to reach the site again, and at most between two of them. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** After so many in a row without any progress it is another matter than how far we are. */
const CONFLICTS = 2;

/** A file that this browser sends. */
export interface Sending {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  /** Bytes that have gone; those of the piece under way are not yet kept. */
  readonly sent: number;
  /** INTERRUPTED_MESSAGE waits for the connection, and then goes on by itself; FAILED was refused or given up. */
  readonly state: 'WAITING' | 'SENDING' | 'CUT_OFF' | 'FAILED';
  /** On the server, once it knows of it. */
  readonly uploadId: string | null;
  /** Why it was cut off or has failed, in words for who sends it. */
  readonly problem: string | null;
}

/** How files reach the site. All reject with an ApiError. */
export interface Transport {
  readonly begin: (file: { name: string; bytes: number }) => Promise<Upload>;
  readonly ask: (uploadId: string) => Promise<Upload>;
  readonly giveUp: (uploadId: string) => Promise<unknown>;
  /** @param onSent told how many bytes of the piece have gone */
  readonly send: (
    piece: { uploadId: string; offset: number; bytes: Blob },
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<Upload>;
}

interface Options {
  /** The site has all of a file, or no longer knows of it; what has arrived stays in the list until this is done. */
  readonly onArrival: () => Promise<unknown>;
  /** Resolves after so many milliseconds, or earlier once the browser is online again. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

interface Job {
  readonly file: File;
  shown: Sending;
  /** Ends what is under way for it. */
  stop: AbortController;
}

/**
 * Sends files to one location, whatever page is open: a few at a time, each in pieces, and after a lost connection from the
 * byte that the site asks for. What has arrived, or was cancelled, leaves the list.
 */
export class Uploader {
  readonly #transport: Transport;
  readonly #options: Required<Options>;
  readonly #listeners = new Set<() => void>();
  #count = 0;
  #jobs: readonly Job[] = [];
  #list: readonly Sending[] = [];

  constructor(transport: Transport, options: Options) {
    this.#transport = transport;
    this.#options = { pause: connectionOrTime, ...options };
  }

  /** What is on its way; another list whenever something has changed. */
  get list(): readonly Sending[] {
    return this.#list;
  }

  /** @returns what ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes on files. One that the site has a part of already, by name and size, goes on from there.
   * @param known what the site has of files that nobody sends
   */
  add(files: readonly File[], known: readonly Upload[] = []): void {
    const taken = new Set(this.#jobs.map(({ shown }) => shown.uploadId));
    const left = known.filter(({ id, state }) => state === 'RECEIVING' && !taken.has(id));
    for (const file of files) {
      const at = left.findIndex(({ name, bytes }) => name === nameOf(file) && bytes === file.size);
      const [begun] = at < 0 ? [] : left.splice(at, 1);
      const problem = problemOf(file);
      const shown: Sending = {
        key: String(this.#count++),
        name: file.name,
        bytes: file.size,
        sent: begun?.received ?? 0,
        state: problem === null ? 'WAITING' : 'FAILED',
        uploadId: begun?.id ?? null,
        problem,
      };
      this.#jobs = [...this.#jobs, { file, shown, stop: new AbortController() }];
    }
    this.#tell();
    this.#next();
  }

  /** Gives a file up; the site forgets what it has of it. */
  cancel(key: string): void {
    const job = this.#jobs.find(({ shown }) => shown.key === key);
    if (!job) return;
    job.stop.abort();
    this.#drop(job);
    this.#next();
    const { uploadId } = job.shown;
    // The site forgets by itself what nobody goes on sending.
    if (uploadId !== null) void this.#transport.giveUp(uploadId).then(this.#options.onArrival, () => {});
  }

  /** Sends nothing more. The site keeps for a while what it has, for whoever goes on. */
  stop(): void {
    for (const job of this.#jobs) job.stop.abort();
    this.#jobs = [];
    this.#tell();
  }

  /** Whether there is any sense in sending a file once more. */
  canRetry(key: string): boolean {
    const job = this.#jobs.find(({ shown }) => shown.key === key);
    return job?.shown.state === 'FAILED' && problemOf(job.file) === null;
  }

  /** Sends a file that has failed once more. */
  retry(key: string): void {
    const job = this.#jobs.find(({ shown }) => shown.key === key);
    if (!job || !this.canRetry(key)) return;
    job.stop = new AbortController();
    this.#show(job, { state: 'WAITING', problem: null });
    this.#next();
  }

  #next(): void {
    const busy = this.#jobs.filter(({ shown }) => shown.state === 'SENDING' || shown.state === 'CUT_OFF').length;
    const waiting = this.#jobs.filter(({ shown }) => shown.state === 'WAITING');
    for (const job of waiting.slice(0, Math.max(0, ABREAST - busy))) void this.#run(job);
  }

  async #run(job: Job): Promise<void> {
    const { signal } = job.stop;
    this.#show(job, { state: 'SENDING', problem: null });
    for (let tries = 0; !signal.aborted; tries += 1) {
      const before = job.shown.sent;
      try {
        await this.#sendAll(job, signal);
        await this.#options.onArrival();
        this.#drop(job);
        break;
      } catch (error) {
        if (signal.aborted) break;
        if (job.shown.sent > before) tries = 0;
        const problem = getErrorMessage(error);
        if (!isPassing(error, tries)) {
          this.#show(job, { state: 'FAILED', problem });
          break;
        }
        this.#show(job, { state: 'CUT_OFF', problem });
        await this.#options.pause(pauseAfter(error, tries));
      }
    }
    this.#next();
  }

  /** From wherever the site stands, which may be further than we know: an answer can be lost. */
  async #sendAll(job: Job, signal: AbortSignal): Promise<void> {
    let upload = await this.#role(job);
    while (upload.state === 'RECEIVING' && upload.received < upload.bytes) {
      const offset = upload.received;
      this.#show(job, { state: 'SENDING', sent: offset, problem: null });
      const piece = { uploadId: upload.id, offset, bytes: job.file.slice(offset, offset + CHUNK_BYTES) };
      upload = await this.#transport.send(piece, (bytes) => this.#show(job, { sent: offset + bytes }), signal);
      signal.throwIfAborted();
    }
    this.#show(job, { sent: job.file.size });
  }

  async #role(job: Job): Promise<Upload> {
    const { uploadId } = job.shown;
    if (uploadId !== null) {
      try {
        return await this.#transport.ask(uploadId);
      } catch (error) {
        // It was given up elsewhere, or for its age.
        if (!isApiError(error) || error.errorType !== 'NOT_FOUND') throw error;
      }
    }
    const upload = await this.#transport.begin({ name: nameOf(job.file), bytes: job.file.size });
    const { signal } = job.stop;
    // Cancelled while it was begun, it is in nobody's list any more.
    if (signal.aborted) await this.#transport.giveUp(upload.id);
    signal.throwIfAborted();
    this.#show(job, { uploadId: upload.id });
    return upload;
  }

  #show(job: Job, change: Partial<Sending>): void {
    job.shown = { ...job.shown, ...change };
    this.#tell();
  }

  #drop(job: Job): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#tell();
  }

  #tell(): void {
    this.#list = this.#jobs.map(({ shown }) => shown);
    for (const listener of this.#listeners) listener();
  }
}

/** What can be said against a file before any of it is sent. What it really is, the site finds out. */
function problemOf(file: File): string | null {
  if (file.type !== '' && !PICTURE_TYPES.includes(file.type)) return CHOOSE_PICTURE;
  return newUpload.safeParse({ name: file.name, bytes: file.size }).error?.issues[0]?.message ?? null;
}

/** As the site keeps it. */
function nameOf(file: File): string {
  return newUpload.shape.name.safeParse(file.name).data ?? file.name;
}

/**
 * A lost connection, a fault that passes or too many calls; also a conflict or two, since the site and the browser may only
 * disagree about how far they are.
 */
function isPassing(error: unknown, tries: number): boolean {
  if (!isApiError(error) || error.status >= 500 || error.status === 429) return true;
  return error.errorType === 'CONFLICT' && tries < CONFLICTS;
}

function pauseAfter(error: unknown, tries: number): number {
  const asked = isApiError(error) && error.retryAfter !== undefined ? error.retryAfter * 1_000 : 0;
  return Math.max(asked, Math.min(FIRST_PAUSE * 2 ** tries, LONGEST_PAUSE));
}

/** Whoever comes out of a tunnel does not wait for the time to pass. */
function connectionOrTime(milliseconds: number): Promise<void> {
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
