import type { Suggestion } from '../../search-engine.ts';
import { wordsOf } from '../text/analysis.ts';
import type { LiveSegment } from './segment-with-deletes.ts';
import { NONE, type Segment } from './segment.ts';
import { TextColumn } from '../collections/string-column.ts';

type Kind = Exclude<Suggestion['kind'], 'title'>;

/** A town, category or local authority that locations have. */
export interface KnownName {
  readonly kind: Kind;
  readonly text: string;
  readonly words: readonly string[];
  /** Locations that have it. */
  total: number;
}

/** Names that can be found by the words in them. */
export interface NamesByWord {
  /** Names with a word that begins with `prefix`. */
  withWord(prefix: string): Iterable<KnownName>;
}

/** The towns, categories and local authorities of the catalogue. */
export class KnownNames implements NamesByWord {
  readonly #names: Readonly<Record<Kind, Map<string, KnownName>>> = {
    town: new Map(),
    category: new Map(),
    localauthority: new Map(),
  };
  /** The names by their words, in the order of these. */
  #index: { words: TextColumn; names: KnownName[] } | undefined;

  addSegment({ segment, optionTotals }: LiveSegment): void {
    this.#addAll(segment, townTotals(segment, segment.columns.ranks.keys()), optionTotals, 1);
  }

  /** Takes away what locations of a segment had. */
  removeLocations(segment: Segment, locations: readonly number[]): void {
    const optionTotals = new Uint32Array(segment.columns.optionNames.length);
    for (const location of locations) for (const option of segment.optionsOf(location)) optionTotals[option]!++;
    this.#addAll(segment, townTotals(segment, locations), optionTotals, -1);
  }

  #addAll(segment: Segment, ofTowns: Uint32Array, ofOptions: Uint32Array, sign: 1 | -1): void {
    const { towns, optionNames } = segment.columns;
    for (const [town, text] of towns.entries()) if (ofTowns[town]! > 0) this.#add('town', text, sign * ofTowns[town]!);
    for (const [option, text] of optionNames.entries()) {
      const kind = segment.fieldOf(option);
      if (ofOptions[option]! > 0 && (kind === 'category' || kind === 'localauthority')) {
        this.#add(kind, text, sign * ofOptions[option]!);
      }
    }
  }

  #add(kind: Kind, text: string, total: number): void {
    const known = this.#names[kind].get(text);
    if (known === undefined) {
      this.#names[kind].set(text, { kind, text, words: wordsOf(text), total });
      this.#index = undefined;
    } else {
      known.total += total;
      if (known.total > 0) return;
      this.#names[kind].delete(text);
      this.#index = undefined;
    }
  }

  withWord(prefix: string): readonly KnownName[] {
    const { words, names } = (this.#index ??= this.#sorted());
    return names.slice(...words.beginningWith(prefix));
  }

  #sorted(): { words: TextColumn; names: KnownName[] } {
    const all = Object.values(this.#names).flatMap((names) => [...names.values()]);
    const entries = all.flatMap((name) => name.words.map((word) => ({ word, name })));
    entries.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0));
    return { words: TextColumn.of(entries.map(({ word }) => word)), names: entries.map(({ name }) => name) };
  }
}

/** By town, how many of the locations have it. */
function townTotals({ columns: { towns, townOf } }: Segment, locations: Iterable<number>): Uint32Array {
  const totals = new Uint32Array(towns.length);
  for (const location of locations) if (townOf[location] !== NONE) totals[townOf[location]!]!++;
  return totals;
}
