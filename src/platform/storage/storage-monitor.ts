import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../diagnostics/log.ts';
import type { Storage } from './storage.ts';

const INTERVAL_MS = 10_000;
const TIMEOUT_MS = 5_000;

export interface StorageMonitor {
  /** Whether the last check succeeded in time. */
  isAvailable(): boolean;
  stop(): void;
}

/**
 * Checks the storage every few seconds, so that health checks and metrics never wait for it. Logs when its availability changes.
 * Resolves after the first check.
 */
export async function startStorageMonitor(
  storage: Pick<Storage, 'check'>,
  log: Pick<Log, 'info' | 'error'>,
  { intervalMs = INTERVAL_MS, timeoutMs = TIMEOUT_MS } = {},
): Promise<StorageMonitor> {
  const stopping = new AbortController();
  let available = true;

  function report(error: unknown): void {
    const before = available;
    available = error === undefined;
    if (stopping.signal.aborted || available === before) return;
    if (available) log.info('the storage is available again');
    else log.error({ err: error }, 'the storage is unavailable: uploads fail, and pictures may be missing');
  }

  /** Resolves when the check has ended or has taken too long. Returns the check itself, which may still be running. */
  async function check(): Promise<{ readonly ended: Promise<unknown> }> {
    const ended = storage.check().then(
      () => undefined,
      (error: unknown) => error ?? new Error('the check failed'),
    );
    const timeout = delay(timeoutMs, new Error('the storage did not respond'), { ref: false });
    report(await Promise.race([ended, timeout]));
    return { ended };
  }

  async function repeat({ ended }: { readonly ended: Promise<unknown> }): Promise<void> {
    for (let last = ended; ;) {
      // A check that hangs is not repeated beside itself: on a network disk each would block a thread.
      await last;
      await delay(intervalMs, undefined, { ref: false, signal: stopping.signal });
      ({ ended: last } = await check());
    }
  }

  // It ends when it is stopped; checks do not throw.
  void repeat(await check()).catch(() => {});
  return { isAvailable: () => available, stop: () => stopping.abort() };
}
