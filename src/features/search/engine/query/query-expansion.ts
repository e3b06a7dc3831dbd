import type { FrequentTerms } from '../index/frequent-terms.ts';
import { Memo } from '../collections/memo.ts';
import type { SegmentWithDeletes } from '../index/segment-with-deletes.ts';
import { type Expansion, EXPANSION_WEIGHTS, getExpansionSteps, toQueryWords } from '../text/relevance.ts';
import { stemWord } from '../text/stemming.ts';

/** Postings of neighbouring terms of a segment that a word was expanded to, with the weight of their impacts. */
export interface Postings {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
  readonly weight: number;
  /** Whether no location recurs and they ascend, as in the postings of one term. */
  readonly isSorted: boolean;
  /** Undefined if nothing is precomputed. */
  readonly frequent: FrequentTerms | undefined;
}

/** A word of the query with the indexed terms that it was expanded to. */
export interface ExpandedTerm {
  /** By segment. */
  readonly postings: readonly (readonly Postings[])[];
  /** All terms; `cas*` means every term that starts with `cas`. */
  readonly terms: readonly string[];
}

/** For each kind of expansion. Turning pages, choosing filters and moving the map repeat the same words. */
const MAX_CACHED_WORDS = 4_096;

/** Expands the words of queries to terms of some segments, by the rules in `relevance.ts`. */
export class QueryExpander {
  readonly #segments: readonly SegmentWithDeletes[];
  readonly #memos = new Map<readonly (readonly Expansion[])[], Memo<ExpandedTerm>>();

  constructor(segments: readonly SegmentWithDeletes[]) {
    this.#segments = segments;
  }

  expand(query: string, typing: boolean): ExpandedTerm[] {
    const words = toQueryWords(query);
    return words.map((word, i) => this.#expandWord(word, getExpansionSteps(i === words.length - 1, typing)));
  }

  #expandWord(word: string, steps: readonly (readonly Expansion[])[]): ExpandedTerm {
    let memo = this.#memos.get(steps);
    if (!memo) this.#memos.set(steps, (memo = new Memo(MAX_CACHED_WORDS)));
    return memo.get(word, () => expandWord(word, steps, this.#segments));
  }
}

function expandWord(
  word: string,
  steps: readonly (readonly Expansion[])[],
  segments: readonly SegmentWithDeletes[],
): ExpandedTerm {
  const builder = new ExpansionBuilder(segments);
  for (const expansions of steps) {
    for (const expansion of expansions) builder.add(expansion, word);
    if (!builder.isEmpty) break;
  }
  return builder.build();
}

class ExpansionBuilder {
  readonly #postings: Postings[][];
  readonly #segments: readonly SegmentWithDeletes[];
  readonly #terms = new Set<string>();

  constructor(segments: readonly SegmentWithDeletes[]) {
    this.#segments = segments;
    this.#postings = segments.map(() => []);
  }

  build(): ExpandedTerm {
    return { postings: this.#postings, terms: [...this.#terms] };
  }

  get isEmpty(): boolean {
    return this.#terms.size === 0;
  }

  add(expansion: Expansion, word: string): void {
    if (expansion === 'stem') this.#addStem(word);
    else if (expansion === 'prefix') this.#addPrefix(word);
    else this.#addFuzzy(word);
  }

  #addStem(word: string): void {
    let known: string | undefined;
    const stem = () => (known ??= stemWord(word));
    this.#segments.forEach(({ segment }, s) => {
      for (const term of segment.dictionary.findByStem(word, stem)) {
        const own = segment.columns.terms.at(term);
        this.#add(s, term, term + 1, own === word ? EXPANSION_WEIGHTS.exact : EXPANSION_WEIGHTS.stem, own);
      }
    });
  }

  #addPrefix(prefix: string): void {
    this.#segments.forEach(({ segment }, s) => {
      const [from, to] = segment.dictionary.prefixRange(prefix);
      if (from < to) this.#add(s, from, to, EXPANSION_WEIGHTS.prefix, `${prefix}*`);
    });
  }

  #addFuzzy(word: string): void {
    this.#segments.forEach(({ segment }, s) => {
      for (const { term, edits } of segment.dictionary.findFuzzy(word)) {
        const weight = edits === 1 ? EXPANSION_WEIGHTS.oneEdit : EXPANSION_WEIGHTS.twoEdits;
        this.#add(s, term, term + 1, weight, segment.columns.terms.at(term));
      }
    });
  }

  #add(s: number, from: number, to: number, weight: number, term: string): void {
    const live = this.#segments[s]!;
    if (!live.hasLiveLocation(from, to)) return;
    const { postingStarts, postingLocations, postingImpacts } = live.segment.columns;
    this.#postings[s]!.push({
      locations: postingLocations.subarray(postingStarts[from], postingStarts[to]),
      impacts: postingImpacts.subarray(postingStarts[from], postingStarts[to]),
      weight,
      isSorted: to - from === 1,
      frequent: live.segment.large?.frequent?.get(from, to),
    });
    this.#terms.add(term);
  }
}
