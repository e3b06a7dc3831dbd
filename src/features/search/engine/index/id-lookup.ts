import type { Steps } from '../../../../platform/time-slicing.ts';
import type { TextColumn } from '../collections/string-column.ts';

/** Ids between two possible interruptions. */
const STEP = 1_024;

/** Locations by id, for `findId`: open addressing by hash, one more than the number of a location, or 0. */
export function* hashIds(ids: TextColumn): Steps<Uint32Array> {
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(ids.length + 1) + 0.5));
  for (let i = 0; i < ids.length; i++) {
    let slot = hash(ids.text, ids.startOf(i), ids.ends[i]!) & (table.length - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1);
    table[slot] = i + 1;
    if (i % STEP === 0) yield;
  }
  return table;
}

/** Number of the location with an id, or -1. */
export function findId(id: string, ids: TextColumn, table: Uint32Array): number {
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
