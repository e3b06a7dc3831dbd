import { FACET_FIELDS } from '../../../../locations/catalogue/schema.ts';
import type { BitSet } from '../../collections/bit-set.ts';
import type { FacetFilter } from '../facet-filter.ts';
import type { SlicedWork } from '../../../../../platform/runtime/time-slicing.ts';
import { COUNTING_WASM } from './counting.wasm.ts';

const FIELDS = FACET_FIELDS.length;
/**
 * A block and the sets it is intersected with fit into the L1 cache. Half the size is 10 % slower at a million
 * locations, because every new block of a bitmap starts with a cache miss.
 */
const MAX_BLOCK_BYTES = 8_192;
/**
 * Bytes of bitmap that can be read in the time that it takes to read the option list of one location. Bitmaps are read
 * in sequence, so they are nearly as fast from memory as from a cache; lists are not.
 */
const LIST_COST = { cached: 600, uncached: 2_000 };
/** Locations whose lists fit into the L2 cache. */
const MAX_CACHED_LOCATIONS = 2 ** 15;
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

interface OptionLists {
  readonly optionStarts: Uint32Array;
  readonly options: Uint16Array;
}

/** Filters and counts the locations of a large segment in WebAssembly, with one bitmap for each option. */
export class FacetKernel {
  /** Input of `count`: the locations that match apart from the option filters. */
  readonly base: BitSet;
  /** Output of `count`: the locations that match. */
  readonly result: BitSet;
  /** The lists given to `build`, in WebAssembly memory. */
  readonly lists: OptionLists;
  readonly #fieldStarts: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #chosenStarts: Uint32Array;
  readonly #chosen: Uint32Array;
  readonly #options: BitSet;
  readonly #blocks: number;
  readonly #blockBytes: number;
  readonly #optionCount: number;
  readonly #scratch: number;
  readonly #listCost: number;
  readonly #count: Count;

  private constructor(size: number, fieldStarts: Uint32Array, { optionStarts, options }: OptionLists) {
    const bytes = Math.ceil(size / 8);
    this.#blocks = Math.ceil(bytes / MAX_BLOCK_BYTES);
    this.#blockBytes = Math.ceil(bytes / this.#blocks / 128) * 128;
    this.#optionCount = fieldStarts[FIELDS]!;
    const bitmap = this.#blocks * this.#blockBytes;

    const layout = new MemoryLayout();
    const at = {
      fieldStarts: layout.allocate(fieldStarts.byteLength),
      chosenStarts: layout.allocate(4 * (FIELDS + 1)),
      chosen: layout.allocate(4 * this.#optionCount),
      counts: layout.allocate(4 * this.#optionCount * (FIELDS + 1)),
      base: layout.allocate(bitmap),
      result: layout.allocate(bitmap),
      optionStarts: layout.allocate(optionStarts.byteLength),
      options: layout.allocate(options.byteLength),
      bitmaps: layout.allocate(bitmap * this.#optionCount),
    };
    this.#scratch = layout.allocate((2 * FIELDS + 1) * this.#blockBytes);
    this.#listCost = size <= MAX_CACHED_LOCATIONS ? LIST_COST.cached : LIST_COST.uncached;

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

  static *build(size: number, fieldStarts: Uint32Array, lists: OptionLists): SlicedWork<FacetKernel> {
    const kernel = new FacetKernel(size, fieldStarts, lists);
    for (let from = 0; from < size; from += STEP) {
      kernel.#setBits(from, Math.min(from + STEP, size));
      yield;
    }
    return kernel;
  }

  /** Sets the bits of a range of locations. */
  #setBits(from: number, to: number): void {
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

  /** Approximate milliseconds to count an empty set: about ten passes over a bitmap. */
  get fixedCostMs(): number {
    return 0.002 + (10 * this.base.byteLength) / 20e6;
  }

  /**
   * Sets `result` to the locations of `base` that the filter accepts, and returns their number. For the fields in the
   * bit set `counted`, adds the number of locations with each option to `totals`, ignoring the filter of the option's
   * own field.
   */
  count({ filtered, selected }: FacetFilter, counted: number, totals: Uint32Array): number {
    this.#writeSelected(selected);
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

  #writeSelected(chosen: Uint8Array): void {
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

/** Allocates WebAssembly memory in cache lines. */
class MemoryLayout {
  end = 64;

  allocate(bytes: number): number {
    const start = this.end;
    this.end += Math.ceil(bytes / 64) * 64;
    return start;
  }
}
