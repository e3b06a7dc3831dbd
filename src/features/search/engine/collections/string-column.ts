/** Many short strings in one buffer: no object per string, and saved or loaded at once. */
export class StringColumn {
  readonly text: string;
  /** By string: where it ends, in UTF-16 code units. */
  readonly ends: Uint32Array;

  constructor(text: string, ends: Uint32Array) {
    this.text = text;
    this.ends = ends;
  }

  static from(texts: readonly string[]): StringColumn {
    const ends = new Uint32Array(texts.length);
    let end = 0;
    for (let i = 0; i < texts.length; i++) ends[i] = end += texts[i]!.length;
    return new StringColumn(texts.join(''), ends);
  }

  get length(): number {
    return this.ends.length;
  }

  startAt(i: number): number {
    return i === 0 ? 0 : this.ends[i - 1]!;
  }

  at(i: number): string {
    return this.text.slice(this.startAt(i), this.ends[i]);
  }

  toArray(): string[] {
    return Array.from(this.ends, (_, i) => this.at(i));
  }

  /** For a sorted column: the index of the first string between `from` and `to` that is not less than `text`. */
  lowerBound(text: string, from = 0, to = this.length): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isLess(middle, text)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** For a sorted column: the index of a string, or -1. */
  indexOf(text: string): number {
    const index = this.lowerBound(text);
    return index < this.length && this.equalsAt(index, text) ? index : -1;
  }

  /** For a sorted column: the range of the strings that start with a prefix, its end exclusive. */
  prefixRange(prefix: string): [from: number, to: number] {
    const from = this.lowerBound(prefix);
    return [from, this.lowerBound(`${prefix}\uffff`, from)];
  }

  equalsAt(i: number, text: string): boolean {
    const start = this.startAt(i);
    return this.ends[i]! - start === text.length && this.text.startsWith(text, start);
  }

  #isLess(i: number, other: string): boolean {
    const start = this.startAt(i);
    const length = this.ends[i]! - start;
    for (let at = 0; at < length && at < other.length; at++) {
      const difference = this.text.charCodeAt(start + at) - other.charCodeAt(at);
      if (difference !== 0) return difference < 0;
    }
    return length < other.length;
  }
}
