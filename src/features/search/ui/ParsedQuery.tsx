import { addFilter } from '../add-filter.ts';
import { SEARCH_ONLY } from '../messages.ts';
import { type SearchParams, replaceInQuery } from '../search-params.ts';
import type { QuerySummary } from '../query-parsing/query-summary.ts';
import { DidYouMean } from './DidYouMean.tsx';
import { OtherPlaces } from './OtherPlaces.tsx';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './search-field/refine-search.tsx';
import { describeDropped, formatLocationCount } from './result-texts.ts';

/** The meaning of the words of a search, and those that the results need not match. */
export function ParsedQuery({ params, understood }: { params: SearchParams; understood: QuerySummary }) {
  const dropped = understood.parts.filter((part) => part.dropped && !part.unknown);
  const known = understood.parts.flatMap(({ label, ...part }) => (label && !part.dropped ? { ...part, label } : []));
  return (
    <>
      <DidYouMean params={params} understood={understood} />
      {known.length > 0 && (
        <fieldset className="chips no-print" aria-labelledby="understood-as">
          <span className="label" id="understood-as">
            Understood as
          </span>
          {known.map((part) => (
            <ParsedChip key={part.text} params={params} part={part} dropped={dropped} />
          ))}
        </fieldset>
      )}
      <OtherPlaces params={params} understood={understood} />
      {dropped.length > 0 && (
        <p className="find__note">
          {describeDropped(understood)} <Wider params={params} wider={understood.wider} />
          <span aria-hidden>{SEARCH_ONLY}</span>
          {dropped.map(({ text, spans }) => (
            <RefineLink
              key={text}
              params={replaceInQuery(params, [{ spans, by: `+${text}` }])}
              className="link find__restore"
              onFollow={focusResults}
            >
              <span className="visually-hidden">{SEARCH_ONLY}</span>
              <s>{text}</s>
            </RefineLink>
          ))}
        </p>
      )}
    </>
  );
}

/** Offers the distance at which something has all that was wanted. */
function Wider({ params, wider }: { params: SearchParams; wider: QuerySummary['wider'] }) {
  if (!wider) return null;
  const { text, spans, total } = wider;
  return (
    <>
      <RefineLink params={replaceInQuery(params, [{ spans, by: text }])} className="link" onFollow={focusResults}>
        {formatLocationCount(total)} {text}
      </RefineLink>{' '}
      {total === 1 ? 'matches' : 'match'} every word.{' '}
    </>
  );
}

type Part = QuerySummary['parts'][number];

/**
 * A link that replaces words by the filter that means the same, if there is one, and a link that removes them. The filter also removes
 * the dropped words: with fewer words they might be required again, and the results others.
 */
function ParsedChip(props: { params: SearchParams; part: Part & { label: string }; dropped: readonly Part[] }) {
  const { params, part, dropped } = props;
  const { spans, label, filter } = part;
  const without = replaceInQuery(params, [{ spans, by: '' }]);
  if (!filter) {
    return (
      <RefineLink params={without} className="chip" onFollow={focusResults}>
        <span className="visually-hidden">Remove </span>
        {label}
      </RefineLink>
    );
  }
  return (
    <span className="chip chip--split">
      <RefineLink
        params={addFilter(
          replaceInQuery(
            params,
            [part, ...dropped].map((one) => ({ spans: one.spans, by: '' })),
          ),
          filter,
        )}
        className="chip__use"
        title="Use as filter"
        onFollow={focusResults}
      >
        <span className="visually-hidden">Use as filter: </span>
        {label}
      </RefineLink>
      <RefineLink params={without} className="chip__remove" onFollow={focusResults}>
        <span className="visually-hidden">Remove {label}</span>
      </RefineLink>
    </span>
  );
}
