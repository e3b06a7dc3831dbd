import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';

/** Numbers sorted or merged between two yields. */
const STEP = 1_024;

/** Sorts the numbers below `size` (merge sort). */
export function* sortInSlices(size: number, compare: (a: number, b: number) => number): SlicedWork<Uint32Array> {
  let sorted = Uint32Array.from({ length: size }, (_, i) => i);
  for (let from = 0; from < size; from += STEP) {
    sorted.subarray(from, from + STEP).sort(compare);
    yield;
  }
  let merged = new Uint32Array(size);
  for (let width = STEP; width < size; width *= 2) {
    for (let from = 0; from < size; from += 2 * width) {
      const middle = Math.min(from + width, size);
      const end = Math.min(middle + width, size);
      for (let at = from, left = from, right = middle; at < end; at++) {
        const isLeft = right === end || (left < middle && compare(sorted[left]!, sorted[right]!) <= 0);
        merged[at] = sorted[isLeft ? left++ : right++]!;
        if (at % STEP === STEP - 1) yield;
      }
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}
