import { type SearchParams, replaceInQuery } from '../search-params.ts';
import type { QuerySummary } from '../query-parsing/query-summary.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './search-field/refine-search.tsx';

/** Offers the search with similar, common words in place of rare ones. */
export function DidYouMean({ params, understood }: { params: SearchParams; understood: QuerySummary }) {
  const corrected = understood.parts.reduce(correctPart, params);
  if (corrected === params) return null;
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

function correctPart(params: SearchParams, { text, similar }: QuerySummary['parts'][number]): SearchParams {
  if (similar === null) return params;
  const isCapitalised = text[0] !== text[0]!.toLowerCase();
  return replaceInQuery(params, text, isCapitalised ? similar[0]!.toUpperCase() + similar.slice(1) : similar);
}
