import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { getRegionRules } from '../../geography/region-rules.ts';
import { LocationCard } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { type FilmedFilters, type FilmedPage, MAX_POINTS, MAX_TITLE_QUERY } from '../filmed-here/locations/contract.ts';
import { toFilmedHref } from '../filmed-here/locations/search-params.ts';
import '../../../ui/card-grid.css';
import '../../../ui/form.css';
import './filmed-locations.css';

const CARD_SIZES = '(min-width: 1100px) 30vw, (min-width: 760px) 46vw, calc(100vw - 32px)';

/**
 * The published locations where productions have filmed that may be named, on a map and as a list.
 * @param props.map shows the locations of the list, which does without it
 */
export function FilmedLocationsPage(props: { filters: FilmedFilters; found: FilmedPage; map: ReactNode }) {
  const { filters, found, map } = props;
  const { data, total, current_page, per_page, years } = found;
  return (
    <main id="content" tabIndex={-1} className="wrap filmed-page">
      <h1 className="display display--4">Filmed here</h1>
      <p>Locations in {getRegionRules().name} where these productions have filmed.</p>
      <FilterForm key={toFilmedHref(filters, 1)} filters={filters} years={years} />
      <p role="status">
        {total === 0 ? 'No location was found.' : formatCount(total, 'location')}
        {total > MAX_POINTS &&
          `. The map has ${formatNumber(MAX_POINTS)} of them, where somebody has filmed last; the list has all.`}
      </p>
      {total > 0 && map}
      <section aria-labelledby="filmed-locations">
        <h2 id="filmed-locations" className="visually-hidden">
          Locations
        </h2>
        {total > 0 && data.length === 0 && <EmptyPage href={toFilmedHref(filters, 1)} />}
        <div className="card-grid">
          {data.map(({ productions, ...location }) => (
            <div key={location.id}>
              <LocationCard location={location} sizes={CARD_SIZES} />
              <ul>
                {productions.map(({ title, year }, i) => (
                  <li key={i}>
                    {title}, {year}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <Pagination
          current={current_page}
          total={total}
          size={per_page}
          to={{ href: (page) => toFilmedHref(filters, page) }}
        />
      </section>
    </main>
  );
}

/** A form that needs no script. */
function FilterForm({ filters: { title, year }, years }: { filters: FilmedFilters; years: readonly number[] }) {
  // A link can have a year without any production.
  const choices = [...new Set(year === undefined ? years : [...years, year])].toSorted((a, b) => b - a);
  return (
    <search>
      <form action="/filmed-here" className="filmed-page__filters">
        <Field id="filmed-title" label="Title" error={undefined} registration={{ name: 'title', defaultValue: title }}>
          {(control) => <input {...control} type="search" maxLength={MAX_TITLE_QUERY} />}
        </Field>
        <Field id="filmed-year" label="Year" error={undefined} registration={{ name: 'year', defaultValue: year }}>
          {(control) => (
            <select {...control}>
              <option value="">Any year</option>
              {choices.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" className="button">
          Show
        </button>
        {(title !== undefined || year !== undefined) && (
          <a className="link" href="/filmed-here">
            Show all
          </a>
        )}
      </form>
    </search>
  );
}
