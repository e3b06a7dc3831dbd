import { isPlain } from '../query-parsing/query-part.ts';
import { parseQuery } from '../query-parsing/parse-query.ts';
import { toKey } from '../text/analysis.ts';
import type { SynonymRule } from '../vocabulary/schema.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

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

/** The first term of a rule that the search would not understand by it: a place, a period, or words of several parts. */
export function findOtherwiseUnderstood(rule: SynonymRule, vocabulary: Vocabulary): string | undefined {
  const ruled = vocabulary.withSynonyms([rule]);
  return rule.terms.find((term) => {
    if (vocabulary.namesPlaceOrPeriod(term)) return true;
    const [part, ...others] = parseQuery(term, ruled);
    return part === undefined || others.length > 0 || part.place !== undefined || isPlain(part);
  });
}
