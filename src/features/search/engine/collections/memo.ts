/** A bounded cache of computed values. When it is full it is cleared, which costs less than tracking use. */
export class Memo<Value> {
  readonly #maxSize: number;
  readonly #getSize: (value: Value) => number;
  readonly #values = new Map<string, Value>();
  #size = 0;

  /** @param getSize the share of a value of the greatest size; by default each counts as one */
  constructor(maxSize: number, getSize: (value: Value) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#getSize = getSize;
  }

  /** The cached value of a key, computed on a miss. */
  get(key: string, compute: (key: string) => Value): Value {
    const cached = this.#values.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    const size = this.#getSize(value);
    if (this.#size + size > this.#maxSize) {
      this.#values.clear();
      this.#size = 0;
    }
    this.#values.set(key, value);
    this.#size += size;
    return value;
  }
}
