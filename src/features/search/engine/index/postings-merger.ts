import { NONE } from '../collections/missing-value.ts';
import type { SegmentColumns } from './segment-columns.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';

/** Postings copied between two yields. */
const STEP = 2 ** 17;

/** The rest of a term's postings in one source. */
interface PostingsCursor {
  readonly source: number;
  at: number;
  readonly end: number;
}

/** Merges the postings of one term after the other. */
export class PostingsMerger {
  readonly #sources: readonly SegmentColumns[];
  readonly #renumbered: readonly Uint32Array[];
  readonly #locations: Uint32Array;
  readonly #impacts: Uint8Array;
  /** Of the current term. */
  readonly #lists: PostingsCursor[] = [];
  length = 0;

  constructor(sources: readonly { readonly columns: SegmentColumns }[], renumbered: readonly Uint32Array[]) {
    this.#sources = sources.map(({ columns }) => columns);
    const capacity = this.#sources.reduce((sum, { postingLocations }) => sum + postingLocations.length, 0);
    this.#renumbered = renumbered;
    this.#locations = new Uint32Array(capacity);
    this.#impacts = new Uint8Array(capacity);
  }

  add(source: number, term: number): void {
    const { postingStarts } = this.#sources[source]!;
    this.#lists.push({ source, at: postingStarts[term]!, end: postingStarts[term + 1]! });
  }

  /** Writes the postings of the term; returns their number. */
  finishTerm(): number {
    const before = this.length;
    const lists = this.#lists;
    while (lists.length > 1) this.#copyUntilNextOf(lists);
    if (lists.length === 1) this.#copy(lists[0]!, NONE);
    lists.length = 0;
    return this.length - before;
  }

  /** Copies from the list with the lowest next location until another list has a lower one. */
  #copyUntilNextOf(lists: PostingsCursor[]): void {
    let first = NONE;
    let firstList = -1;
    let second = NONE;
    for (let l = lists.length - 1; l >= 0; l--) {
      const head = this.#head(lists[l]!);
      if (head === NONE) {
        lists.splice(l, 1);
        if (firstList > l) firstList--;
      } else if (head < first) {
        second = first;
        first = head;
        firstList = l;
      } else if (head < second) second = head;
    }
    if (lists.length > 1) this.#copy(lists[firstList]!, second);
  }

  /** New number of the next live location of a list, or NONE. */
  #head(list: PostingsCursor): number {
    const { postingLocations } = this.#sources[list.source]!;
    const renumbered = this.#renumbered[list.source]!;
    for (; list.at < list.end; list.at++) {
      const number = renumbered[postingLocations[list.at]!]!;
      if (number !== NONE) return number;
    }
    return NONE;
  }

  /** Copies the live postings of a list up to a location number. */
  #copy(list: PostingsCursor, before: number): void {
    const { postingLocations, postingImpacts } = this.#sources[list.source]!;
    const renumbered = this.#renumbered[list.source]!;
    for (; list.at < list.end; list.at++) {
      const number = renumbered[postingLocations[list.at]!]!;
      if (number === NONE) continue;
      if (number >= before) return;
      this.#locations[this.length] = number;
      this.#impacts[this.length++] = postingImpacts[list.at]!;
    }
  }

  *columns(): SlicedWork<Pick<SegmentColumns, 'postingLocations' | 'postingImpacts'>> {
    const postingLocations = new Uint32Array(this.length);
    yield;
    const postingImpacts = new Uint8Array(this.length);
    for (let from = 0; from < this.length; from += STEP) {
      const to = Math.min(from + STEP, this.length);
      postingLocations.set(this.#locations.subarray(from, to), from);
      postingImpacts.set(this.#impacts.subarray(from, to), from);
      yield;
    }
    return { postingLocations, postingImpacts };
  }
}
