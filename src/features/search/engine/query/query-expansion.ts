import type { FrequentTerms } from '../index/frequent-terms.ts';
import { Kept } from '../collections/memo.ts';
import type { LiveSegment } from '../index/segment-with-deletes.ts';
import { type Meaning, READING_WEIGHTS, meanings, queryWords } from '../text/relevance.ts';
import { stemOf } from '../text/stemming.ts';

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

/** Of each use of a word. A visitor who chooses filters, turns pages or moves the map asks for the same words each time. */
const READINGS_KEPT = 4_096;

/** Takes words of queries to mean terms of some segments, by the rules in `rules.ts`. */
export class Reader {
  readonly #segments: readonly LiveSegment[];
  readonly #kept = new Map<readonly (readonly Meaning[])[], Kept<WordReading>>();

  constructor(segments: readonly LiveSegment[]) {
    this.#segments = segments;
  }

  read(query: string, typing: boolean): WordReading[] {
    const words = queryWords(query);
    return words.map((word, i) => this.#readWord(word, meanings(i === words.length - 1, typing)));
  }

  #readWord(word: string, possible: readonly (readonly Meaning[])[]): WordReading {
    let kept = this.#kept.get(possible);
    if (!kept) this.#kept.set(possible, (kept = new Kept(READINGS_KEPT)));
    return kept.get(word, () => readWord(word, possible, this.#segments));
  }
}

function readWord(
  word: string,
  possible: readonly (readonly Meaning[])[],
  segments: readonly LiveSegment[],
): WordReading {
  const draft = new ReadingDraft(segments);
  for (const together of possible) {
    for (const meaning of together) draft.add(meaning, word);
    if (!draft.isEmpty) break;
  }
  return draft.finish();
}

class ReadingDraft {
  readonly #ranges: TermRange[][];
  readonly #segments: readonly LiveSegment[];
  readonly #terms = new Set<string>();

  constructor(segments: readonly LiveSegment[]) {
    this.#segments = segments;
    this.#ranges = segments.map(() => []);
  }

  finish(): WordReading {
    return { ranges: this.#ranges, terms: [...this.#terms] };
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
    this.#ranges[s]!.push({ from, to, weight, frequent: live.segment.large?.frequent?.get(from, to) });
    this.#terms.add(term);
  }
}
