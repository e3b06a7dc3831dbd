import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Log } from '../platform/log.ts';

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** What the worker may use: JavaScript heap in megabytes, and all of its data in kilobytes, decoded pictures included. */
const HEAP_MB = 256;
const DATA_KB = 1_572_864;
/** With more arenas, freed memory of decoded pictures stays with the allocator until the limit is reached. */
const COMMAND = `ulimit -d ${DATA_KB}; MALLOC_ARENA_MAX=2 exec "$0" --max-old-space-size=${HEAP_MB} "$1"`;
const RESTART_MS = 1_000;

/** Runs the worker as a process of its own, and runs it again when it dies. */
export function startWorker({ databaseUrl, log }: { databaseUrl: string; log: Log }): { stop(): Promise<void> } {
  let stopping = false;
  let child = launch();

  function launch(): ChildProcess {
    const launched = spawn('sh', ['-c', COMMAND, process.execPath, WORKER], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    launched.send(databaseUrl);
    launched.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, 'the worker died and is started again');
      setTimeout(() => {
        if (!stopping) child = launch();
      }, RESTART_MS);
    });
    return launched;
  }

  return {
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.send('stop');
      await ended;
    },
  };
}
