import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import type { SearchQuery } from '../../../src/features/search/search-engine.ts';

/** The fields of a result that are compared between engines. */
export interface BenchResult {
  readonly total: number;
  /** At most 20, best first. */
  readonly ids: readonly string[];
  /** Number of locations by `field:option`, under the filters of the other fields; without zeros. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface BenchEngine {
  build(documents: Iterable<SearchDocument>): Promise<void>;
  /** Executes a query completely. The result is converted by `read`, which is not measured. */
  search(query: SearchQuery): unknown;
  read(result: unknown): BenchResult;
  /** Memory or disk space outside this process in megabytes. */
  outside?(): Promise<number>;
  close?(): Promise<void>;
}

/** Factories by name; each engine runs in its own process. */
export type BenchEngines = Readonly<Record<string, () => Promise<BenchEngine>>>;
