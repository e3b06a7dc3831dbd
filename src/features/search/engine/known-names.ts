import type { Suggestion } from '../engine.ts';
import { wordsOf } from './analysis.ts';
import type { LiveSegment } from './live-segment.ts';
import { NONE, type Segment } from './segment.ts';
import { TextColumn } from './text-column.ts';

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
    const { towns, townOf, optionNames } = segment.columns;
    const townTotals = new Uint32Array(towns.length);
    for (const town of townOf) if (town !== NONE) townTotals[town]!++;
    towns.forEach((text, town) => this.#add('town', text, townTotals[town]!));
    optionNames.forEach((text, option) => {
      const kind = segment.fieldOf(option);
      if (kind === 'category' || kind === 'localauthority') this.#add(kind, text, optionTotals[option]!);
    });
  }

  /** Takes away what a location of a segment had. */
  removeLocation(segment: Segment, location: number): void {
    const { towns, townOf, optionNames } = segment.columns;
    const town = townOf[location]!;
    if (town !== NONE) this.#add('town', towns[town]!, -1);
    for (const option of segment.optionsOf(location)) {
      const kind = segment.fieldOf(option);
      if (kind === 'category' || kind === 'localauthority') this.#add(kind, optionNames[option]!, -1);
    }
  }

  #add(kind: Kind, text: string, total: number): void {
    if (total === 0) return;
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
