/** A set of numbers, one bit each. */
export type BitSet = Uint32Array;

export function createBitSet(size: number): BitSet {
  return new Uint32Array((size + 31) >>> 5);
}

/** The set of all numbers below `size`. */
export function createFullBitSet(size: number): BitSet {
  const bits = createBitSet(size).fill(0xffffffff);
  if ((size & 31) !== 0) bits[bits.length - 1] = 2 ** (size & 31) - 1;
  return bits;
}

export function hasBit(bits: BitSet, i: number): boolean {
  return (bits[i >>> 5]! & (1 << (i & 31))) !== 0;
}

export function setBit(bits: BitSet, i: number): void {
  bits[i >>> 5]! |= 1 << (i & 31);
}

export function clearBit(bits: BitSet, i: number): void {
  bits[i >>> 5]! &= ~(1 << (i & 31));
}

/** Writes the members in ascending order into `into`, at most `limit`; returns how many. */
export function collectBits(bits: BitSet, into: Uint32Array, limit = Infinity): number {
  let n = 0;
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) {
      if (n >= limit) return n;
      into[n++] = (w << 5) + 31 - Math.clz32(word & -word);
    }
  }
  return n;
}

/** Removes from `set` what is not in `other`. */
export function intersectInto(set: BitSet, other: BitSet): void {
  for (let w = 0; w < other.length; w++) set[w]! &= other[w]!;
}
