import { NONE } from './missing-value.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import type { StringColumn } from './string-column.ts';

const STEP = 1_024;

/** The union of sorted lists, and by list the position of each of its entries in the union. */
export interface SortedUnion {
  readonly values: string[];
  readonly positions: readonly Uint32Array[];
}

/** Merges sorted lists of distinct texts. */
export function* uniteSorted(lists: readonly StringColumn[]): SlicedWork<SortedUnion> {
  const values: string[] = [];
  const positions = lists.map((list) => new Uint32Array(list.length));
  const cursors = lists.map(() => 0);
  const read = (l: number) => (cursors[l]! < lists[l]!.length ? lists[l]!.at(cursors[l]!) : undefined);
  const next = lists.map((_, l) => read(l));
  for (;;) {
    let min: string | undefined;
    for (const value of next) if (value !== undefined && (min === undefined || value < min)) min = value;
    if (min === undefined) return { values, positions };
    for (let l = 0; l < lists.length; l++) {
      if (next[l] !== min) continue;
      positions[l]![cursors[l]!++] = values.length;
      next[l] = read(l);
    }
    values.push(min);
    if (values.length % STEP === 0) yield;
  }
}

/** Keeps the values that are used; returns the new position of each, or NONE. */
export function* removeUnused(
  values: readonly string[],
  used: Uint8Array,
): SlicedWork<{ values: string[]; positions: Uint32Array }> {
  const kept: string[] = [];
  const positions = new Uint32Array(values.length).fill(NONE);
  for (let i = 0; i < values.length; i++) {
    if (used[i]) {
      positions[i] = kept.length;
      kept.push(values[i]!);
    }
    if (i % STEP === 0) yield;
  }
  return { values: kept, positions };
}
