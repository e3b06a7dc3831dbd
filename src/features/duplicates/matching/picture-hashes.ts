/** Maximum number of differing bits between two hashes of the same picture. Different photographs differ in about 32 of 64. */
const MAX_DIFFERENT_BITS = 6;
/** Hashes with fewer bits of either kind are of pictures without structure, such as a clear sky or a white wall. */
const MIN_BITS = 8;
/** Hexadecimal digits of each of the four segments that hashes are looked up by. Two hashes that differ in up to three bits share one. */
const BAND_DIGITS = 4;

/** The hashes that tell pictures apart. */
export function listUsefulHashes(hashes: readonly string[]): string[] {
  return [...new Set(hashes)].filter((hash) => {
    const bits = countBits(BigInt(`0x${hash}`));
    return bits >= MIN_BITS && bits <= 64 - MIN_BITS;
  });
}

/** The segments of a hash, each with its index. */
export function getHashBands(hash: string): string[] {
  return [0, 1, 2, 3].map((band) => `${band}:${hash.slice(band * BAND_DIGITS, (band + 1) * BAND_DIGITS)}`);
}

/** Counts the pictures of the first location that the other has too. */
export function countSharedPictures(one: readonly string[], other: readonly string[]): number {
  const open = listUsefulHashes(other).map((hash) => BigInt(`0x${hash}`));
  let shared = 0;
  for (const hash of listUsefulHashes(one).map((value) => BigInt(`0x${value}`))) {
    const at = open.findIndex((candidate) => countBits(hash ^ candidate) <= MAX_DIFFERENT_BITS);
    if (at < 0) continue;
    open.splice(at, 1);
    shared++;
  }
  return shared;
}

function countBits(value: bigint): number {
  let bits = 0;
  for (let rest = value; rest > 0n; rest &= rest - 1n) bits++;
  return bits;
}
