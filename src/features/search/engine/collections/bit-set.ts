/** A set of numbers, one bit each. */
export type BitSet = Uint32Array;

/** The set of all numbers below `size`. */
export function createFullBitSet(size: number): BitSet {
  return new Uint32Array((size + 31) >>> 5).fill(0xffffffff);
}

export function hasBit(bits: BitSet, i: number): boolean {
  return (bits[i >>> 5]! & (1 << (i & 31))) !== 0;
}

export function clearBit(bits: BitSet, i: number): void {
  bits[i >>> 5]! &= ~(1 << (i & 31));
}
