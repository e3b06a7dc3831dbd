/** Letters that a number says, beside a place below PLACES: 53 bits in all. */
const LETTERS = 5;
const BASE = 38;
const PLACES = 2 ** 26;

/** By unit up to `z`, from 1 on: the rank of a letter or digit. Others of a folded word are later. */
const RANKS = new Uint8Array(123);
for (const [i, letter] of [...'0123456789abcdefghijklmnopqrstuvwxyz'].entries()) RANKS[letter.charCodeAt(0)] = i + 1;
const LATER = BASE - 1;

/**
 * The places of folded words in the order of their UTF-16 units. They are sorted as numbers that say ten letters of each;
 * only those that these leave undecided are compared as texts.
 */
export function wordOrder(words: readonly string[]): Uint32Array {
  const first = new Float64Array(words.length);
  const next = new Float64Array(words.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const said = lettersSaid(word);
    first[i] = keyOf(word, 0, said);
    next[i] = keyOf(word, LETTERS, said);
  }
  const identity = new Uint32Array(words.length).map((_, i) => i);
  const order = sortedBy(first, sortedBy(next, identity));
  for (let from = 0, to = 1; from < order.length; from = to++) {
    const a = order[from]!;
    while (to < order.length && first[order[to]!] === first[a] && next[order[to]!] === next[a]) to++;
    if (to - from > 1) order.subarray(from, to).sort((x, y) => (words[x]! < words[y]! ? -1 : 1));
  }
  return order;
}

/** How many letters can be said of a word: none after the first that has no rank of its own. */
function lettersSaid(word: string): number {
  const most = Math.min(word.length, 2 * LETTERS);
  for (let at = 0; at < most; at++) if (word.charCodeAt(at) >= RANKS.length) return at + 1;
  return most;
}

/** A number that says the letters from a place on. */
function keyOf(word: string, from: number, said: number): number {
  let key = 0;
  for (let at = from; at < from + LETTERS; at++) {
    const unit = at < said ? word.charCodeAt(at) : 0;
    key = key * BASE + (unit < RANKS.length ? RANKS[unit]! : LATER);
  }
  return key;
}

/** Sorts places by their keys; those with the same key stay in order. */
function sortedBy(keys: Float64Array, order: Uint32Array): Uint32Array {
  const found = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) found[i] = keys[order[i]!]! * PLACES + i;
  found.sort();
  const sorted = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[i] = order[found[i]! - Math.floor(found[i]! / PLACES) * PLACES]!;
  return sorted;
}
