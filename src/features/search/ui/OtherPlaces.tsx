import type { QuerySummary } from '../query-parsing/query-summary.ts';
import { type SearchParams, replaceInQuery } from '../search-params.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './search-field/refine-search.tsx';

/** Offers the other places with a name that was typed. */
export function OtherPlaces({ params, understood }: { params: SearchParams; understood: QuerySummary }) {
  const others = understood.parts
    .filter(({ unknown }) => !unknown)
    .flatMap(({ spans, others: places }) => places.map((place) => ({ ...place, spans })));
  if (others.length === 0) return null;
  return (
    <p className="find__note">
      Also:{' '}
      {others.map(({ name, text, spans }, i) => (
        <span key={text}>
          {i > 0 && '; '}
          <RefineLink params={replaceInQuery(params, [{ spans, by: text }])} className="link" onFollow={focusResults}>
            {name}
          </RefineLink>
        </span>
      ))}
    </p>
  );
}
