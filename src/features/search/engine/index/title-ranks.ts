import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import { compareCodePoints, toTitleKey } from '../../text/title-order.ts';
import { sortInSlices } from '../collections/sort-in-slices.ts';

/** Titles folded between two yields. */
const STEP = 1_024;

/** Returns by title its rank in the order of the titles. Equal titles have the same rank. */
export function* rankTitles(titles: readonly string[]): SlicedWork<Uint32Array> {
  const keys: string[] = [];
  for (const title of titles) {
    keys.push(toTitleKey(title));
    if (keys.length % STEP === 0) yield;
  }
  const order = yield* sortInSlices(titles.length, (a, b) => compareCodePoints(keys[a]!, keys[b]!));
  const ranks = new Uint32Array(order.length);
  for (let at = 1; at < order.length; at++) {
    const [before, own] = [order[at - 1]!, order[at]!];
    ranks[own] = ranks[before]! + (keys[own] === keys[before] ? 0 : 1);
  }
  return ranks;
}
