import { type SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import { compareCodePoints, toTitleKey } from '../../text/title-order.ts';
import type { StringColumn } from '../collections/string-column.ts';

/** Titles folded, sorted or merged between two yields. */
const STEP = 1_024;

/** Returns by location its rank in the order of the titles. Equal titles are ranked in browse order. */
export function* rankTitles(titles: StringColumn): SlicedWork<Uint32Array> {
  const keys: string[] = [];
  for (let i = 0; i < titles.length; i++) {
    keys.push(toTitleKey(titles.at(i)));
    if (i % STEP === STEP - 1) yield;
  }
  const order = yield* sortInSlices(titles.length, (a, b) => compareCodePoints(keys[a]!, keys[b]!) || a - b);
  const ranks = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank]!] = rank;
  return ranks;
}

/** Sorts the numbers below `size` (merge sort). */
function* sortInSlices(size: number, compare: (a: number, b: number) => number): SlicedWork<Uint32Array> {
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
