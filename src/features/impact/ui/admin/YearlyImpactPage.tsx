import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../../platform/text/numbers.ts';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { getAreaHint } from '../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { formatMoney } from '../../../geography/region-rules.ts';
import { LOSS_REASONS } from '../../../productions/schema.ts';
import { yearlyImpactQuery } from '../../client.ts';
import { BASES, BASIS_NAMES, FIGURES, FIGURE_NAMES, type Basis, type FigureName, isSpend } from '../../schema.ts';
import { exportImpact } from '../../yearly/contract.ts';
import { formatGrouping } from '../../yearly/format-grouping.ts';
import { type ConversionGroup, type FigureGroup, GROUPING_NAMES, type YearlyImpact } from '../../yearly/schema.ts';
import { NumbersTable } from './NumbersTable.tsx';
import '../../../../ui/table/table.css';
import './impact.css';

/** The impact of all productions of a year. @param props.year this one if it is undefined */
export function YearlyImpactPage({ api, year: wanted }: { api: Api; year: number | undefined }) {
  const { data: impact } = useSuspenseQuery(yearlyImpactQuery(api, wanted));
  const { year, groups, conversion, undated, unlinked } = impact;
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
        </div>
      </div>
      {hint && <p className="table-hint muted">{hint}</p>}
      <div className="impact-page">
        <Years impact={impact} />
        <p>
          Each production that has filmed counts once, in the year of its wrap. Days and spend are divided among
          councils by the days at the locations that were used; crew is not.
        </p>
        {undated > 0 && (
          <p>
            {formatCount(undated, 'production that has filmed has', 'productions that have filmed have')} no day of
            filming, and {undated === 1 ? 'counts' : 'count'} in no year.
          </p>
        )}
        {unlinked > 0 && (
          <p>
            {formatCount(unlinked, 'enquiry was', 'enquiries were')} closed as filmed without a production, and{' '}
            {unlinked === 1 ? 'is' : 'are'} in no figure. Add {unlinked === 1 ? 'it' : 'them'} to productions.
          </p>
        )}
        <SpendByKind groups={groups} />
        {GROUPING_NAMES.map((by) => (
          <FigureSection key={by} heading={formatGrouping(by)} groups={groups.filter((group) => group.by === by)} />
        ))}
        {GROUPING_NAMES.map((by) => (
          <ConversionSection
            key={by}
            heading={formatGrouping(by)}
            groups={conversion.filter((group) => group.by === by)}
          />
        ))}
        <Losses groups={conversion} />
        <p className="muted">Before you publish the file, check that no row of it is about a single production.</p>
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

/** The sum of figures that are known in one way, or in any. */
function sum({ figures }: FigureGroup, names: readonly FigureName[], basis?: Basis): number {
  const bases = basis ? [basis] : BASIS_NAMES;
  // Hundredths are whole numbers, so that the sum is exact.
  const hundredths = names.flatMap((name) => bases.map((one) => Math.round((figures[name]?.[one] ?? 0) * 100)));
  return hundredths.reduce((all, value) => all + value, 0) / 100;
}

const SPEND = FIGURE_NAMES.filter(isSpend);

function FigureSection({ heading, groups }: { heading: string; groups: readonly FigureGroup[] }) {
  if (groups.length === 0) return null;
  const isCouncil = groups[0]!.by === 'COUNCIL';
  return (
    <NumbersTable
      caption={groups[0]!.by === 'TOTAL' ? 'Figures' : `Figures by ${heading.toLowerCase()}`}
      columns={[
        heading,
        'Productions',
        'Days',
        'Local crew',
        'Crew days',
        'Spend',
        ...BASIS_NAMES.map((basis) => `${BASES[basis]} spend`),
      ]}
      rows={groups.map((group) => ({
        label: group.by === 'TOTAL' ? 'All productions' : group.label,
        cells: [
          formatNumber(group.productions),
          formatNumber(sum(group, ['DAYS'])),
          isCouncil ? '–' : formatNumber(sum(group, ['CREW'])),
          isCouncil ? '–' : formatNumber(sum(group, ['CREW_DAYS'])),
          formatMoney(sum(group, SPEND)),
          ...BASIS_NAMES.map((basis) => formatMoney(sum(group, SPEND, basis))),
        ],
      }))}
    />
  );
}

function SpendByKind({ groups }: { groups: readonly FigureGroup[] }) {
  const total = groups.find(({ by }) => by === 'TOTAL');
  if (!total) return null;
  return (
    <NumbersTable
      caption="Spend"
      columns={['Spend on', 'All', ...BASIS_NAMES.map((basis) => BASES[basis])]}
      rows={SPEND.map((name) => ({
        label: FIGURES[name],
        cells: [formatMoney(sum(total, [name])), ...BASIS_NAMES.map((basis) => formatMoney(sum(total, [name], basis)))],
      }))}
    />
  );
}

function ConversionSection({ heading, groups }: { heading: string; groups: readonly ConversionGroup[] }) {
  if (groups.length === 0) return null;
  const isTotal = groups[0]!.by === 'TOTAL';
  return (
    <NumbersTable
      caption={isTotal ? 'What came of enquiries' : `What came of enquiries by ${heading.toLowerCase()}`}
      columns={[heading, 'Enquiries', 'Productions', 'Filmed', 'Lost in the year']}
      rows={groups.map(({ label, enquiries, productions, filmed, lost }) => ({
        label: isTotal ? 'All enquiries' : label,
        cells: [enquiries, productions, filmed, lost.reduce((all, { productions: count }) => all + count, 0)].map(
          (count) => formatNumber(count),
        ),
      }))}
    />
  );
}

function Losses({ groups }: { groups: readonly ConversionGroup[] }) {
  const rows = groups.flatMap(({ by, label, lost }) =>
    lost.map(({ reason, productions }) => ({
      label: by === 'TOTAL' ? 'All' : label,
      cells: [reason === null ? 'Not known' : LOSS_REASONS[reason], formatNumber(productions)],
    })),
  );
  if (rows.length === 0) return null;
  return <NumbersTable caption="Reasons for losses" columns={['Group', 'Reason', 'Productions']} rows={rows} />;
}
