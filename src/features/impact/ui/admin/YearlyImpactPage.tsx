import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { getAreaHint } from '../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { yearlyImpactQuery } from '../../client.ts';
import { exportImpact, impactReport } from '../../yearly/contract.ts';
import type { YearlyImpact } from '../../yearly/schema.ts';
import { describeYear, listTables } from '../../yearly/tables.ts';
import { NumbersSection } from '../NumbersSection.tsx';
import { PublicationPart } from './PublicationPart.tsx';
import '../../../../ui/table/table.css';
import './impact.css';

/** The impact of all productions of a year. @param props.year this one if it is undefined */
export function YearlyImpactPage({ api, year: wanted }: { api: Api; year: number | undefined }) {
  const { data: impact } = useSuspenseQuery(yearlyImpactQuery(api, wanted));
  const { year } = impact;
  const hint = getAreaHint(useUser(api), 'Productions with enquiries');
  return (
    <main id="content" tabIndex={-1} className="table-page">
      <div className="table-header">
        <h1 className="display">Impact {year}</h1>
        <div className="impact-survey">
          <a className="button button--compact" href="/admin/impact/formulas">
            Formulas
          </a>
          <ExportButton fetchFile={() => api(exportImpact, { year })} />
          <ExportButton label="Report as PDF" fetchFile={() => api(impactReport, { year })} />
        </div>
      </div>
      {hint && <p className="table-hint muted">{hint}</p>}
      <div className="impact-page">
        <Years impact={impact} />
        <PublicationPart api={api} impact={impact} />
        {describeYear(impact).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {listTables(impact).map((table) => (
          <NumbersSection key={table.caption} table={table} />
        ))}
        <p className="muted">
          Before you pass a file on, check that no row of it is about a single production. What is published above has
          no such rows.
        </p>
      </div>
    </main>
  );
}

function Years({ impact: { year, years } }: { impact: YearlyImpact }) {
  return (
    <nav aria-label="Years" className="impact-survey">
      {years.map((one) => (
        <a
          key={one}
          className="button button--compact"
          href={`/admin/impact?year=${one}`}
          aria-current={one === year ? 'page' : undefined}
        >
          {one}
        </a>
      ))}
    </nav>
  );
}
