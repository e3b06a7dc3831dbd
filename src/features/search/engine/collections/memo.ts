/** A bounded cache of computed values. When it is full it is cleared, which costs less than tracking use. */
export class Memo<Value> {
  readonly #maxEntries: number;
  readonly #values = new Map<string, Value>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** The cached value of a key, computed on a miss. */
  get(key: string, compute: (key: string) => Value): Value {
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    if (this.#values.size >= this.#maxEntries) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}
