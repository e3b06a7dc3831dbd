/** Answers to the last questions, for they come again and again: up to `most`, then it begins anew. */
export class Kept<Answer> {
  readonly #most: number;
  readonly #answers = new Map<string, Answer>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The answer to a question, which `find` finds if it is not kept. */
  get(question: string, find: (question: string) => Answer): Answer {
    const kept = this.#answers.get(question);
    if (kept !== undefined) return kept;
    const found = find(question);
    if (this.#answers.size >= this.#most) this.#answers.clear();
    this.#answers.set(question, found);
    return found;
  }
}
