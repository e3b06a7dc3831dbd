/** Distinct texts, numbered as they come. */
export class Names {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** The texts in order, and the place of each number among them. */
  sorted(): { texts: string[]; places: Uint32Array } {
    const texts = [...this.#numbers.keys()].sort();
    const places = new Uint32Array(texts.length);
    texts.forEach((text, place) => (places[this.#numbers.get(text)!] = place));
    return { texts, places };
  }
}
