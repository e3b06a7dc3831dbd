import { NONE } from '../index/segment.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';
import type { TextColumn } from './string-column.ts';

const STEP = 1_024;

/** The union of sorted lists, and where each entry of each list went. */
export interface SortedUnion {
  readonly names: string[];
  readonly places: readonly Uint32Array[];
}

/** Unites sorted lists of distinct texts. */
export function* sortedUnion(lists: readonly TextColumn[]): Steps<SortedUnion> {
  const names: string[] = [];
  const places = lists.map((list) => new Uint32Array(list.length));
  const heads = lists.map(() => 0);
  const first = (l: number) => (heads[l]! < lists[l]!.length ? lists[l]!.at(heads[l]!) : undefined);
  const next = lists.map((_, l) => first(l));
  for (;;) {
    let least: string | undefined;
    for (const name of next) if (name !== undefined && (least === undefined || name < least)) least = name;
    if (least === undefined) return { names, places };
    for (let l = 0; l < lists.length; l++) {
      if (next[l] !== least) continue;
      places[l]![heads[l]!++] = names.length;
      next[l] = first(l);
    }
    names.push(least);
    if (names.length % STEP === 0) yield;
  }
}

/** Leaves out the names that are not used; also tells the new place of each. */
export function* onlyUsed(names: readonly string[], used: Uint8Array): Steps<{ names: string[]; places: Uint32Array }> {
  const kept: string[] = [];
  const places = new Uint32Array(names.length).fill(NONE);
  for (let i = 0; i < names.length; i++) {
    if (used[i]) {
      places[i] = kept.length;
      kept.push(names[i]!);
    }
    if (i % STEP === 0) yield;
  }
  return { names: kept, places };
}
