/** Sets of locations by number, one bit each, in 32-bit words. */
export type Bits = Uint32Array;

export function bitsFor(size: number): Bits {
  return new Uint32Array((size + 31) >>> 5);
}

/** The set of all numbers below `size`. */
export function fullBits(size: number): Bits {
  const bits = bitsFor(size).fill(0xffffffff);
  if ((size & 31) !== 0) bits[bits.length - 1] = 2 ** (size & 31) - 1;
  return bits;
}

export function hasBit(bits: Bits, i: number): boolean {
  return (bits[i >>> 5]! & (1 << (i & 31))) !== 0;
}

export function setBit(bits: Bits, i: number): void {
  bits[i >>> 5]! |= 1 << (i & 31);
}

export function clearBit(bits: Bits, i: number): void {
  bits[i >>> 5]! &= ~(1 << (i & 31));
}

/** Writes the numbers in the set into `into` in order, at most `limit`; returns how many. */
export function listBits(bits: Bits, into: Uint32Array, limit = Infinity): number {
  let n = 0;
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) {
      if (n >= limit) return n;
      into[n++] = (w << 5) + 31 - Math.clz32(word & -word);
    }
  }
  return n;
}

/** Leaves in a set what is in another one too. */
export function intersect(set: Bits, other: Bits): void {
  for (let w = 0; w < other.length; w++) set[w]! &= other[w]!;
}
