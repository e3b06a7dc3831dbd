import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../platform/log.ts';
import { TIMEOUT_EXIT_CODE, type WorkerMessage, type WorkerTask } from './worker-messages.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** Memory limits of the worker: JavaScript heap in megabytes, and all data in kilobytes, decoded pictures included. */
const HEAP_MB = 256;
const DATA_KB = 1_572_864;
/**
 * Settings of glibc malloc. More arenas keep freed memory of decoded pictures until the limit is reached. Without a fixed mmap
 * threshold malloc raises it with each large block and stops returning blocks below it.
 */
const LIMITS = `ulimit -d ${DATA_KB}; MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072`;
/**
 * Leaves one processor to the serving process where there are several: even at low priority, a running thread keeps its processor
 * for longer than a search takes. Without `taskset` the worker uses all processors.
 */
const PIN_PROCESSORS = `taskset --pid --cpu-list 1-${availableParallelism() - 1} $$ >/dev/null 2>&1`;
/** The priority is set before the start: a process that lowers its own does not lower that of its threads. */
const COMMAND = `${PIN_PROCESSORS}; ${LIMITS} exec nice -n 10 "$0" --max-old-space-size=${HEAP_MB} --single-threaded-gc "$1"`;
const RESTART_MS = 1_000;
/** For the worker to exit after `stop`: longer than its jobs may take to stop. A decoder in progress cannot be interrupted. */
const STOP_TIMEOUT_MS = 3_000;
/** Without a heartbeat for this long, the worker counts as hung and is killed. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** Metrics that are older are not reported. The worker sends them every three seconds. */
const METRICS_MAX_AGE_MS = 15_000;

/** Signals of a crash, exceeded memory limits included. Kills from outside use other signals. */
const CRASH_SIGNALS = new Set('SIGSEGV SIGBUS SIGABRT SIGILL SIGFPE SIGTRAP SIGSYS'.split(' '));
/** After this many crashes while the same picture was processed, the picture counts as the cause. */
const MAX_CRASHES_PER_PICTURE = 2;

/** A worker that exits before the message arrives is handled by its exit event. */
const ignoreSendError = (): void => {};

/** A worker process that is restarted when it exits. */
interface Supervisor {
  stop(): Promise<void>;
  /** Returns how often the worker was restarted. */
  getRestarts(): number;
  /** Returns the metrics that the worker sent last; undefined if it sends none, or not any more. */
  getMetrics(): string | undefined;
}

/**
 * Runs the worker in a child process, kills it when its heartbeat stops, and restarts it when it exits. A picture that was being
 * processed during repeated crashes or hangs is skipped from then on; kills from outside do not count.
 */
export function startWorker({
  databaseUrl,
  log,
  heartbeatTimeoutMs = HEARTBEAT_TIMEOUT_MS,
}: {
  databaseUrl: string;
  log: Pick<Log, 'error'>;
  heartbeatTimeoutMs?: number;
}): Supervisor {
  let stopping = false;
  let restarts = 0;
  let metrics: { readonly text: string; readonly at: number } | undefined;
  const crashes = new Map<string, number>();
  let child = launch();

  function launch(): ChildProcess {
    const launched = spawn('sh', ['-c', COMMAND, process.execPath, WORKER], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const quarantined = [...crashes]
      .filter(([, count]) => count >= MAX_CRASHES_PER_PICTURE)
      .map(([picture]) => picture);
    launched.send({ databaseUrl, quarantined } satisfies WorkerTask, ignoreSendError);
    let picture: string | null = null;
    let isHung = false;
    const heartbeatTimer = setTimeout(() => {
      isHung = true;
      launched.kill('SIGKILL');
    }, heartbeatTimeoutMs);
    launched.on('message', (message: WorkerMessage) => {
      heartbeatTimer.refresh();
      if (message === 'alive') return;
      if ('metrics' in message) metrics = { text: message.metrics, at: performance.now() };
      else picture = message.picture;
    });
    void restartOnExit();
    return launched;

    async function restartOnExit(): Promise<void> {
      // The last messages may arrive after the exit event.
      const [[code, signal]] = await Promise.all([once(launched, 'exit'), once(launched, 'disconnect')]);
      clearTimeout(heartbeatTimer);
      if (stopping) return;
      if (picture && (isHung || code === TIMEOUT_EXIT_CODE || CRASH_SIGNALS.has(signal))) {
        crashes.set(picture, (crashes.get(picture) ?? 0) + 1);
      }
      log.error({ code, signal, ...(picture && { picture }) }, 'the worker exited and will be restarted');
      setTimeout(() => {
        if (stopping) return;
        restarts++;
        child = launch();
      }, RESTART_MS);
    }
  }

  return {
    getRestarts: () => restarts,
    getMetrics: () => (metrics && performance.now() - metrics.at < METRICS_MAX_AGE_MS ? metrics.text : undefined),
    /** Resolves when the worker has exited; kills it after a timeout. Idempotent. */
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.send('stop', ignoreSendError);
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(killTimer);
    },
  };
}
