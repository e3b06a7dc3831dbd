import { formatDate } from '../../../platform/text/dates.ts';
import { formatNumber } from '../../../platform/text/numbers.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { createRecordPager, toListPage } from '../../../ui/table/record-pager.ts';
import { type ListDefinition, createToParams } from '../../../ui/table/table-state.ts';
import { companiesQuery } from '../client.ts';
import type { companies } from '../contract.ts';
import { COMPANY_COLUMNS, type CompanyRow } from '../schema.ts';
import { CHANGED_FILTER, DUPLICATES_FILTER } from './filters.ts';

export const COMPANY_NOUN = ['company', 'companies'] as const;

export const COMPANY_LIST: ListDefinition = {
  name: 'companies',
  path: '/admin/companies',
  columns: COMPANY_COLUMNS,
  sort: { by: 'name', order: 'asc' },
  filters: [DUPLICATES_FILTER, CHANGED_FILTER],
};

export const toCompanyParams = createToParams<typeof companies>(COMPANY_LIST);

export const COMPANY_TABLE_COLUMNS: readonly Column<CompanyRow>[] = [
  { name: 'name', label: 'Name', sort: 'asc', isAlwaysShown: true, grow: true, cell: ({ name }) => <b>{name}</b> },
  { name: 'email', label: 'Email', cell: ({ email }) => email },
  { name: 'telephone', label: 'Telephone', cell: ({ telephone }) => telephone },
  { name: 'website', label: 'Website', cell: ({ website }) => website },
  { name: 'people', label: 'People', cell: ({ people }) => formatNumber(people) },
  { name: 'created_at', label: 'Created', sort: 'desc', cell: ({ created_at }) => formatDate(created_at) },
  { name: 'updated_at', label: 'Changed', sort: 'desc', cell: ({ updated_at }) => formatDate(updated_at) },
];

export const companyPager = createRecordPager(
  COMPANY_LIST,
  (api, state) => companiesQuery(api, toCompanyParams(state)),
  toListPage,
);

/** Returns the path of a company in the back office. */
export function getCompanyPath({ id }: { readonly id: string }): string {
  return `${COMPANY_LIST.path}/${id}`;
}
