import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import type { StringColumn } from '../collections/string-column.ts';

/** Ids processed between two yields. */
const STEP = 1_024;

/** Builds the hash table of `findId`: open addressing; a slot holds the location plus one, or 0 if it is empty. */
export function* buildIdTable(ids: StringColumn): SlicedWork<Uint32Array> {
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(ids.length + 1) + 0.5));
  for (let i = 0; i < ids.length; i++) {
    let slot = hash(ids.text, ids.startAt(i), ids.ends[i]!) & (table.length - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
    table[slot] = i + 1;
    if (i % STEP === 0) yield;
  }
  return table;
}

/** The location with an id, or -1. */
export function findId(id: string, ids: StringColumn, table: Uint32Array): number {
  let slot = hash(id, 0, id.length) & (table.length - 1);
  for (; table[slot] !== 0; slot = (slot + 1) & (table.length - 1)) {
    if (ids.at(table[slot]! - 1) === id) return table[slot]! - 1;
  }
  return -1;
}

function hash(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
