/** Returns a number between 0 and 1. */
export type Random = () => number;

/** Creates a seeded random generator (mulberry32), so that every run uses the same data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomInteger(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

export function pickOne<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

/** Returns a random entry. The first ones are the most frequent (Zipf distribution), the first `head` about equally. */
export function pickZipf<T>(random: Random, list: readonly T[], head: number): T {
  return list[Math.floor(head * ((list.length + head) / head) ** random() - head)]!;
}
