import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../platform/diagnostics/log.ts';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** Memory limits: JavaScript heap in megabytes, and all data in kilobytes. Pictures are decoded in a process of their own. */
const HEAP_MB = 256;
const DATA_KB = 1_572_864;
/** Fewer arenas of malloc return the memory of files sooner. */
const LIMITS = `ulimit -d ${DATA_KB}; MALLOC_ARENA_MAX=2`;
/**
 * Leaves one processor to the serving process where there are several: even at low priority, a running thread keeps its processor
 * for longer than a search takes. Without `taskset` the worker uses all processors.
 */
const PIN_PROCESSORS = `taskset --pid --cpu-list 1-${availableParallelism() - 1} $$ >/dev/null 2>&1`;
/** The priority is set before the start: a process that lowers its own does not lower that of its threads. */
const COMMAND = `${PIN_PROCESSORS}; ${LIMITS} exec nice -n 10 "$0" --max-old-space-size=${HEAP_MB} --single-threaded-gc "$1"`;
const RESTART_MS = 1_000;
/** For the worker to exit after `stop`: several times what its jobs may take to stop, since it has a low priority. */
const STOP_TIMEOUT_MS = 6_000;
/** Without a heartbeat for this long, the worker counts as hung and is killed. */
const HEARTBEAT_TIMEOUT_MS = 60_000;

/** Metrics that are older are not reported. The worker sends them every three seconds. */
const METRICS_MAX_AGE_MS = 15_000;

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

/** Runs the worker in a child process, kills it when its heartbeat stops, and restarts it when it exits. */
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
  let child = launch();

  function launch(): ChildProcess {
    const launched = spawn('sh', ['-c', COMMAND, process.execPath, WORKER], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    launched.send({ databaseUrl } satisfies WorkerTask, ignoreSendError);
    const heartbeatTimer = setTimeout(() => launched.kill('SIGKILL'), heartbeatTimeoutMs);
    launched.on('message', (message: WorkerMessage) => {
      heartbeatTimer.refresh();
      if (message !== 'alive') metrics = { text: message.metrics, at: performance.now() };
    });
    void restartOnExit();
    return launched;

    async function restartOnExit(): Promise<void> {
      const [code, signal] = await once(launched, 'exit');
      clearTimeout(heartbeatTimer);
      if (stopping) return;
      log.error({ code, signal }, 'the worker exited and will be restarted');
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
