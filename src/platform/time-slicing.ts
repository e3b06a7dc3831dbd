import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Long work in steps: it yields wherever it may be interrupted. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Milliseconds that a slice of background work may keep others waiting. */
const SLICE = 4;

/** The current slice of long work. */
export class Slice {
  #end = performance.now() + SLICE;

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Lets others be served, then begins the next slice. */
  async next(): Promise<void> {
    await yieldToEventLoop();
    this.#end = performance.now() + SLICE;
  }
}

/** Does the work in short slices, so that requests are answered in between. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const slice = new Slice();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slice.isOver) await slice.next();
  }
}

/** Does the work without a break. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
