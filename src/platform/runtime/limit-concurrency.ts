/** A task waited too long in the queue. */
export class QueueTimeoutError extends Error {}

/** Runs a task as soon as the limit permits. */
interface ConcurrencyLimit {
  <Result>(task: () => Promise<Result>): Promise<Result>;
  /** Returns how many tasks run, and how many wait. */
  getUsage(): { readonly running: number; readonly waiting: number };
}

/**
 * Returns a function that runs tasks first in, first out, at most `limit` at a time.
 * @param waitMs the longest time in the queue; after that a task rejects with {@link QueueTimeoutError} and does not run
 */
export function limitConcurrency(limit: number, waitMs?: number): ConcurrencyLimit {
  // A set keeps the insertion order and removes a timed-out entry in constant time.
  const waiting = new Set<() => void>();
  let running = 0;

  function waitForSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTimeout = () => {
        waiting.delete(start);
        reject(new QueueTimeoutError());
      };
      const timer = waitMs === undefined ? undefined : setTimeout(onTimeout, waitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(start);
    });
  }

  async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running >= limit) await waitForSlot();
    else running++;
    try {
      return await task();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  }
  return Object.assign(run, { getUsage: () => ({ running, waiting: waiting.size }) });
}
