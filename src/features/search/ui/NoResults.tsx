import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type SearchParams, withoutFilters } from '../search-params.ts';
import { countsQuery, isCatalogueEmpty, similarSearchesQuery } from '../client.ts';
import { describeNoMatch, getAdvice, introduceSimilarSearches } from './no-results-texts.ts';
import { focusResults } from './ResultPages.tsx';
import type { QuerySummary } from '../query-parsing/query-summary.ts';
import { UnknownNames } from './UnknownNames.tsx';
import { MaybeNearMe } from './near-me/MaybeNearMe.tsx';
import { RESULTS_ID, RefineLink } from './search-field/refine-search.tsx';
import { formatLocationCount } from './result-texts.ts';
import { FIRST_LOCATIONS_FOLLOW, NO_LOCATIONS_YET, NO_RESULTS } from '../messages.ts';
import './no-results.css';

const CLASSES = { Remove: 'similar-searches__remove', Change: 'similar-searches__change' };

/** Shown when a search finds nothing: offers similar searches. */
export function NoResults(props: {
  params: SearchParams;
  picture: ReactNode;
  readonly understood: QuerySummary;
  /** Shown on a site without locations, to those who can add them. */
  firstSteps: ReactNode;
}) {
  const { params, picture, understood, firstSteps } = props;
  const { api } = useRouter().options.context;
  const counts = useQuery(countsQuery(api)).data;
  const similar = useQuery(similarSearchesQuery(api, params)).data ?? [];
  const filters = withoutFilters(params);
  const hasFilters = Object.keys(filters).length < Object.keys(params).length;
  if (counts && isCatalogueEmpty(counts))
    return <EmptyCatalogue isSearch={hasFilters || params.query !== undefined} firstSteps={firstSteps} />;
  return (
    <section id={RESULTS_ID} className="empty" tabIndex={-1} aria-label="Results">
      <div className="empty__picture">{picture}</div>
      <div className="empty__text">
        <h2 className="display display--3">{NO_RESULTS}</h2>
        <p className="muted">
          {describeNoMatch(params)} {similar.length > 0 ? introduceSimilarSearches(similar, params) : getAdvice(params)}
        </p>
        <UnknownNames params={params} understood={understood} />
        <MaybeNearMe params={params} />
        {similar.length > 0 && (
          <ul className="similar-searches">
            {similar.map(({ action, label, value, total, params: relaxed }) => (
              <li key={label + value}>
                <RefineLink params={relaxed} className={CLASSES[action]} onFollow={focusResults}>
                  <span className="visually-hidden">{action} </span>
                  <span>
                    <span className="muted">{label}</span> {value}
                  </span>
                  <b>{formatLocationCount(total)}</b>
                </RefineLink>
              </li>
            ))}
          </ul>
        )}
        <div className="empty__actions">
          <RefineLink params={hasFilters ? filters : {}} className="button button--primary" onFollow={focusResults}>
            {hasFilters ? 'Clear all filters' : 'See all locations'}
          </RefineLink>
        </div>
      </div>
    </section>
  );
}

/** Nothing to search yet. Whom to ask is at the foot of the page. */
function EmptyCatalogue({ isSearch, firstSteps }: { isSearch: boolean; firstSteps: ReactNode }) {
  return (
    <section id={RESULTS_ID} className="empty" tabIndex={-1} aria-label="Results">
      <div className="empty__text empty__text--only">
        <h2 className="display display--3">{isSearch ? NO_RESULTS : NO_LOCATIONS_YET}</h2>
        <p className="muted">{FIRST_LOCATIONS_FOLLOW}</p>
        {firstSteps}
      </div>
    </section>
  );
}
