/** Bits for the letters that occur once or more, and bits for those that occur twice or more. Some letters share a bit. */
export function toLetterMask(text: string, start: number, end: number): number {
  let once = 0;
  let twice = 0;
  for (let at = start; at < end; at++) {
    const letter = 1 << (text.charCodeAt(at) & 31);
    twice |= once & letter;
    once |= letter;
  }
  return once | (twice << 12) | (twice >>> 20);
}

/** Whether either mask has more than `limit` (1 or 2) bits that the other lacks: then the edit distance exceeds `limit`. */
export function differByMoreThan(a: number, b: number, limit: number): boolean {
  let onlyA = a & ~b;
  let onlyB = b & ~a;
  for (let i = 0; i < limit; i++) {
    onlyA &= onlyA - 1;
    onlyB &= onlyB - 1;
  }
  return (onlyA | onlyB) !== 0;
}
