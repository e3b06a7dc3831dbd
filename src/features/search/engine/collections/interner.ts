/** Numbers distinct texts in the order in which they are added. */
export class Interner {
  readonly #numbers = new Map<string, number>();

  intern(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** The texts in sorted order, and by number the position of its text among them. */
  sorted(): { texts: string[]; positions: Uint32Array } {
    const texts = [...this.#numbers.keys()].sort();
    const positions = new Uint32Array(texts.length);
    texts.forEach((text, position) => (positions[this.#numbers.get(text)!] = position));
    return { texts, positions };
  }
}
