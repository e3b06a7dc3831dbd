import { isPlain } from '../query-parsing/query-part.ts';
import { parseQuery } from '../query-parsing/parse-query.ts';
import type { SynonymRule } from '../vocabulary/schema.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';

/** The first term of a rule that the search would not understand by it: a place, a period, or words of several parts. */
export function findOtherwiseUnderstood(rule: SynonymRule, vocabulary: Vocabulary): string | undefined {
  const ruled = vocabulary.withSynonyms([rule]);
  return rule.terms.find((term) => {
    if (vocabulary.namesPlaceOrPeriod(term)) return true;
    const [part, ...others] = parseQuery(term, ruled);
    return part === undefined || others.length > 0 || part.place !== undefined || isPlain(part);
  });
}
