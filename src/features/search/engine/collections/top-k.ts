/** Locations with their scores: the highest score first, and the lowest location number first among equal scores. */
export interface ScoredLocations {
  readonly locations: number[];
  readonly scores: number[];
}

/** Largest `k` for which insertion into a sorted array is faster than selecting from all at the end. */
export const MAX_TOP_K = 100;
/** Above every location number. */
const LOCATION_LIMIT = 2 ** 32;

/** Keeps the k best of the locations added, in any order. */
export class TopK {
  readonly #k: number;
  /** Score and location of each entry as one number, the best first. */
  readonly #keys: Float64Array;
  #length = 0;
  /** Only greater keys get in. */
  #threshold: number;

  constructor(k: number) {
    this.#k = k;
    this.#keys = new Float64Array(k + 1);
    this.#threshold = k === 0 ? Infinity : 0;
  }

  /** Adds a location that has not been added before. */
  add(location: number, score: number): void {
    const key = toKey(location, score);
    if (key > this.#threshold) this.#insert(key);
  }

  /** Adds a location, or raises its score if it was added with a lower one. */
  addOrRaise(location: number, score: number): void {
    const key = toKey(location, score);
    if (key <= this.#threshold) return;
    for (let i = 0; i < this.#length; i++) {
      const other = this.#keys[i]!;
      if (toLocation(other) !== location) continue;
      if (other >= key) return;
      this.#keys.copyWithin(i, i + 1, this.#length--);
      break;
    }
    this.#insert(key);
  }

  #insert(key: number): void {
    const keys = this.#keys;
    let at = this.#length;
    for (; at > 0 && keys[at - 1]! < key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
    if (this.#length < this.#k) this.#length++;
    this.#threshold = this.#length === this.#k ? keys[this.#length - 1]! : 0;
  }

  toScoredLocations(): ScoredLocations {
    const top: ScoredLocations = { locations: [], scores: [] };
    for (let i = 0; i < this.#length; i++) {
      top.locations.push(toLocation(this.#keys[i]!));
      top.scores.push(Math.ceil(this.#keys[i]! / LOCATION_LIMIT) - 1);
    }
    return top;
  }
}

/** A lower location number makes a greater key. */
function toKey(location: number, score: number): number {
  return (score + 1) * LOCATION_LIMIT - location;
}

function toLocation(key: number): number {
  return Math.ceil(key / LOCATION_LIMIT) * LOCATION_LIMIT - key;
}
