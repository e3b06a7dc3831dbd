import { setImmediate } from 'node:timers/promises';

/** Long work in steps: it yields wherever it may be interrupted. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Milliseconds that a slice of background work may keep others waiting. */
const SLICE = 4;

/** Does the work in short slices, so that requests are answered in between. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await setImmediate();
  }
}

/** Does the work without a break. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
