import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Long work as a generator that yields wherever it may be interrupted. */
export type SlicedWork<T> = Generator<undefined, T, undefined>;

const MAX_SLICE_MS = 4;

/** Tracks how long the current slice of some work has run. */
export class TimeSlice {
  #end = performance.now() + MAX_SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Lets other tasks run, then starts the next slice. */
  async next(): Promise<void> {
    await yieldToEventLoop();
    this.#end = performance.now() + MAX_SLICE_MS;
  }
}

/** Runs work in slices of a few milliseconds, so that requests are answered in between. */
export async function runInSlices<T>(work: SlicedWork<T>): Promise<T> {
  const slice = new TimeSlice();
  for (;;) {
    const result = work.next();
    if (result.done) return result.value;
    if (slice.isOver) await slice.next();
  }
}

/** Runs work without interruption. */
export function runToCompletion<T>(work: SlicedWork<T>): T {
  for (;;) {
    const result = work.next();
    if (result.done) return result.value;
  }
}
