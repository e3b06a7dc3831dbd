import { type SearchDocument, RANGE_FIELDS } from '../../../locations/catalogue/schema.ts';
import { buildIdTable } from './id-lookup.ts';
import { Interner } from '../collections/interner.ts';
import { OptionColumnsBuilder } from '../facets/option-columns-builder.ts';
import { PostingsBuilder } from './postings-builder.ts';
import { NONE } from '../collections/missing-value.ts';
import { Segment, getBrowseRank } from './segment.ts';
import { rankTitles } from './title-ranks.ts';
import { type SlicedWork, TimeSlice, runInSlices } from '../../../../platform/runtime/time-slicing.ts';
import { StringColumn } from '../collections/string-column.ts';

/** Collects documents with distinct ids, in any order, and builds a segment. */
class SegmentBuilder {
  readonly #ids: string[] = [];
  readonly #titles: string[] = [];
  readonly #ranks: number[] = [];
  /** By range field. */
  readonly #numbers: readonly number[][] = RANGE_FIELDS.map(() => []);
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];
  readonly #towns = new Interner();
  readonly #locationTowns: number[] = [];
  readonly #options = new OptionColumnsBuilder();
  readonly #postings = new PostingsBuilder();

  get size(): number {
    return this.#ids.length;
  }

  add(document: SearchDocument): void {
    this.#ids.push(document.id);
    this.#titles.push(document.title);
    this.#ranks.push(getBrowseRank(document));
    for (const [f, field] of RANGE_FIELDS.entries()) this.#numbers[f]!.push(document.numbers[field] ?? NONE);
    this.#latitudes.push(document.position?.latitude ?? Number.NaN);
    this.#longitudes.push(document.position?.longitude ?? Number.NaN);
    this.#locationTowns.push(document.nearesttown === '' ? NONE : this.#towns.intern(document.nearesttown));
    this.#options.add(document.options);
    this.#postings.add(document);
  }

  *build(): SlicedWork<Segment> {
    const order = this.#browseOrder();
    yield;
    const ids = StringColumn.from(reorder(this.#ids, order));
    const titles = StringColumn.from(reorder(this.#titles, order));
    yield;
    const towns = this.#towns.sorted();
    const locations = {
      ids,
      titles,
      titleRanks: yield* rankTitles(titles),
      ranks: Float64Array.from(order, (document) => this.#ranks[document]!),
      numbers: Uint32Array.from(this.#numbers.flatMap((values) => Array.from(order, (document) => values[document]!))),
      latitudes: Float64Array.from(order, (document) => this.#latitudes[document]!),
      longitudes: Float64Array.from(order, (document) => this.#longitudes[document]!),
      towns: towns.texts,
      locationTowns: Uint32Array.from(order, (document) => towns.positions[this.#locationTowns[document]!] ?? NONE),
    };
    yield;
    return new Segment({
      ...locations,
      byId: yield* buildIdTable(ids),
      ...(yield* this.#options.build(order)),
      ...(yield* this.#postings.build(order)),
    });
  }

  /** The documents in the order of their location numbers. */
  #browseOrder(): Uint32Array {
    const ranks = Float64Array.from(this.#ranks);
    const ids = this.#ids;
    return Uint32Array.from(ids.keys()).sort((a, b) => ranks[b]! - ranks[a]! || (ids[a]! < ids[b]! ? -1 : 1));
  }
}

function reorder(texts: readonly string[], order: Uint32Array): string[] {
  return Array.from(order, (i) => texts[i]!);
}

/** Documents indexed between two yields. */
const STEP = 16;

/** Builds a segment of documents with distinct ids. */
export function* buildSegment(documents: readonly SearchDocument[]): SlicedWork<Segment> {
  const builder = new SegmentBuilder();
  for (const [i, document] of documents.entries()) {
    builder.add(document);
    if (i % STEP === STEP - 1) yield;
  }
  return yield* builder.build();
}

/** Indexes a stream of documents with distinct ids into one segment, or none if there are no documents. */
export async function buildSegments(
  documents: Iterable<SearchDocument> | AsyncIterable<SearchDocument>,
  minLargeSegment: number,
): Promise<Segment[]> {
  const builder = new SegmentBuilder();
  const slice = new TimeSlice();
  for await (const document of documents) {
    builder.add(document);
    if (builder.size % STEP === 0 && slice.isOver) await slice.next();
  }
  if (builder.size === 0) return [];
  const segment = await runInSlices(builder.build());
  await runInSlices(segment.prepare(minLargeSegment));
  await runInSlices(segment.buildAccelerators());
  return [segment];
}
