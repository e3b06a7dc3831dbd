import { formatDate } from '../../../platform/text/dates.ts';
import { getRegionRules } from '../../geography/region-rules.ts';
import { impactData, impactDataCSV } from '../published/contract.ts';
import { HOW_KNOWN, WHY_CONFIDENTIAL, describeColumns, formatHeading } from '../published/format.ts';
import type { PublishedImpact } from '../published/schema.ts';
import { listPublishedTables } from '../published/tables.ts';
import { NumbersSection } from './NumbersSection.tsx';
import { PublishedFormulas } from './PublishedFormulas.tsx';
import './published-impact.css';

/** What productions have brought to the region in a year, for the public. */
export function PublishedImpactPage({ years, impact }: { years: readonly number[]; impact: PublishedImpact | null }) {
  const region = getRegionRules().name;
  return (
    <main id="content" tabIndex={-1} className="wrap published-impact">
      <h1 className="display display--4">{formatHeading(impact?.year)}</h1>
      <p>
        What productions have brought to {region}: days, local crew and spend. See also{' '}
        <a className="link" href="/filmed-here">
          where they have filmed
        </a>
        .
      </p>
      {impact ? <Year years={years} impact={impact} /> : <p className="muted">No year is published yet.</p>}
    </main>
  );
}

function Year({ years, impact }: { years: readonly number[]; impact: PublishedImpact }) {
  const { year, published_at } = impact;
  return (
    <>
      {years.length > 1 && (
        <nav aria-label="Years" className="published-impact__years">
          {years.map((one) => (
            <a
              key={one}
              className="button button--compact"
              href={`/impact?year=${one}`}
              aria-current={one === year ? 'page' : undefined}
            >
              {one}
            </a>
          ))}
        </nav>
      )}
      <p>
        Each production counts once, in the year of its wrap. {HOW_KNOWN} Published {formatDate(published_at)}, and not
        changed since.
      </p>
      <p>{WHY_CONFIDENTIAL}</p>
      {listPublishedTables(impact).map((table) => (
        <NumbersSection key={table.caption} table={table} />
      ))}
      <PublishedFormulas formulas={impact.formulas} />
      <OpenData impact={impact} />
    </>
  );
}

function OpenData({ impact: { year, licence, currency } }: { impact: PublishedImpact }) {
  return (
    <section aria-labelledby="impact-data">
      <h2 id="impact-data">Open data</h2>
      <p>
        <a className="link" href={`/api${impactDataCSV.path}?year=${year}`} download={`impact-${year}.csv`}>
          Figures as CSV
        </a>
        {', '}
        <a className="link" href={`/api${impactData.path}?year=${year}`} download={`impact-${year}.json`}>
          as JSON, which describes its keys
        </a>
      </p>
      <p>
        Licence:{' '}
        <a className="link" href={licence.url} rel="license">
          {licence.name}
        </a>
        , {licence.attribution}. Amounts are in {currency}.
      </p>
      <h3>Columns of the CSV file</h3>
      <dl>
        {Object.entries(describeColumns()).map(([name, description]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
