/** Longest word that has typos, in UTF-16 units; a row holds one more. */
const LONGEST = 64;
let beforeLast = new Uint8Array(LONGEST + 1);
let last = new Uint8Array(LONGEST + 1);
let current = new Uint8Array(LONGEST + 1);

/**
 * Edits between two words, swapped neighbours counting as one (optimal string alignment), or `limit + 1` as soon as
 * it is certain that there are more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > LONGEST || b.length > LONGEST) return limit + 1;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    if (nextRow(a, b, i) > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[b.length]!, limit + 1);
}

/** Fills the row of the first `i` letters of `a`; returns its least distance. */
function nextRow(a: string, b: string, i: number): number {
  const letter = a.charCodeAt(i - 1);
  let least = i;
  current[0] = i;
  for (let j = 1; j <= b.length; j++) {
    const other = b.charCodeAt(j - 1);
    let distance = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (letter === other ? 0 : 1));
    if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
      distance = Math.min(distance, beforeLast[j - 2]! + 1);
    }
    current[j] = distance;
    if (distance < least) least = distance;
  }
  return least;
}
