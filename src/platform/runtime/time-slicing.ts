import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** A long computation as a generator that yields where it may be interrupted. */
export type SlicedWork<T> = Generator<undefined, T, undefined>;

const MAX_SLICE_MS = 4;

/** Measures how long the current slice has run. */
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

/** Runs work in slices of a few milliseconds and yields to the event loop in between. */
export async function runInSlices<T>(work: SlicedWork<T>): Promise<T> {
  const slice = new TimeSlice();
  for (;;) {
    const result = work.next();
    if (result.done) return result.value;
    if (slice.isOver) await slice.next();
  }
}
