import { getErrorMessage } from '../../../platform/http/contract.ts';
import type { ProductionFactValue } from '../catalogue/production-facts/schema.ts';
import type { EditableFact } from './schema.ts';
import { type FactProblems, type FactResult, type TypedFacts, settleFacts, typeFact } from './typed-facts.ts';

interface FactsSnapshot {
  readonly typed: TypedFacts;
  /** Why an answer is not saved. */
  readonly problems: FactProblems;
}

/**
 * Saves the answers of an owner as they are completed, one request after another. After a failure they are sent again with the next ones.
 * An answer that was rejected is not, until it is changed.
 */
export class FactAutosaver {
  #typed: TypedFacts = {};
  #sent: TypedFacts = {};
  #rejected: FactProblems = {};
  #failure: string | undefined;
  readonly #complete = new Set<string>();
  #last: Promise<void> = Promise.resolve();
  #snapshot: FactsSnapshot = { typed: {}, problems: {} };
  readonly #listeners = new Set<() => void>();
  readonly #save: (sent: TypedFacts) => Promise<FactResult>;
  readonly #focus: (name: string) => void;

  /** @param focus shows the answer that prevents leaving */
  constructor(save: (sent: TypedFacts) => Promise<FactResult>, focus: (name: string) => void) {
    this.#save = save;
    this.#focus = focus;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): FactsSnapshot => this.#snapshot;

  get isUnsaved(): boolean {
    return Object.keys(this.#typed).length > 0;
  }

  /** Changes an answer, which is being typed until it is saved. */
  change(fact: EditableFact, value: ProductionFactValue | null): void {
    const { [fact.name]: _, ...others } = this.#rejected;
    this.#rejected = others;
    this.#complete.delete(fact.name);
    this.#typed = typeFact(this.#typed, fact, value, fact.name in this.#sent);
    this.#report();
  }

  /** Saves complete answers. */
  save(...names: readonly string[]): Promise<void> {
    for (const name of names) this.#complete.add(name);
    this.#last = this.#last.then(() => this.#send());
    return this.#last;
  }

  /** Saves every answer, also one that is being typed. @returns whether all are saved */
  async flush(): Promise<boolean> {
    await this.save(...Object.keys(this.#typed));
    return !this.isUnsaved;
  }

  /** Saves every answer before the step is left. If any cannot be saved, it is focused. @returns whether all are saved */
  async leave(): Promise<boolean> {
    if (await this.flush()) return true;
    const [first] = Object.keys(this.#snapshot.problems);
    if (first !== undefined) this.#focus(first);
    return false;
  }

  async #send(): Promise<void> {
    for (let sent = this.#getReady(); Object.keys(sent).length > 0; sent = this.#getReady()) {
      this.#sent = sent;
      this.#failure = undefined;
      try {
        const result = await this.#save(sent);
        const isCurrent = ([name]: [string, string]) => this.#typed[name]?.value === sent[name]?.value;
        this.#rejected = {
          ...this.#rejected,
          ...Object.fromEntries(Object.entries(result.problems).filter(isCurrent)),
        };
        this.#typed = settleFacts(this.#typed, sent, result);
      } catch (error) {
        this.#failure = getErrorMessage(error);
        return;
      } finally {
        this.#sent = {};
        this.#report();
      }
    }
  }

  /** The answers to send. */
  #getReady(): TypedFacts {
    return Object.fromEntries(
      Object.entries(this.#typed).filter(([name]) => this.#complete.has(name) && !(name in this.#rejected)),
    );
  }

  #report(): void {
    const failure = this.#failure;
    const failed = failure === undefined ? [] : Object.keys(this.#getReady()).map((name) => [name, failure]);
    this.#snapshot = { typed: this.#typed, problems: { ...Object.fromEntries(failed), ...this.#rejected } };
    for (const listener of this.#listeners) listener();
  }
}
