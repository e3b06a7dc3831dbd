import type { QueryPart } from './query-part.ts';

/** How a query was understood, part by part. */
export type QuerySummary = readonly SummarisedPart[];

export interface SummarisedPart {
  /** As typed. */
  readonly text: string;
  /** What was understood; null for plain words. */
  readonly label: string | null;
  /** Whether the results need not match it, since no location, or only few, match it with all others. */
  readonly dropped: boolean;
}

/** @param chosen bit set of the parts that the results match */
export function summarise(parts: readonly QueryPart[], chosen: number): QuerySummary {
  return parts.map(({ text, label = null }, i) => ({ text, label, dropped: (chosen & (1 << i)) === 0 }));
}
