import type { BoundingBox } from '../../../src/features/geography/schema.ts';
import type { SearchFilters } from '../../../src/features/search/search-engine.ts';
import { type SearchDocument, FACET_FIELDS } from '../../../src/features/locations/catalogue/schema.ts';

/** Adds facets to an engine without them in the usual way: one bit set per option. */
export class BitsetFacets {
  readonly #documents: readonly SearchDocument[];
  readonly #options: { key: string; field: number; bits: Uint32Array }[] = [];
  readonly #byKey = new Map<string, { bits: Uint32Array }>();

  constructor(documents: readonly SearchDocument[]) {
    this.#documents = documents;
    documents.forEach(({ options }, i) => {
      FACET_FIELDS.forEach((field, f) => {
        for (const name of options[field]) this.#getBits(f, `${field}:${name}`)[i >>> 5]! |= 1 << (i & 31);
      });
    });
  }

  #getBits(field: number, key: string): Uint32Array {
    const existing = this.#byKey.get(key);
    if (existing) return existing.bits;
    const option = { key, field, bits: this.empty() };
    this.#options.push(option);
    this.#byKey.set(key, option);
    return option.bits;
  }

  empty(): Uint32Array {
    return new Uint32Array((this.#documents.length + 31) >>> 5);
  }

  all(): Uint32Array {
    const bits = this.empty().fill(0xffffffff);
    if (this.#documents.length & 31) bits[bits.length - 1] = 2 ** (this.#documents.length & 31) - 1;
    return bits;
  }

  within([west, south, east, north]: BoundingBox): Uint32Array {
    const bits = this.empty();
    this.#documents.forEach(({ position }, i) => {
      if (!position || position.longitude < west || position.longitude > east) return;
      if (position.latitude >= south && position.latitude <= north) bits[i >>> 5]! |= 1 << (i & 31);
    });
    return bits;
  }

  /** Returns the members of a set that match the filters, and the counts of each field under the filters of the others. */
  filter(set: Uint32Array, filters: SearchFilters): { matches: Uint32Array; counts: Map<string, number> } {
    const allowed = FACET_FIELDS.map((field) => {
      const names = filters[field];
      if (!names?.length) return undefined;
      const union = this.empty();
      for (const name of names) this.#byKey.get(`${field}:${name}`)?.bits.forEach((word, w) => (union[w]! |= word));
      return union;
    });
    const without = (skipped: number) =>
      allowed.reduce<Uint32Array>(
        (left, own, f) => (own && f !== skipped ? left.map((word, w) => word & own[w]!) : left),
        set,
      );
    const matches = without(-1);
    const sets = allowed.map((own, f) => (own ? without(f) : matches));
    const counts = new Map<string, number>();
    for (const { key, field, bits } of this.#options) {
      const total = countIntersection(sets[field]!, bits);
      if (total > 0) counts.set(key, total);
    }
    return { matches, counts };
  }
}

/** Counts the bits in the intersection. */
export function countIntersection(a: Uint32Array, b: Uint32Array): number {
  let n = 0;
  for (let w = 0; w < a.length; w++) {
    let x = a[w]! & b[w]!;
    if (x === 0) continue;
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    n += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return n;
}
