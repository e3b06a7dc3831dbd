import type { HeavyTerms } from './heavy-terms.ts';
import type { LiveSegment } from './live-segment.ts';
import { READING_WEIGHTS, queryWords, typoDistance } from './rules.ts';
import { stemOf } from './stemming.ts';

/** Neighbouring terms of a segment's dictionary that a word means, and how much their impact counts. */
export interface TermRange {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  /** Set if very many locations have them. */
  readonly heavy: HeavyTerms | undefined;
}

/** What a word of the query was taken to mean. */
export interface WordReading {
  /** By segment. */
  readonly ranges: readonly (readonly TermRange[])[];
  /** The catalogue's terms; `cas*` stands for all that begin with `cas`. */
  readonly terms: readonly string[];
}

/** Takes each word of a query to mean terms of the catalogue, by the rules in `rules.ts`. */
export function readQuery(query: string, typing: boolean, segments: readonly LiveSegment[]): WordReading[] {
  const words = queryWords(query);
  return words.map((word, i) => readWord(word, i === words.length - 1, typing, segments));
}

function readWord(word: string, isLast: boolean, typing: boolean, segments: readonly LiveSegment[]): WordReading {
  const itself = new ReadingDraft(segments);
  itself.addFamily(word);
  if (isLast && typing) itself.addBeginning(word);
  if (!itself.isEmpty) return itself;
  if (isLast && !typing) itself.addBeginning(word);
  if (itself.isEmpty && typoDistance(word) > 0) itself.addNear(word);
  return itself;
}

class ReadingDraft implements WordReading {
  readonly ranges: TermRange[][];
  readonly #segments: readonly LiveSegment[];
  readonly #terms = new Set<string>();

  constructor(segments: readonly LiveSegment[]) {
    this.#segments = segments;
    this.ranges = segments.map(() => []);
  }

  get terms(): string[] {
    return [...this.#terms];
  }

  get isEmpty(): boolean {
    return this.#terms.size === 0;
  }

  addFamily(word: string): void {
    const stem = stemOf(word);
    this.#segments.forEach(({ segment }, s) => {
      for (const term of segment.dictionary.family(stem)) {
        const known = segment.columns.terms[term]!;
        this.#add(s, term, term + 1, known === word ? READING_WEIGHTS.exact : READING_WEIGHTS.stem, known);
      }
    });
  }

  addBeginning(prefix: string): void {
    this.#segments.forEach(({ segment }, s) => {
      const [from, to] = segment.dictionary.beginningWith(prefix);
      if (from < to) this.#add(s, from, to, READING_WEIGHTS.prefix, `${prefix}*`);
    });
  }

  addNear(word: string): void {
    this.#segments.forEach(({ segment }, s) => {
      for (const { term, edits } of segment.dictionary.near(word)) {
        const weight = edits === 1 ? READING_WEIGHTS.oneEdit : READING_WEIGHTS.twoEdits;
        this.#add(s, term, term + 1, weight, segment.columns.terms[term]!);
      }
    });
  }

  #add(s: number, from: number, to: number, weight: number, term: string): void {
    const live = this.#segments[s]!;
    if (!live.hasAny(from, to)) return;
    this.ranges[s]!.push({ from, to, weight, heavy: live.segment.large?.heavy?.get(from, to) });
    this.#terms.add(term);
  }
}
