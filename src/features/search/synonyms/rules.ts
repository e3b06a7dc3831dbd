import { toKey } from '../text/analysis.ts';
import type { SynonymRule } from '../vocabulary/schema.ts';

/** A rule as people read it: "pub = bar", "brutalist → concrete, 20th century". */
export function formatRule({ kind, terms, targets }: SynonymRule): string {
  return kind === 'EQUAL' ? terms.join(' = ') : `${terms.join(', ')} → ${targets.join(', ')}`;
}

/** Whether two rules say the same to the search. */
export function isSameRule(a: SynonymRule, b: SynonymRule): boolean {
  return getRuleKey(a) === getRuleKey(b);
}

function getRuleKey({ kind, terms, targets }: SynonymRule): string {
  return JSON.stringify([kind, terms.map(toKey).sort(), targets.map(toKey).sort()]);
}
