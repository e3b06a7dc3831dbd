/** What an act that waited too long for its turn is rejected with. */
export class QueueTimeoutError extends Error {}

/**
 * Does things in the order in which they come, so many at a time.
 * @param waitMs the longest that one waits for its turn; after that it rejects with {@link QueueTimeoutError} and is not done
 */
export function limitConcurrency(
  limit: number,
  waitMs?: number,
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  // In their order; those that give up are anywhere in it.
  const waiting = new Set<() => void>();
  let running = 0;

  function waitForTurn(): Promise<void> {
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

  return async (task) => {
    if (running >= limit) await waitForTurn();
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
  };
}
