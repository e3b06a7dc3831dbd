import { NONE } from './segment.ts';
import type { Steps } from './slices.ts';

const STEP = 1_024;

/** The union of sorted lists, and where each entry of each list went. */
export interface SortedUnion {
  readonly names: string[];
  readonly places: readonly Uint32Array[];
}

/** Unites sorted lists of distinct texts. */
export function* sortedUnion(lists: readonly (readonly string[])[]): Steps<SortedUnion> {
  const names: string[] = [];
  const places = lists.map((list) => new Uint32Array(list.length));
  const heads = lists.map(() => 0);
  for (;;) {
    let least: string | undefined;
    for (let l = 0; l < lists.length; l++) {
      const name = lists[l]![heads[l]!];
      if (name !== undefined && (least === undefined || name < least)) least = name;
    }
    if (least === undefined) return { names, places };
    for (let l = 0; l < lists.length; l++) {
      if (lists[l]![heads[l]!] === least) places[l]![heads[l]!++] = names.length;
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
