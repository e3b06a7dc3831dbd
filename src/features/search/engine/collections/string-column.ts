/**
 * Many short texts in one string, which costs no object per text and is saved and loaded in one piece.
 */
export class TextColumn {
  readonly text: string;
  /** Where each text ends (UTF-16 offsets). */
  readonly ends: Uint32Array;

  constructor(text: string, ends: Uint32Array) {
    this.text = text;
    this.ends = ends;
  }

  static of(texts: readonly string[]): TextColumn {
    const ends = new Uint32Array(texts.length);
    let end = 0;
    for (let i = 0; i < texts.length; i++) ends[i] = end += texts[i]!.length;
    return new TextColumn(texts.join(''), ends);
  }

  get length(): number {
    return this.ends.length;
  }

  startOf(i: number): number {
    return i === 0 ? 0 : this.ends[i - 1]!;
  }

  at(i: number): string {
    return this.text.slice(this.startOf(i), this.ends[i]);
  }

  toArray(): string[] {
    return Array.from(this.ends, (_, i) => this.at(i));
  }

  /** Where a text stands in a column that is in order (of UTF-16 units), or would, between two places. */
  placeOf(text: string, from = 0, to = this.length): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBefore(middle, text)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Place of a text in a column that is in order, or -1. */
  find(text: string): number {
    const place = this.placeOf(text);
    return place < this.length && this.isAt(place, text) ? place : -1;
  }

  /** First and one past the last of the texts that begin with a prefix, in a column that is in order. */
  beginningWith(prefix: string): [from: number, to: number] {
    const from = this.placeOf(prefix);
    return [from, this.placeOf(`${prefix}\uffff`, from)];
  }

  /** Whether this is the text at a place. */
  isAt(i: number, text: string): boolean {
    const start = this.startOf(i);
    return this.ends[i]! - start === text.length && this.text.startsWith(text, start);
  }

  #isBefore(i: number, other: string): boolean {
    const start = this.startOf(i);
    const length = this.ends[i]! - start;
    for (let at = 0; at < length && at < other.length; at++) {
      const difference = this.text.charCodeAt(start + at) - other.charCodeAt(at);
      if (difference !== 0) return difference < 0;
    }
    return length < other.length;
  }
}
