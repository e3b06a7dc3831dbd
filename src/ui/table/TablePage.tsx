import type { ReactNode } from 'react';
import { EmptyPage } from '../EmptyPage.tsx';
import { type DownloadedFile, getErrorMessage } from '../../platform/http/contract.ts';
import { ErrorAlert } from '../FormMessages.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { DataTable } from './DataTable.tsx';
import { ExportButton } from './ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import { focusTable } from './FilterChips.tsx';
import { Key } from './KeyboardHelp.tsx';
import { TableFooter, type Noun } from './TableFooter.tsx';
import type { Column } from './columns.tsx';
import { type TableControl, getActiveFilters } from './table-state.ts';
import { formatCount, formatNumber } from '../../platform/text/numbers.ts';

type BarProps = Parameters<typeof FilterBar>[0];
type RowProps<Row> = Pick<
  Parameters<typeof DataTable<Row>>[0],
  'rowKey' | 'rowHref' | 'rowName' | 'onOpen' | 'rowActions' | 'selection'
>;

/**
 * A list page of the back office: heading, filters, table and pagination.
 * @param props.found one page of the list, as a query returns it that keeps the previous page while it loads
 */
export function TablePage<Row>(
  props: {
    readonly title: string;
    readonly noun: Noun;
    readonly table: TableControl;
    readonly columns: readonly Column<Row>[];
    readonly found: {
      readonly data: { readonly data: readonly Row[]; readonly total: number; readonly per_page: number } | undefined;
      readonly error: unknown;
      readonly isPlaceholderData: boolean;
    };
    /** Number of items without any filter. */
    readonly all?: number | undefined;
    readonly fetchFile?: () => Promise<DownloadedFile>;
    /** Further actions of the page. */
    readonly actions?: ReactNode;
    /** Shown if the list has nothing, although no filter is set: what will be here. */
    readonly whenEmpty?: ReactNode;
    /** Shown above the filters: what the page has besides the list. */
    readonly intro?: ReactNode;
    /** A line above the table. */
    readonly hint?: ReactNode;
    /** Shown above the list: what is going on. */
    readonly notice?: ReactNode;
    /** The bar of the selected rows. */
    readonly selectionBar?: ReactNode;
  } & Omit<BarProps, 'table'> &
    RowProps<Row>,
) {
  const { title, noun, table, columns, all, fetchFile, actions, filters } = props;
  const { data: page, error, isPlaceholderData } = props.found;
  const { state, href } = table;
  const total = page?.total;
  return (
    <main id="content" tabIndex={-1} className="table-page">
      <div className="table-header">
        <h1 className="display">{title}</h1>
        <output className="muted num">{total !== undefined && <Count total={total} all={all} noun={noun} />}</output>
        {table.viewMenu}
        <div className="table-header__end no-print">
          <KeyHints opens={props.rowHref !== undefined} />
          {actions}
          <ColumnChooser columns={columns} control={table.layout} />
          {fetchFile && <ExportButton fetchFile={fetchFile} />}
        </div>
      </div>
      <div aria-live="polite">{table.restored && total === 0 && <RestoredFiltersNotice reset={table.reset} />}</div>
      {props.intro}
      <FilterBar
        table={table}
        filters={filters}
        search={props.search}
        limit={props.limit}
        prominent={props.prominent}
        resets={props.resets}
      />
      {props.notice}
      {props.hint && <p className="table-hint muted">{props.hint}</p>}
      {error ? (
        <ErrorAlert message={getErrorMessage(error)} />
      ) : (
        <DataTable
          name={table.name}
          caption={title}
          columns={columns}
          rows={page?.data}
          rowKey={props.rowKey}
          rowHref={props.rowHref}
          rowName={props.rowName}
          onOpen={props.onOpen}
          rowActions={props.rowActions}
          stale={isPlaceholderData}
          layout={table.layout}
          selection={props.selection}
          sort={{ by: state.sortBy, order: state.sortOrder }}
          hrefFor={href}
          empty={<NoRows table={table} filters={filters} noun={noun} total={total ?? 0} whenEmpty={props.whenEmpty} />}
        />
      )}
      {page && <TableFooter page={state.page} total={page.total} size={page.per_page} noun={noun} hrefFor={href} />}
      {props.selectionBar}
    </main>
  );
}

function RestoredFiltersNotice({ reset }: { reset: string | undefined }) {
  return (
    <p className="filters-restored no-print">
      The filters from your last visit still apply, and no results match them.{' '}
      <a className="link" href={reset} onClick={focusTable}>
        Clear all filters
      </a>
    </p>
  );
}

function Count({ total, all, noun }: { total: number; all: number | undefined; noun: Noun }) {
  return (
    <>
      {all === undefined || all === total ? formatNumber(total) : `${formatNumber(total)} of ${formatNumber(all)}`}
      <span className="visually-hidden"> {formatCount(total, ...noun).replace(/^\S+ /, '')}</span>
    </>
  );
}

/** The keyboard shortcuts of a table. Hidden from screen readers, which have their own commands. */
function KeyHints({ opens }: { opens: boolean }) {
  return (
    <span className="keyboard-hints muted" aria-hidden>
      <span>
        <Key name="j" />
        <Key name="k" /> row
      </span>
      {opens && (
        <span>
          <Key name="Enter" /> open
        </span>
      )}
      <span>
        <Key name="?" /> keys
      </span>
    </span>
  );
}

function NoRows(props: { noun: Noun; total: number; whenEmpty: ReactNode } & Pick<BarProps, 'table' | 'filters'>) {
  const { table, filters, noun, total, whenEmpty } = props;
  if (total > 0) return <EmptyPage href={table.href({ page: 1 })} />;
  const isRefined = table.state.query !== '' || getActiveFilters(filters, table.state).length > 0;
  if (!isRefined && whenEmpty) return whenEmpty;
  return (
    <p>
      No {noun[1]} were found.{' '}
      {isRefined && !table.restored && (
        <a className="link" href={table.reset}>
          Clear all filters
        </a>
      )}
    </p>
  );
}
