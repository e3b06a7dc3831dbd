import type { Suggestion } from '../../search-engine.ts';
import { analyze } from '../../text/analysis.ts';
import { StringColumn } from '../collections/string-column.ts';
import type { FacetTotals } from '../matching/facet-totals.ts';

const KINDS = ['town', 'category', 'localauthority'] as const satisfies Suggestion['kind'][];

/** A town, category or local authority of the catalogue. */
export interface SuggestedName {
  readonly kind: (typeof KINDS)[number];
  readonly text: string;
  readonly words: readonly string[];
  /** Number of locations that have it. */
  readonly total: number;
}

/** The towns, categories and local authorities of the catalogue, for suggestions. */
export class SuggestedNames {
  /** The words of the names in sorted order, and by word its name. */
  readonly #words: StringColumn;
  readonly #names: readonly SuggestedName[];

  constructor(everything: FacetTotals) {
    const names = KINDS.flatMap((kind) =>
      everything.list(kind).map(({ name, total }) => ({ kind, text: name, words: analyze(name), total })),
    );
    const entries = names.flatMap((name) => name.words.map((word) => ({ word, name })));
    entries.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0));
    this.#words = StringColumn.from(entries.map(({ word }) => word));
    this.#names = entries.map(({ name }) => name);
  }

  /** Names that contain a word starting with `prefix`. */
  findByPrefix(prefix: string): readonly SuggestedName[] {
    return this.#names.slice(...this.#words.prefixRange(prefix));
  }
}
