import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type SearchParams, withoutFilters } from '../search-params.ts';
import { relaxationsQuery } from '../client.ts';
import { getAdvice, describeNoMatch } from '../relax-query.ts';
import { focusResults } from './ResultPages.tsx';
import { RESULTS_ID, RefineLink } from './refine-search.tsx';
import { formatLocationCount } from './result-texts.ts';
import './no-results.css';

/** A search that found nothing, and what to take away from it to find something. */
export function NoResults({ address, picture }: { address: SearchParams; picture: ReactNode }) {
  const { api } = useRouter().options.context;
  const loosenings = useQuery(relaxationsQuery(api, address)).data ?? [];
  const filters = withoutFilters(address);
  const hasFilters = Object.keys(filters).length < Object.keys(address).length;
  return (
    <section id={RESULTS_ID} className="empty" tabIndex={-1} aria-label="Results">
      <div className="empty__picture">{picture}</div>
      <div className="empty__text">
        <h2 className="display display--3">No results found.</h2>
        <p className="muted">
          {describeNoMatch(address)} {loosenings.length > 0 ? 'Take one away:' : getAdvice(address)}
        </p>
        {loosenings.length > 0 && (
          <ul className="loosen">
            {loosenings.map(({ label, value, total, address: looser }) => (
              <li key={label}>
                <RefineLink address={looser} onFollow={focusResults}>
                  <span className="unseen">Take away </span>
                  <span>
                    <span className="muted">{label}</span> {value}
                  </span>
                  <b>{formatLocationCount(total)}</b>
                </RefineLink>
              </li>
            ))}
          </ul>
        )}
        <div className="empty__acts">
          <RefineLink address={hasFilters ? filters : {}} className="button button--primary" onFollow={focusResults}>
            {hasFilters ? 'Clear all filters' : 'See all locations'}
          </RefineLink>
        </div>
      </div>
    </section>
  );
}
