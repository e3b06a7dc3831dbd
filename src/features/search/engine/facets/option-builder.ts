import { FACET_FIELDS, type FacetField } from '../../../locations/schema.ts';
import { grown } from '../collections/growable-array.ts';
import { Names } from '../collections/interner.ts';
import type { SegmentColumns } from '../index/segment.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';

/** Documents between two possible interruptions. */
const STEP = 1_024;
/** Room for the options of a field. */
const FIELD = 2 ** 16;

/** Gathers the options of documents, one document after the other. */
export class OptionDraft {
  readonly #names = FACET_FIELDS.map(() => new Names());
  /** By document. */
  readonly #ends: number[] = [];
  /** By occurrence: field times FIELD, plus the number of the option in its field. */
  #options = new Uint32Array(64);
  #length = 0;

  add(options: Readonly<Record<FacetField, readonly string[]>>): void {
    for (let field = 0; field < FACET_FIELDS.length; field++) {
      for (const name of options[FACET_FIELDS[field]!]) {
        this.#options = grown(this.#options, this.#length + 1);
        this.#options[this.#length++] = field * FIELD + this.#names[field]!.of(name);
      }
    }
    this.#ends.push(this.#length);
  }

  /** @param order the documents by number of their location */
  *columns(order: Uint32Array): Steps<OptionColumns> {
    const byField = this.#names.map((names) => names.sorted());
    const firsts = byField.map((_, field) => byField.slice(0, field).reduce((sum, { texts }) => sum + texts.length, 0));
    const options = new Uint16Array(this.#length);
    const optionStarts = new Uint32Array(order.length + 1);
    let end = 0;
    for (let i = 0; i < order.length; i++) {
      const start = end;
      const document = order[i]!;
      for (let at = document === 0 ? 0 : this.#ends[document - 1]!; at < this.#ends[document]!; at++) {
        const field = Math.floor(this.#options[at]! / FIELD);
        const option = firsts[field]! + byField[field]!.places[this.#options[at]! % FIELD]!;
        end = insert(options, start, end, option);
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

type OptionColumns = Pick<SegmentColumns, 'optionFields' | 'optionNames' | 'optionStarts' | 'options'>;

/** Puts a number among ascending ones unless it is there; returns where these end then. */
function insert(ascending: Uint16Array, start: number, end: number, number: number): number {
  let at = end;
  while (at > start && ascending[at - 1]! > number) at--;
  if (at > start && ascending[at - 1] === number) return end;
  ascending.copyWithin(at + 1, at, end);
  ascending[at] = number;
  return end + 1;
}
