import { type SearchParams, replaceInQuery } from '../search-params.ts';
import type { QuerySummary } from '../understanding/summary.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './search-field/refine-search.tsx';
import { describeDropped } from './result-texts.ts';

/** What the words of a search were understood as, and those that the results need not match. */
export function Understood({ params, understood }: { params: SearchParams; understood: QuerySummary }) {
  const known = understood.parts.filter(({ label, dropped }) => label !== null && !dropped);
  const dropped = understood.parts.filter((part) => part.dropped);
  const corrected = understood.parts.reduce(correctPart, params);
  return (
    <>
      {corrected !== params && (
        <p className="find__note">
          Did you mean{' '}
          <RefineLink params={corrected} className="link" onFollow={focusResults}>
            {corrected.query}
          </RefineLink>
          ?
        </p>
      )}
      {known.length > 0 && (
        <fieldset className="chips no-print" aria-labelledby="understood-as">
          <span className="label" id="understood-as">
            Understood as
          </span>
          {known.map(({ text, label }) => (
            <RefineLink key={text} params={replaceInQuery(params, text, '')} className="chip" onFollow={focusResults}>
              <span className="visually-hidden">Remove </span>
              {label}
            </RefineLink>
          ))}
        </fieldset>
      )}
      {dropped.length > 0 && (
        <p className="find__note">
          {describeDropped(understood)}{' '}
          {dropped.map(({ text }) => (
            <RefineLink
              key={text}
              params={replaceInQuery(params, text, `"${text}"`)}
              className="link find__restore"
              onFollow={focusResults}
            >
              <span className="visually-hidden">Search only for locations with </span>
              <s>{text}</s>
            </RefineLink>
          ))}
        </p>
      )}
    </>
  );
}

/** Replaces a rare word by a similar one. */
function correctPart(params: SearchParams, { text, similar }: QuerySummary['parts'][number]): SearchParams {
  if (similar === null) return params;
  const isCapitalised = text[0] !== text[0]!.toLowerCase();
  return replaceInQuery(params, text, isCapitalised ? similar[0]!.toUpperCase() + similar.slice(1) : similar);
}
