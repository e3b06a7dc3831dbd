import type { SearchDocument } from '../../../src/features/locations/schema.ts';
import type { SearchQuery } from '../../../src/features/search/search-engine.ts';

/** The part of an answer that is compared between engines. */
export interface BenchAnswer {
  readonly total: number;
  /** At most 20, best first. */
  readonly ids: readonly string[];
  /** By `field:option`: the number of locations under the filters of the other fields. Without zeros. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface BenchEngine {
  build(documents: Iterable<SearchDocument>): Promise<void>;
  /** Answers a query completely. Only `read` looks at the result, so that no time is spent on the comparison. */
  search(query: SearchQuery): unknown;
  read(answer: unknown): BenchAnswer;
  /** Megabytes outside this process. */
  outside?(): Promise<number>;
  close?(): Promise<void>;
}

/** Factories by name; each engine runs in its own process. */
export type BenchEngines = Readonly<Record<string, () => Promise<BenchEngine>>>;
