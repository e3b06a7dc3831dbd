import { createHash } from 'node:crypto';

/** Bits that each entry sets; the best number for BITS_PER_ENTRY. */
const HASHES = 10;
/** One of a thousand other texts is taken for an entry: m/n = -ln p / (ln 2)². */
const BITS_PER_ENTRY = 14.4;

/** A set of texts, as bits: it knows all its entries, and takes few other texts for one. */
export class BloomFilter {
  readonly bits: Uint8Array;

  constructor(bits: Uint8Array) {
    this.bits = bits;
  }

  static of(entries: readonly string[]): BloomFilter {
    const filter = new BloomFilter(new Uint8Array(Math.ceil((entries.length * BITS_PER_ENTRY) / 8)));
    for (const entry of entries) for (const bit of filter.listBits(entry)) filter.bits[bit >> 3]! |= 1 << (bit & 7);
    return filter;
  }

  has(text: string): boolean {
    return this.listBits(text).every((bit) => (this.bits[bit >> 3]! & (1 << (bit & 7))) !== 0);
  }

  /** Derives the bits of a text from two hashes (Kirsch and Mitzenmacher, 2006). */
  private listBits(text: string): number[] {
    const digest = createHash('sha256').update(text).digest();
    const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
    const size = this.bits.length * 8;
    return Array.from({ length: HASHES }, (_, n) => ((first % size) + n * (step % size)) % size);
  }
}
