import type { FrequentTerms } from './frequent-terms.ts';
import type { LiveSegment } from './live-segment.ts';
import { type Meaning, READING_WEIGHTS, meanings, queryWords } from './rules.ts';
import { stemOf } from './stemming.ts';

/** Neighbouring terms of a segment's dictionary that a word means, and how much their impact counts. */
export interface TermRange {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  /** Set if many locations have them. */
  readonly frequent: FrequentTerms | undefined;
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
  const reading = new ReadingDraft(segments);
  for (const together of meanings(isLast, typing)) {
    for (const meaning of together) reading.add(meaning, word);
    if (!reading.isEmpty) break;
  }
  return reading;
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

  add(meaning: Meaning, word: string): void {
    if (meaning === 'family') this.#addFamily(word);
    else if (meaning === 'beginning') this.#addBeginning(word);
    else this.#addNear(word);
  }

  #addFamily(word: string): void {
    let known: string | undefined;
    const stem = () => (known ??= stemOf(word));
    this.#segments.forEach(({ segment }, s) => {
      for (const term of segment.dictionary.family(word, stem)) {
        const own = segment.columns.terms.at(term);
        this.#add(s, term, term + 1, own === word ? READING_WEIGHTS.exact : READING_WEIGHTS.stem, own);
      }
    });
  }

  #addBeginning(prefix: string): void {
    this.#segments.forEach(({ segment }, s) => {
      const [from, to] = segment.dictionary.beginningWith(prefix);
      if (from < to) this.#add(s, from, to, READING_WEIGHTS.prefix, `${prefix}*`);
    });
  }

  #addNear(word: string): void {
    this.#segments.forEach(({ segment }, s) => {
      for (const { term, edits } of segment.dictionary.near(word)) {
        const weight = edits === 1 ? READING_WEIGHTS.oneEdit : READING_WEIGHTS.twoEdits;
        this.#add(s, term, term + 1, weight, segment.columns.terms.at(term));
      }
    });
  }

  #add(s: number, from: number, to: number, weight: number, term: string): void {
    const live = this.#segments[s]!;
    if (!live.hasAny(from, to)) return;
    this.ranges[s]!.push({ from, to, weight, frequent: live.segment.large?.frequent?.get(from, to) });
    this.#terms.add(term);
  }
}
