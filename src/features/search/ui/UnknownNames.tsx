import { getLocale } from '../../../platform/text/locale.ts';
import type { QuerySummary } from '../query-parsing/query-summary.ts';
import { type SearchParams, replaceInQuery } from '../search-params.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './search-field/refine-search.tsx';

/** Says which names are not known, and offers similar ones. */
export function UnknownNames({ params, understood }: { params: SearchParams; understood: QuerySummary }) {
  const unknown = understood.parts.filter((part) => part.unknown);
  if (unknown.length === 0) return null;
  const names = new Intl.ListFormat(getLocale().language, { type: 'disjunction' }).format(
    unknown.map(({ text }) => `‘${text}’`),
  );
  const similar = unknown.flatMap(({ spans, others }) => others.map((other) => ({ ...other, spans })));
  return (
    <p className="find__note">
      We do not know {names}.{similar.length > 0 && ' Did you mean '}
      {similar.map(({ name, text, spans }, i) => (
        <span key={text}>
          {i > 0 && ', '}
          <RefineLink params={replaceInQuery(params, [{ spans, by: text }])} className="link" onFollow={focusResults}>
            {name}
          </RefineLink>
        </span>
      ))}
      {similar.length > 0 && '?'}
    </p>
  );
}
