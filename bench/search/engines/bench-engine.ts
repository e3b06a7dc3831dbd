import type { CatalogueDocument } from '../../../src/features/locations/schema.ts';
import type { SearchQuery } from '../../../src/features/search/search-engine.ts';

/** What is compared: the exact answer that the product's pages need. */
export interface BenchAnswer {
  readonly total: number;
  /** At most 20, best first. */
  readonly ids: readonly string[];
  /** `field:option` to the number of locations under the other fields' filters, without those that have none. */
  readonly counts: ReadonlyMap<string, number>;
}

/** An engine under measurement. */
export interface BenchEngine {
  /** Indexes the catalogue. */
  build(documents: Iterable<CatalogueDocument>): Promise<void>;
  /** Answers a query in full; what it returns is only read by `read`, so that no time goes into the comparison. */
  search(query: SearchQuery): unknown;
  read(answer: unknown): BenchAnswer;
  /** Megabytes that it keeps outside this process. */
  outside?(): Promise<number>;
  close?(): Promise<void>;
}

/** Engines by name; each is made when its turn comes, in a process of its own. */
export type BenchEngines = Readonly<Record<string, () => Promise<BenchEngine>>>;
