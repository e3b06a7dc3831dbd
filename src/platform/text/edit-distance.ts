/** In UTF-16 code units. */
const MAX_WORD_LENGTH = 64;
let beforeLast = new Uint8Array(MAX_WORD_LENGTH + 2);
let last = new Uint8Array(MAX_WORD_LENGTH + 2);
let current = new Uint8Array(MAX_WORD_LENGTH + 2);

/**
 * Number of edits (optimal string alignment, with transpositions of neighbours) between a word and the text from `start` to `end`, or
 * `limit + 1` if there are more than `limit`. Compares backwards, because the words compared usually share a prefix.
 */
export function editDistance(word: string, text: string, start: number, end: number, limit: number): number {
  const length = end - start;
  if (Math.abs(word.length - length) > limit || word.length > MAX_WORD_LENGTH || length > MAX_WORD_LENGTH)
    return limit + 1;
  for (let j = 0; j <= Math.min(length, limit); j++) last[j] = j;
  last[limit + 1] = limit + 1;
  for (let i = 1; i <= word.length; i++) {
    if (fillRow(word, text, end, length, i, limit) > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[length]!, limit + 1);
}

/** Fills the row of the last `i` letters of the word, within the limit; returns its lowest distance. */
function fillRow(word: string, text: string, end: number, length: number, i: number, limit: number): number {
  const letter = word.charCodeAt(word.length - i);
  const from = Math.max(1, i - limit);
  const to = Math.min(length, i + limit);
  let before = (current[from - 1] = from === 1 ? i : limit + 1);
  let min = before;
  for (let j = from; j <= to; j++) {
    const other = text.charCodeAt(end - j);
    let distance = Math.min(last[j]! + 1, before + 1, last[j - 1]! + (letter === other ? 0 : 1));
    if (i > 1 && j > 1 && letter === text.charCodeAt(end - j + 1) && word.charCodeAt(word.length - i + 1) === other) {
      distance = Math.min(distance, beforeLast[j - 2]! + 1);
    }
    current[j] = before = distance;
    if (distance < min) min = distance;
  }
  // The next row is one longer.
  current[to + 1] = limit + 1;
  return min;
}
