/** Longest word that has typos, in UTF-16 units; a row holds one more. */
const LONGEST = 64;
let beforeLast = new Uint8Array(LONGEST + 2);
let last = new Uint8Array(LONGEST + 2);
let current = new Uint8Array(LONGEST + 2);

/**
 * Edits between a word and the one that stands from `start` to `end` of a text, swapped neighbours counting as one
 * (optimal string alignment), or `limit + 1` as soon as it is certain that there are more than `limit`. The words are compared
 * from their last letters on, for those that are compared begin alike.
 */
export function editDistance(word: string, text: string, start: number, end: number, limit: number): number {
  const length = end - start;
  if (Math.abs(word.length - length) > limit || word.length > LONGEST || length > LONGEST) return limit + 1;
  for (let j = 0; j <= Math.min(length, limit); j++) last[j] = j;
  last[limit + 1] = limit + 1;
  for (let i = 1; i <= word.length; i++) {
    if (nextRow(word, text, end, length, i, limit) > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[length]!, limit + 1);
}

/** Fills the row of the last `i` letters of the word as far as it can be within the limit; returns its least distance. */
function nextRow(word: string, text: string, end: number, length: number, i: number, limit: number): number {
  const letter = word.charCodeAt(word.length - i);
  const from = Math.max(1, i - limit);
  const to = Math.min(length, i + limit);
  let before = (current[from - 1] = from === 1 ? i : limit + 1);
  let least = before;
  for (let j = from; j <= to; j++) {
    const other = text.charCodeAt(end - j);
    let distance = Math.min(last[j]! + 1, before + 1, last[j - 1]! + (letter === other ? 0 : 1));
    if (i > 1 && j > 1 && letter === text.charCodeAt(end - j + 1) && word.charCodeAt(word.length - i + 1) === other) {
      distance = Math.min(distance, beforeLast[j - 2]! + 1);
    }
    current[j] = before = distance;
    if (distance < least) least = distance;
  }
  // The next row is one longer.
  current[to + 1] = limit + 1;
  return least;
}
