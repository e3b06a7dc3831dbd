import type { CatalogueDocument } from '../../../locations/schema.ts';
import { hashIds } from './id-lookup.ts';
import { Names } from '../collections/interner.ts';
import { OptionDraft } from '../facets/option-builder.ts';
import { PostingDraft } from './postings-builder.ts';
import { NONE, Segment, browseRank } from './segment.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';
import { TextColumn } from '../collections/string-column.ts';

/** Gathers documents, each id once and in any order, and makes the segment of them. */
export class SegmentDraft {
  readonly #ids: string[] = [];
  readonly #titles: string[] = [];
  readonly #ranks: number[] = [];
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];
  readonly #towns = new Names();
  readonly #townOf: number[] = [];
  readonly #options = new OptionDraft();
  readonly #postings = new PostingDraft();

  get size(): number {
    return this.#ids.length;
  }

  add(document: CatalogueDocument): void {
    this.#ids.push(document.id);
    this.#titles.push(document.title);
    this.#ranks.push(browseRank(document));
    this.#latitudes.push(document.position?.latitude ?? Number.NaN);
    this.#longitudes.push(document.position?.longitude ?? Number.NaN);
    this.#townOf.push(document.nearesttown === '' ? NONE : this.#towns.of(document.nearesttown));
    this.#options.add(document.options);
    this.#postings.add(document);
  }

  *finish(): Steps<Segment> {
    const order = this.#browseOrder();
    yield;
    const ids = TextColumn.of(inOrder(this.#ids, order));
    const titles = TextColumn.of(inOrder(this.#titles, order));
    yield;
    const towns = this.#towns.sorted();
    const location = {
      ids,
      titles,
      ranks: Float64Array.from(order, (document) => this.#ranks[document]!),
      latitudes: Float64Array.from(order, (document) => this.#latitudes[document]!),
      longitudes: Float64Array.from(order, (document) => this.#longitudes[document]!),
      towns: towns.texts,
      townOf: Uint32Array.from(order, (document) => towns.places[this.#townOf[document]!] ?? NONE),
    };
    yield;
    return new Segment({
      ...location,
      byId: yield* hashIds(ids),
      ...(yield* this.#options.columns(order)),
      ...(yield* this.#postings.columns(order)),
    });
  }

  /** The documents by number of their location. */
  #browseOrder(): Uint32Array {
    const ranks = Float64Array.from(this.#ranks);
    const ids = this.#ids;
    return Uint32Array.from(ids.keys()).sort((a, b) => ranks[b]! - ranks[a]! || (ids[a]! < ids[b]! ? -1 : 1));
  }
}

function inOrder(texts: readonly string[], order: Uint32Array): string[] {
  return Array.from(order, (i) => texts[i]!);
}

/** Documents between two possible interruptions. */
const STEP = 16;

/** Makes a segment of documents, each id once. */
export function* buildSegment(documents: readonly CatalogueDocument[]): Steps<Segment> {
  const draft = new SegmentDraft();
  for (const [i, document] of documents.entries()) {
    draft.add(document);
    if (i % STEP === STEP - 1) yield;
  }
  return yield* draft.finish();
}
