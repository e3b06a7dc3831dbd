import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import { compareCodePoints, toTitleKey } from '../../text/title-order.ts';
import { sortInSlices } from '../collections/sort-in-slices.ts';
import type { StringColumn } from '../collections/string-column.ts';

/** Titles folded between two yields. */
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
