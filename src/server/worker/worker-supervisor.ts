import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../platform/log.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** What the worker may use: JavaScript heap in megabytes, and all of its data in kilobytes, decoded pictures included. */
const HEAP_MB = 256;
const DATA_KB = 1_572_864;
/**
 * With more arenas, freed memory of decoded pictures stays with the allocator until the limit is reached; with a threshold that is
 * not given, the allocator raises it with each of them, and keeps those below.
 */
const LIMITS = `ulimit -d ${DATA_KB}; MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072`;
/**
 * Visitors come first. One processor stays free, where there are several: however low its priority, what has a processor keeps it for
 * longer than a search takes. Where processors cannot be chosen, the worker has them all.
 */
const PIN_PROCESSORS = `taskset --pid --cpu-list 1-${availableParallelism() - 1} $$ >/dev/null 2>&1`;
/** All given before it starts: a process that lowers itself leaves threads, which do the work, as they are. */
const COMMAND = `${PIN_PROCESSORS}; ${LIMITS} exec nice -n 10 "$0" --max-old-space-size=${HEAP_MB} --single-threaded-gc "$1"`;
const RESTART_MS = 1_000;
/** For the worker to end once it is told to (milliseconds), which is longer than its jobs may take then. A decoder waits for nobody. */
const STOP_TIMEOUT_MS = 3_000;
/** For how long the worker may say nothing. It says that it is alive every few seconds, unless a fault keeps it busy for good. */
const MAX_SILENCE_MS = 60_000;

/** What a worker is told as it begins. */
export interface WorkerTask {
  readonly databaseUrl: string;
  /** Pictures that it must not open. */
  readonly dangerous: readonly string[];
}
/** What it says: that it is alive, or which picture it begins to work on, null for none. */
export type WorkerMessage = 'alive' | { readonly picture: string | null };
/** With which code it ends when a step of that work does not. */
export const TIMEOUT_EXIT_CODE = 75;
/** How a process ends at a fault of its own, memory that it may not have included. Whatever kills from outside sends others. */
const CRASH_SIGNALS: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
]);
/** How often a picture may be in work as that happens before it is taken for the cause. */
const MAX_CRASHES_PER_PICTURE = 2;

/** Whoever has died before hearing it is noticed by its end. */
const ignoreSendError = (): void => {};

export interface WorkerProcess {
  /** Resolves when the worker is gone, which is killed if it takes too long. May be called again. */
  stop(): Promise<void>;
}

/**
 * Runs the worker as a process of its own, ends it when it is silent, and runs it again when it dies. A picture at which it dies
 * again by a fault of its own, or is ended for its silence, is left alone from then on; what kills it from outside is held against none.
 */
export function startWorker({
  databaseUrl,
  log,
  maxSilenceMs = MAX_SILENCE_MS,
}: {
  databaseUrl: string;
  log: Pick<Log, 'error'>;
  maxSilenceMs?: number;
}): WorkerProcess {
  let stopping = false;
  const faults = new Map<string, number>();
  let child = launch();

  function launch(): ChildProcess {
    const launched = spawn('sh', ['-c', COMMAND, process.execPath, WORKER], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const dangerous = [...faults].filter(([, times]) => times >= MAX_CRASHES_PER_PICTURE).map(([picture]) => picture);
    launched.send({ databaseUrl, dangerous } satisfies WorkerTask, ignoreSendError);
    let picture: string | null = null;
    let wasSilent = false;
    const silence = setTimeout(() => {
      wasSilent = true;
      launched.kill('SIGKILL');
    }, maxSilenceMs);
    launched.on('message', (message: WorkerMessage) => {
      silence.refresh();
      if (message !== 'alive') picture = message.picture;
    });
    void afterEnd();
    return launched;

    async function afterEnd(): Promise<void> {
      // Its last words may come after its end.
      const [[code, signal]] = await Promise.all([once(launched, 'exit'), once(launched, 'disconnect')]);
      clearTimeout(silence);
      if (stopping) return;
      if (picture && (wasSilent || code === TIMEOUT_EXIT_CODE || CRASH_SIGNALS.has(signal))) {
        faults.set(picture, (faults.get(picture) ?? 0) + 1);
      }
      log.error({ code, signal, ...(picture && { picture }) }, 'the worker died and is started again');
      setTimeout(() => {
        if (!stopping) child = launch();
      }, RESTART_MS);
    }
  }

  return {
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.send('stop', ignoreSendError);
      const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(overdue);
    },
  };
}
