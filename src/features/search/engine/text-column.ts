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

  at(i: number): string {
    return this.text.slice(i === 0 ? 0 : this.ends[i - 1], this.ends[i]);
  }

  toArray(): string[] {
    return Array.from(this.ends, (_, i) => this.at(i));
  }
}
