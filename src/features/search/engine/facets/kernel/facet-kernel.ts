import { FACET_FIELDS } from '../../../../locations/schema.ts';
import type { Bits } from '../../collections/bit-set.ts';
import type { Choice } from '../facet-filter.ts';
import type { Steps } from '../../../../../platform/time-slicing.ts';
import { COUNTING_WASM } from './counting.wasm.ts';

const FIELDS = FACET_FIELDS.length;
/**
 * Greatest size of a block in bytes: what stays in the first cache with the sets that it is compared with. Half of it takes
 * a tenth longer at a million locations, where each new block of a bitmap begins with waiting for memory.
 */
const BLOCK = 8_192;
/**
 * Bytes of bitmap that are read while the options of one location are followed from its list. Bitmaps are read as fast from
 * memory as from a cache, nearly; lists are not, where there are too many to stay in one.
 */
const LIST_COST = { cached: 600, uncached: 2_000 };
/** Locations whose lists stay in the second cache. */
const CACHED = 2 ** 15;
const PAGE = 65_536;
const STEP = 4_096;

type Count = (
  ...pointersAndSizes: [
    blocks: number,
    blockBytes: number,
    optionCount: number,
    options: number,
    base: number,
    result: number,
    fieldStarts: number,
    chosenStarts: number,
    chosen: number,
    filtered: number,
    counted: number,
    listStarts: number,
    lists: number,
    counts: number,
    scratch: number,
    listCost: number,
  ]
) => number;

const compiled = new WebAssembly.Module(Buffer.from(COUNTING_WASM, 'base64'));

/** Options by location, as a segment keeps them. */
interface OptionLists {
  readonly optionStarts: Uint32Array;
  readonly options: Uint16Array;
}

/** Filters and counts the locations of a large segment by bitmaps of its options, in WebAssembly. */
export class FacetKernel {
  /** Set before counting: the locations that match apart from filters. */
  readonly base: Bits;
  /** After counting: the locations that match. */
  readonly result: Bits;
  /** The same as given, in the kernel's memory. */
  readonly lists: OptionLists;
  readonly #fieldStarts: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #chosenStarts: Uint32Array;
  readonly #chosen: Uint32Array;
  readonly #options: Bits;
  readonly #blocks: number;
  readonly #blockBytes: number;
  readonly #optionCount: number;
  readonly #scratch: number;
  readonly #listCost: number;
  readonly #count: Count;

  private constructor(size: number, fieldStarts: Uint32Array, { optionStarts, options }: OptionLists) {
    const bytes = Math.ceil(size / 8);
    this.#blocks = Math.ceil(bytes / BLOCK);
    this.#blockBytes = Math.ceil(bytes / this.#blocks / 128) * 128;
    this.#optionCount = fieldStarts[FIELDS]!;
    const bitmap = this.#blocks * this.#blockBytes;

    const layout = new Layout();
    const at = {
      fieldStarts: layout.take(fieldStarts.byteLength),
      chosenStarts: layout.take(4 * (FIELDS + 1)),
      chosen: layout.take(4 * this.#optionCount),
      counts: layout.take(4 * this.#optionCount * (FIELDS + 1)),
      base: layout.take(bitmap),
      result: layout.take(bitmap),
      optionStarts: layout.take(optionStarts.byteLength),
      options: layout.take(options.byteLength),
      bitmaps: layout.take(bitmap * this.#optionCount),
    };
    this.#scratch = layout.take((2 * FIELDS + 1) * this.#blockBytes);
    this.#listCost = size <= CACHED ? LIST_COST.cached : LIST_COST.uncached;

    const memory = new WebAssembly.Memory({ initial: Math.ceil(layout.end / PAGE) });
    const words = (pointer: number, length: number) => new Uint32Array(memory.buffer, pointer, length);
    this.base = words(at.base, bitmap / 4);
    this.result = words(at.result, bitmap / 4);
    this.#fieldStarts = words(at.fieldStarts, fieldStarts.length);
    this.#chosenStarts = words(at.chosenStarts, FIELDS + 1);
    this.#chosen = words(at.chosen, this.#optionCount);
    this.#counts = words(at.counts, this.#optionCount * (FIELDS + 1));
    this.#options = words(at.bitmaps, (bitmap / 4) * this.#optionCount);
    this.lists = {
      optionStarts: words(at.optionStarts, optionStarts.length),
      options: new Uint16Array(memory.buffer, at.options, options.length),
    };
    this.#fieldStarts.set(fieldStarts);
    this.lists.optionStarts.set(optionStarts);
    this.lists.options.set(options);
    this.#count = new WebAssembly.Instance(compiled, { env: { memory } }).exports['count'] as Count;
  }

  static *of(size: number, fieldStarts: Uint32Array, lists: OptionLists): Steps<FacetKernel> {
    const kernel = new FacetKernel(size, fieldStarts, lists);
    for (let from = 0; from < size; from += STEP) {
      kernel.#draw(from, Math.min(from + STEP, size));
      yield;
    }
    return kernel;
  }

  /** Draws some locations into the bitmaps of their options. */
  #draw(from: number, to: number): void {
    const { optionStarts, options } = this.lists;
    const blockWords = this.#blockBytes / 4;
    for (let location = from; location < to; location++) {
      const word = location >>> 5;
      const block = Math.floor(word / blockWords);
      const offset = (block * this.#optionCount - block) * blockWords + word;
      for (let at = optionStarts[location]!; at < optionStarts[location + 1]!; at++) {
        this.#options[offset + options[at]! * blockWords]! |= 1 << (location & 31);
      }
    }
  }

  /** Milliseconds that it takes to count no locations, about: a set is gone through some ten times. */
  get cost(): number {
    return 0.002 + (10 * this.base.byteLength) / 20e6;
  }

  /**
   * Sets `result` to the locations of `base` that the choice allows, and returns how many they
   * are. Adds to `totals`, for the fields in `counted` (one bit each), how many have each option where the other fields'
   * filters allow them.
   */
  count({ filtered, chosen }: Choice, counted: number, totals: Uint32Array): number {
    this.#choose(chosen);
    this.#counts.fill(0);
    const pointer = (view: ArrayBufferView) => view.byteOffset;
    const total = this.#count(
      this.#blocks,
      this.#blockBytes,
      this.#optionCount,
      pointer(this.#options),
      pointer(this.base),
      pointer(this.result),
      pointer(this.#fieldStarts),
      pointer(this.#chosenStarts),
      pointer(this.#chosen),
      filtered,
      counted,
      pointer(this.lists.optionStarts),
      pointer(this.lists.options),
      pointer(this.#counts),
      this.#scratch,
      this.#listCost,
    );
    this.#addCounts(filtered, totals);
    return total;
  }

  #choose(chosen: Uint8Array): void {
    let n = 0;
    for (let field = 0; field < FIELDS; field++) {
      this.#chosenStarts[field] = n;
      for (let option = this.#fieldStarts[field]!; option < this.#fieldStarts[field + 1]!; option++) {
        if (chosen[option]) this.#chosen[n++] = option;
      }
    }
    this.#chosenStarts[FIELDS] = n;
  }

  #addCounts(filtered: number, totals: Uint32Array): void {
    for (let field = 0; field < FIELDS; field++) {
      const row = (filtered & (1 << field) ? field : FIELDS) * this.#optionCount;
      for (let option = this.#fieldStarts[field]!; option < this.#fieldStarts[field + 1]!; option++) {
        totals[option]! += this.#counts[row + option]!;
      }
    }
  }
}

/** Hands out the memory from its start, in cache lines. */
class Layout {
  end = 64;

  take(bytes: number): number {
    const start = this.end;
    this.end += Math.ceil(bytes / 64) * 64;
    return start;
  }
}
