/** What an act that waited too long for its turn is rejected with. */
export class WaitedTooLong extends Error {}

/**
 * Does things in the order in which they come, so many at a time.
 * @param waitMs the longest that one waits for its turn; after that it rejects with {@link WaitedTooLong} and is not done
 */
export function atMost(limit: number, waitMs?: number): <Result>(act: () => Promise<Result>) => Promise<Result> {
  // In their order; those that give up are anywhere in it.
  const waiting = new Set<() => void>();
  let running = 0;

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(begin);
        reject(new WaitedTooLong());
      };
      const patience = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      const begin = () => {
        clearTimeout(patience);
        resolve();
      };
      waiting.add(begin);
    });
  }

  return async (act) => {
    if (running >= limit) await turn();
    else running++;
    try {
      return await act();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  };
}
