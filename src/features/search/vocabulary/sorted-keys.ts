/** Strings in the order of their UTF-16 code units, for look-ups by prefix. */
export class SortedKeys {
  readonly #keys: readonly string[];

  constructor(keys: Iterable<string>) {
    this.#keys = [...keys].sort();
  }

  listByPrefix(prefix: string): readonly string[] {
    const start = this.#findFirst(prefix);
    let end = start;
    while (end < this.#keys.length && this.#keys[end]!.startsWith(prefix)) end++;
    return this.#keys.slice(start, end);
  }

  /** The index of the first key that is not before a text. */
  #findFirst(text: string): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
