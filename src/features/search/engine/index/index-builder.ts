import { type SlicedWork, TimeSlice, runInSlices } from '../../../../platform/runtime/time-slicing.ts';
import { FACET_FIELDS, RANGE_FIELDS, type SearchDocument } from '../../../locations/catalogue/schema.ts';
import { ensureCapacity } from '../collections/growable-array.ts';
import { NONE } from '../collections/missing-value.ts';
import { sortInSlices } from '../collections/sort-in-slices.ts';
import { StringColumn } from '../collections/string-column.ts';
import { buildIdTable } from './id-lookup.ts';
import { LocationIndex, getBrowseRank } from './location-index.ts';
import type { OptionNumbers } from './option-numbers.ts';
import { TermIndexBuilder } from './term-index-builder.ts';
import { rankTitles } from './title-ranks.ts';

/** Documents added, and later copied, between two yields. */
const ADD_STEP = 16;
const COPY_STEP = 1_024;

/** Indexes documents with distinct ids, in slices of time. @param numbers gets the options that it lacks */
export async function buildIndex(
  documents: Iterable<SearchDocument> | AsyncIterable<SearchDocument>,
  numbers: OptionNumbers,
): Promise<LocationIndex> {
  const builder = new IndexBuilder(numbers);
  const slice = new TimeSlice();
  for await (const document of documents) {
    builder.add(document);
    if (builder.size % ADD_STEP === 0 && slice.isOver) await slice.next();
  }
  return runInSlices(builder.build());
}

class IndexBuilder {
  readonly #numbers: OptionNumbers;
  readonly #ids: string[] = [];
  readonly #titles: string[] = [];
  readonly #ranks: number[] = [];
  /** By range field. */
  readonly #values: readonly number[][] = RANGE_FIELDS.map(() => []);
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];
  /** The options of one document after the other, and by document where they end. */
  #options = new Uint16Array(64);
  readonly #optionEnds: number[] = [];
  readonly #terms = new TermIndexBuilder();

  constructor(numbers: OptionNumbers) {
    this.#numbers = numbers;
  }

  get size(): number {
    return this.#ids.length;
  }

  add(document: SearchDocument): void {
    this.#ids.push(document.id);
    this.#titles.push(document.title);
    this.#ranks.push(getBrowseRank(document));
    for (const [f, field] of RANGE_FIELDS.entries()) this.#values[f]!.push(document.numbers[field] ?? NONE);
    this.#latitudes.push(document.position?.latitude ?? Number.NaN);
    this.#longitudes.push(document.position?.longitude ?? Number.NaN);
    this.#addOptions(document);
    this.#terms.add(document);
  }

  #addOptions({ options, nearesttown }: SearchDocument): void {
    const own = new Set<number>();
    for (const field of FACET_FIELDS) for (const name of options[field]) own.add(this.#numbers.add(field, name));
    if (nearesttown !== '') own.add(this.#numbers.add('town', nearesttown));
    let end = this.#optionEnds.at(-1) ?? 0;
    this.#options = ensureCapacity(this.#options, end + own.size);
    for (const option of own) this.#options[end++] = option;
    this.#optionEnds.push(end);
  }

  *build(): SlicedWork<LocationIndex> {
    const [ranks, ids] = [this.#ranks, this.#ids];
    const titleRanks = yield* rankTitles(this.#titles);
    const order = yield* sortInSlices(
      ids.length,
      (a, b) => ranks[b]! - ranks[a]! || titleRanks[a]! - titleRanks[b]! || (ids[a]! < ids[b]! ? -1 : 1),
    );
    const idColumn = StringColumn.from(Array.from(order, (document) => ids[document]!));
    yield;
    const titles = StringColumn.from(Array.from(order, (document) => this.#titles[document]!));
    yield;
    const byId = yield* buildIdTable(idColumn);
    const columns = { ids: idColumn, byId, titles, ...(yield* this.#copyColumns(order, titleRanks)) };
    return new LocationIndex(columns, yield* this.#terms.build(order));
  }

  /** @param order the documents in the order of their location numbers @param documentTitleRanks by document */
  *#copyColumns(order: Uint32Array, documentTitleRanks: Uint32Array) {
    const size = order.length;
    const ranks = new Float64Array(size);
    const titleRanks = new Uint32Array(size);
    const latitudes = new Float64Array(size);
    const longitudes = new Float64Array(size);
    const numbers = this.#values.map(() => new Uint32Array(size));
    const optionStarts = new Uint32Array(size + 1);
    const options = new Uint16Array(this.#optionEnds.at(-1) ?? 0);
    for (let i = 0; i < size; i++) {
      const document = order[i]!;
      ranks[i] = this.#ranks[document]!;
      titleRanks[i] = documentTitleRanks[document]!;
      latitudes[i] = this.#latitudes[document]!;
      longitudes[i] = this.#longitudes[document]!;
      for (const [f, values] of this.#values.entries()) numbers[f]![i] = values[document]!;
      const own = this.#options.subarray(this.#optionEnds[document - 1] ?? 0, this.#optionEnds[document]);
      options.set(own, optionStarts[i]!);
      optionStarts[i + 1] = optionStarts[i]! + own.length;
      if (i % COPY_STEP === 0) yield;
    }
    return { ranks, titleRanks, latitudes, longitudes, numbers, optionStarts, options };
  }
}
