import { useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { FilterCounts } from '../../../ui/table/FilterCounts.tsx';
import { TableFooter } from '../../../ui/table/TableFooter.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import type { TableControl } from '../../../ui/table/table-state.ts';
import '../../../ui/checkbox.css';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { getRegionRules } from '../../geography/region-rules.ts';
import { importCommandMutation, importRowsQuery } from '../browser/client.ts';
import { selectImportRows } from '../browser/contract.ts';
import {
  type ImportDetails,
  type ImportRow,
  ROW_RESULTS,
  ROW_RESULT_LABELS,
  type RowGroup,
  type RowResult,
  getColumnLabel,
} from '../browser/schema.ts';
import { toRowParams } from './import-page.ts';

/** The report of a dry run: numbers that filter the rows, and each row with its changes and problems. */
export function DryRunReport({ api, details, table }: { api: Api; details: ImportDetails; table: TableControl }) {
  const { id, version, counts, new_options, warnings } = details;
  const params = toRowParams(id, table.state);
  const { data, isPlaceholderData } = useQuery(importRowsQuery(api, params, version));
  const { report, alert } = useErrorDialog();
  const select = useMutation(importCommandMutation(api, selectImportRows));
  const choose = (isSelected: boolean, rows: RowGroup | number[]) => {
    if (select.isPending) return;
    select.mutate({ id, expectedVersion: version, isSelected, rows }, { onError: report });
  };
  // The choice is shown at once, and until the rows are here that have it.
  const chosen = select.isPending || isPlaceholderData ? select.variables : undefined;
  const isSelected = ({ line, result }: Pick<ImportRow, 'line' | 'result'>) =>
    Array.isArray(chosen?.rows) && chosen.rows.includes(line) ? chosen.isSelected : result !== 'LEFT_OUT';
  const groups = listGroups(details);
  return (
    <>
      <section className="import-summary" aria-label="Summary">
        <FilterCounts
          counts={[
            {
              key: 'all',
              label: 'Rows',
              count: details.row_count,
              href: table.href({ filters: NO_FILTERS }),
              isChosen: !params.result && !params.duplicates && !params.outside,
            },
            ...ROW_RESULTS.map((result) => ({
              key: result,
              label: ROW_RESULT_LABELS[result],
              count: counts[result],
              href: table.href({ filters: { ...NO_FILTERS, result: [result] } }),
              isChosen: params.result === result,
            })),
            ...groups.map(({ filter, label, count }) => ({
              key: filter,
              label,
              count,
              href: table.href({ filters: { ...NO_FILTERS, [filter]: ['true'] } }),
              isChosen: params[filter] !== undefined,
            })),
          ]}
        />
        {groups.map(({ filter, group, note }) => (
          <p key={filter} className="import-group">
            <span>{note}</span>
            {[true, false].map((isWanted) => (
              <button
                key={String(isWanted)}
                type="button"
                className="button button--compact"
                aria-disabled={select.isPending}
                onClick={() => choose(isWanted, group)}
              >
                {isWanted ? 'Import all of them' : 'Leave all of them out'}
              </button>
            ))}
          </p>
        ))}
        {listNotes(details).map((note) => (
          <p key={note}>{note}</p>
        ))}
        {new_options.length > 0 && (
          <p>
            {`${formatCount(new_options.length, 'new option')}: ${new_options
              .slice(0, 20)
              .map(({ field, name }) => `${name} (${getColumnLabel(field)})`)
              .join(', ')}${new_options.length > 20 ? ' and more' : ''}.`}
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </section>
      <section className="import-rows" aria-label="Rows">
        <DataTable
          name={table.name}
          caption="Rows of the file"
          columns={[
            {
              name: 'selected',
              label: 'Import',
              isAlwaysShown: true,
              cell: ({ line, title, result }) =>
                IMPORTABLE.has(result) && (
                  <label className="checkbox-row import-select">
                    <input
                      type="checkbox"
                      aria-label={`Import ${title}, line ${line}`}
                      checked={isSelected({ line, result })}
                      aria-disabled={select.isPending}
                      onChange={({ target }) => choose(target.checked, [line])}
                    />
                  </label>
                ),
            },
            ...ROWS_TABLE,
          ]}
          rows={data?.data}
          rowKey={({ line }) => String(line)}
          rowHref={({ location_id }) => (location_id ? `/admin/locations/${location_id}` : undefined)}
          rowName={({ title }) => title}
          stale={isPlaceholderData}
          sort={{ by: table.state.sortBy, order: table.state.sortOrder }}
          hrefFor={table.href}
          empty={data && data.total > 0 ? <EmptyPage href={table.href({ page: 1 })} /> : <p>No rows were found.</p>}
        />
        {data && (
          <TableFooter
            page={table.state.page}
            total={data.total}
            size={data.per_page}
            noun={['row', 'rows']}
            hrefFor={table.href}
          />
        )}
      </section>
      {alert}
    </>
  );
}

const NO_FILTERS = { result: [], duplicates: [], outside: [] };

/** Results of rows that can be selected. */
const IMPORTABLE: ReadonlySet<RowResult> = new Set(['NEW', 'CHANGED', 'LEFT_OUT']);

/** The rows that are left out unless somebody wants them, with a sentence about them. */
function listGroups({ duplicates, outside }: ImportDetails) {
  const region = getRegionRules().name;
  return [
    {
      filter: 'outside' as const,
      group: 'OUTSIDE' as const,
      count: outside,
      label: `Outside ${region}`,
      note: `${formatCount(outside, 'row')} would put a location outside ${region}. ${describeLeftOut(outside)}`,
    },
    {
      filter: 'duplicates' as const,
      group: 'DUPLICATES' as const,
      count: duplicates,
      label: duplicates === 1 ? 'Likely duplicate' : 'Likely duplicates',
      note: `${duplicates === 1 ? '1 new location looks' : `${formatNumber(duplicates)} new locations look`} like one that the catalogue has already. ${describeLeftOut(duplicates)}`,
    },
  ].filter(({ count }) => count > 0);
}

function describeLeftOut(count: number): string {
  return count === 1 ? 'It is left out unless you select it.' : 'They are left out unless you select them.';
}

function listNotes({ counts, publishes }: ImportDetails): string[] {
  if (counts.NEW + counts.CHANGED === 0) return ['There is nothing to import.'];
  return [
    'Nothing is changed yet. Rows that are refused or not selected are left out, as are locations that somebody changes before the import.',
    ...(publishes > 0
      ? [
          `${formatCount(publishes, 'location')} will be published: live ones with their new values, and those that the file exports to the website.`,
        ]
      : []),
    'Owners get no email. You can undo the import for an hour after it has ended; new options stay.',
  ];
}

/** Changes that a row shows at once. */
const SHOWN_CHANGES = 4;

function Changes({ row: { location_id, changes, problems, publishes, is_outside, duplicate } }: { row: ImportRow }) {
  if (problems.length > 0)
    return (
      <ul className="import-problems">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    );
  const items = changes.map(({ field, before, after }) => (
    <li key={field}>
      <b>{field}</b>{' '}
      {location_id !== null && (
        <>
          <del>{before || 'empty'}</del> <span aria-hidden>→</span>{' '}
          <span className="visually-hidden">becomes</span>{' '}
        </>
      )}
      <ins>{after || 'empty'}</ins>
    </li>
  ));
  return (
    <>
      {is_outside && <p className="import-duplicate">{`Outside ${getRegionRules().name}.`}</p>}
      {duplicate && (
        <p className="import-duplicate">
          Looks like{' '}
          <a className="link" href={`/admin/locations/${duplicate.id}`}>
            {duplicate.title}
          </a>
          , which the catalogue has already ({duplicate.score} % similar).
        </p>
      )}
      <ul className="import-changes">{items.slice(0, SHOWN_CHANGES)}</ul>
      {items.length > SHOWN_CHANGES && (
        <details>
          <summary>{formatCount(items.length - SHOWN_CHANGES, 'more field')}</summary>
          <ul className="import-changes">{items.slice(SHOWN_CHANGES)}</ul>
        </details>
      )}
      {publishes && <p className="muted small">Will be published</p>}
    </>
  );
}

const ROWS_TABLE: readonly Column<ImportRow>[] = [
  {
    name: 'line',
    label: 'Line',
    sort: 'asc',
    align: 'end',
    isAlwaysShown: true,
    cell: ({ line }) => formatNumber(line),
  },
  {
    name: 'result',
    label: 'Result',
    isAlwaysShown: true,
    cell: ({ result }) => (
      <span className="import-result" data-result={result}>
        {ROW_RESULT_LABELS[result]}
      </span>
    ),
  },
  {
    name: 'title',
    label: 'Location, changes and problems',
    grow: true,
    isAlwaysShown: true,
    cell: (row) => (
      <>
        <span className="import-title">{row.title}</span>
        <Changes row={row} />
      </>
    ),
  },
];
