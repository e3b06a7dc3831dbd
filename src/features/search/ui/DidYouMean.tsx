import { type SearchParams, replaceInQuery } from '../search-params.ts';
import type { QuerySummary } from '../query-parsing/query-summary.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './search-field/refine-search.tsx';

/** Offers the search with similar, common words in place of rare ones. */
export function DidYouMean({ params, understood }: { params: SearchParams; understood: QuerySummary }) {
  const corrections = understood.parts.flatMap(({ text, spans, similar }) =>
    similar === null ? [] : [{ spans, by: matchCase(similar, text) }],
  );
  if (corrections.length === 0) return null;
  const corrected = replaceInQuery(params, corrections);
  return (
    <p className="find__note">
      Did you mean{' '}
      <RefineLink params={corrected} className="link" onFollow={focusResults}>
        {corrected.query}
      </RefineLink>
      ?
    </p>
  );
}

function matchCase(word: string, typed: string): string {
  const isCapitalised = typed[0] !== typed[0]!.toLowerCase();
  return isCapitalised ? word[0]!.toUpperCase() + word.slice(1) : word;
}
