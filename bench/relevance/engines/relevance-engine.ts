import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';

/** A search engine with its usual settings for a search by words. */
export interface RelevanceEngine {
  build(documents: readonly SearchDocument[]): Promise<void>;
  /** Returns at most ten ids, best first. */
  search(words: string): Promise<readonly string[]>;
  close?(): Promise<void>;
}

export const RESULTS = 10;

/** The texts of a location that an engine without facets can search. */
export function toTexts({ id, title, nearesttown, description, options }: SearchDocument) {
  return { id, title, place: [nearesttown, ...Object.values(options).flat()].join(' '), description };
}
