import type { Suggestion } from '../../search-engine.ts';
import { analyze } from '../../text/analysis.ts';
import type { SegmentWithDeletes } from './segment-with-deletes.ts';
import { NONE } from '../collections/missing-value.ts';
import type { Segment } from './segment.ts';
import { StringColumn } from '../collections/string-column.ts';

type Kind = Exclude<Suggestion['kind'], 'title' | 'place' | 'term'>;

/** A town, category or local authority of the catalogue. */
export interface IndexedName {
  readonly kind: Kind;
  readonly text: string;
  readonly words: readonly string[];
  /** Number of locations that have it. */
  total: number;
}

export interface NameLookup {
  /** Names that contain a word starting with `prefix`. */
  findByPrefix(prefix: string): Iterable<IndexedName>;
}

/** The towns, categories and local authorities of the catalogue, for suggestions. */
export class SuggestedNames implements NameLookup {
  readonly #names: Readonly<Record<Kind, Map<string, IndexedName>>> = {
    town: new Map(),
    category: new Map(),
    localauthority: new Map(),
  };
  /** The words of the names in sorted order, and by word its name. Undefined after names were added or removed. */
  #index: { words: StringColumn; names: IndexedName[] } | undefined;

  addSegment({ segment, optionTotals }: SegmentWithDeletes): void {
    this.#addAll(segment, countTowns(segment, segment.columns.ranks.keys()), optionTotals, 1);
  }

  /** Subtracts locations of a segment. */
  removeLocations(segment: Segment, locations: readonly number[]): void {
    const optionTotals = new Uint32Array(segment.columns.optionNames.length);
    for (const location of locations) for (const option of segment.getOptions(location)) optionTotals[option]!++;
    this.#addAll(segment, countTowns(segment, locations), optionTotals, -1);
  }

  #addAll(segment: Segment, ofTowns: Uint32Array, ofOptions: Uint32Array, sign: 1 | -1): void {
    const { towns, optionNames } = segment.columns;
    for (const [town, text] of towns.entries()) if (ofTowns[town]! > 0) this.#add('town', text, sign * ofTowns[town]!);
    for (const [option, text] of optionNames.entries()) {
      const kind = segment.getField(option);
      if (ofOptions[option]! > 0 && (kind === 'category' || kind === 'localauthority')) {
        this.#add(kind, text, sign * ofOptions[option]!);
      }
    }
  }

  #add(kind: Kind, text: string, total: number): void {
    const known = this.#names[kind].get(text);
    if (known === undefined) {
      this.#names[kind].set(text, { kind, text, words: analyze(text), total });
      this.#index = undefined;
    } else {
      known.total += total;
      if (known.total > 0) return;
      this.#names[kind].delete(text);
      this.#index = undefined;
    }
  }

  findByPrefix(prefix: string): readonly IndexedName[] {
    const { words, names } = (this.#index ??= this.#sorted());
    return names.slice(...words.prefixRange(prefix));
  }

  #sorted(): { words: StringColumn; names: IndexedName[] } {
    const all = Object.values(this.#names).flatMap((names) => [...names.values()]);
    const entries = all.flatMap((name) => name.words.map((word) => ({ word, name })));
    entries.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0));
    return { words: StringColumn.from(entries.map(({ word }) => word)), names: entries.map(({ name }) => name) };
  }
}

/** By town: how many of the locations have it. */
function countTowns({ columns: { towns, locationTowns } }: Segment, locations: Iterable<number>): Uint32Array {
  const totals = new Uint32Array(towns.length);
  for (const location of locations) if (locationTowns[location] !== NONE) totals[locationTowns[location]!]!++;
  return totals;
}
