/** Gathers what comes in one go, to hand it on together: a message costs more than what is in it. */
export class Batch<Item> {
  readonly #handOn: (items: readonly Item[]) => void;
  #items: Item[] = [];

  constructor(handOn: (items: readonly Item[]) => void) {
    this.#handOn = handOn;
  }

  add(item: Item): void {
    if (this.#items.push(item) > 1) return;
    setImmediate(() => {
      const items = this.#items;
      this.#items = [];
      this.#handOn(items);
    });
  }
}
