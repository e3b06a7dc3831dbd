import type { ReactNode } from 'react';
import type { LocationCard } from '../../locations/catalogue/schema.ts';
import { type SearchParams, withPage } from '../search-params.ts';
import type { SearchResult } from '../contract.ts';
import { PAGE_SIZE } from '../schema.ts';
import { Chips } from './Chips.tsx';
import { ResultPages } from './ResultPages.tsx';
import { MaybeNearMe } from './near-me/MaybeNearMe.tsx';
import { CompareButton, CompareCheckbox, ComparisonBar, useChosenLocations } from './comparing/comparing.tsx';
import { RESULTS_ID, RefineLink } from './search-field/refine-search.tsx';
import { describeSimilar, formatResultRange } from './result-texts.ts';
import { SortSelect } from './SortSelect.tsx';
import { ParsedQuery } from './ParsedQuery.tsx';
import { UnknownNames } from './UnknownNames.tsx';
import { NO_RESULTS, SEARCHING } from '../messages.ts';
import './results.css';

interface ListProps {
  readonly params: SearchParams;
  readonly result: SearchResult;
  /** Renders a location in an element with its id as `data-location`. */
  readonly renderCard: (location: LocationCard, index: number) => ReactNode;
}

/**
 * The results of a search: active filters, count, a page of cards, and the pager. Without a result, skeletons are shown.
 * @param props.notice shown above the results
 * @param props.onPointAt called when the pointer or the focus reaches a location, or leaves it
 */
export function Results(
  props: Omit<ListProps, 'result'> & {
    result: SearchResult | undefined;
    notice?: ReactNode;
    onPointAt: (id: string | undefined) => void;
  },
) {
  const { params, result, notice, renderCard, onPointAt } = props;
  const chosen = useChosenLocations();
  return (
    // Pointing highlights the location on the map; it is not needed for any function.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      id={RESULTS_ID}
      className="find__list"
      tabIndex={-1}
      aria-labelledby="results-title"
      aria-busy={!result}
      onPointerOver={(event) => event.pointerType === 'mouse' && onPointAt(findLocationId(event.target))}
      onPointerLeave={() => onPointAt(undefined)}
      onFocus={(event) => onPointAt(findLocationId(event.target))}
      onBlur={() => onPointAt(undefined)}
    >
      <h2 className="visually-hidden" id="results-title">
        Results
      </h2>
      <Chips params={params} />
      <MaybeNearMe params={params} />
      {result?.data.length === 0 ? (
        <PageOutOfRange params={params} total={result.meta.page.total_results} />
      ) : (
        <>
          {/* Not part of the list, so that the select keeps the focus while a search runs. */}
          <div className="find__head">
            <p className="find__count">
              <b>{result ? formatResultRange(result.meta.page.current, result.meta.page.total_results) : SEARCHING}</b>
              {result && params.query && ` for ‘${params.query}’`}
            </p>
            <CompareButton chosen={chosen} />
            <SortSelect params={params} hasPlace={Boolean(result?.meta.place)} />
          </div>
          {notice}
          {result ? (
            <ResultList params={params} result={result} renderCard={renderCard} chosen={chosen} />
          ) : (
            <ResultsSkeleton />
          )}
        </>
      )}
      <ComparisonBar chosen={chosen} />
    </section>
  );
}

function ResultList(props: ListProps & { chosen: readonly string[] | undefined }) {
  const { params, result, renderCard, chosen } = props;
  const fitting = countFitting(params, result);
  const renderItem = (location: LocationCard, index: number) => (
    <div key={location.id}>
      {renderCard(location, index)}
      {chosen && <CompareCheckbox location={location} chosen={chosen} />}
    </div>
  );
  return (
    <>
      <ParsedQuery params={params} understood={result.meta.understood} />
      <UnknownNames params={params} understood={result.meta.understood} />
      {fitting > 0 && <div className="grid">{result.data.slice(0, fitting).map(renderItem)}</div>}
      {fitting < result.data.length && (
        <>
          <p className="find__similar">{describeSimilar(result.meta.fitting)}</p>
          <div className="grid">
            {result.data.slice(fitting).map((location, i) => renderItem(location, fitting + i))}
          </div>
        </>
      )}
      <ResultPages params={params} total={result.meta.page.total_results} />
    </>
  );
}

/** How many of the locations on the page come before those that are only similar. Other orders mix them. */
function countFitting({ sort }: SearchParams, { data, meta }: SearchResult): number {
  if (sort) return data.length;
  const before = (meta.page.current - 1) * PAGE_SIZE;
  return Math.min(data.length, Math.max(0, meta.fitting - before));
}

function ResultsSkeleton() {
  return (
    <div className="grid" aria-hidden>
      {Array.from({ length: PAGE_SIZE }, (_, index) => (
        <div key={index} className="skeleton">
          <div className="frame" />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}

/** Shown for an old URL with a page that no longer exists. */
function PageOutOfRange({ params, total }: { params: SearchParams; total: number }) {
  const last = Math.ceil(total / PAGE_SIZE);
  return (
    <div className="find__out-of-range">
      <p className="find__count">
        <b>{NO_RESULTS}</b> The last page of this search is {last}.
      </p>
      <RefineLink params={withPage(params, last)} className="button">
        Go to page {last}
      </RefineLink>
    </div>
  );
}

function findLocationId(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-location]')?.dataset['location'];
}
