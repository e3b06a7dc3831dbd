/** Work that is repeated until it is stopped. */
export interface PeriodicTask {
  /** Aborts the signal of the run in progress, and waits for its end. */
  stop(): Promise<void>;
}

/** Runs a task now and at each interval, never two runs at the same time. @param run must not reject */
export function startPeriodicTask(intervalMs: number, run: (signal: AbortSignal) => Promise<void>): PeriodicTask {
  const stopping = new AbortController();
  const start = () => run(stopping.signal);
  let running = start();
  const timer = setInterval(() => (running = running.then(start)), intervalMs);
  return {
    stop: () => {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}
