import { FACET_FIELDS, type FacetField } from '../../../locations/catalogue/schema.ts';
import { ensureCapacity } from '../collections/growable-array.ts';
import { Interner } from '../collections/interner.ts';
import type { OptionColumns } from './option-columns.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';

/** Documents processed between two yields. */
const STEP = 1_024;
const MAX_OPTIONS_PER_FIELD = 2 ** 16;

/** Collects the options of documents, one document after the other. */
export class OptionColumnsBuilder {
  readonly #names = FACET_FIELDS.map(() => new Interner());
  /** By document: the end of its options in `#options`. */
  readonly #ends: number[] = [];
  /** Field index times MAX_OPTIONS_PER_FIELD, plus the number that the field's interner gave to the name. */
  #options = new Uint32Array(64);
  #length = 0;

  add(options: Readonly<Record<FacetField, readonly string[]>>): void {
    for (let field = 0; field < FACET_FIELDS.length; field++) {
      for (const name of options[FACET_FIELDS[field]!]) {
        this.#options = ensureCapacity(this.#options, this.#length + 1);
        this.#options[this.#length++] = field * MAX_OPTIONS_PER_FIELD + this.#names[field]!.intern(name);
      }
    }
    this.#ends.push(this.#length);
  }

  /** @param order the documents in the order of their location numbers */
  *build(order: Uint32Array): SlicedWork<OptionColumns> {
    const byField = this.#names.map((names) => names.sorted());
    const firsts = byField.map((_, field) => byField.slice(0, field).reduce((sum, { texts }) => sum + texts.length, 0));
    const options = new Uint16Array(this.#length);
    const optionStarts = new Uint32Array(order.length + 1);
    let end = 0;
    for (let i = 0; i < order.length; i++) {
      const start = end;
      const document = order[i]!;
      for (let at = document === 0 ? 0 : this.#ends[document - 1]!; at < this.#ends[document]!; at++) {
        const field = Math.floor(this.#options[at]! / MAX_OPTIONS_PER_FIELD);
        const option = firsts[field]! + byField[field]!.positions[this.#options[at]! % MAX_OPTIONS_PER_FIELD]!;
        end = insertSorted(options, start, end, option);
      }
      optionStarts[i + 1] = end;
      if (i % STEP === 0) yield;
    }
    return {
      optionFields: Uint8Array.from(byField.flatMap(({ texts }, field) => texts.map(() => field))),
      optionNames: byField.flatMap(({ texts }) => texts),
      optionStarts,
      options: options.slice(0, end),
    };
  }
}

/** Inserts a number between `start` and `end` unless it is there; returns the new end. */
function insertSorted(ascending: Uint16Array, start: number, end: number, number: number): number {
  let at = end;
  while (at > start && ascending[at - 1]! > number) at--;
  if (at > start && ascending[at - 1] === number) return end;
  ascending.copyWithin(at + 1, at, end);
  ascending[at] = number;
  return end + 1;
}
