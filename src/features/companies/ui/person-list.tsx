import { formatDate } from '../../../platform/text/dates.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { createRecordPager, toListPage } from '../../../ui/table/record-pager.ts';
import { type Filter, type ListDefinition, createToParams } from '../../../ui/table/table-state.ts';
import { peopleQuery } from '../people/client.ts';
import type { people } from '../people/contract.ts';
import { PERSON_COLUMNS, type PersonRow } from '../people/schema.ts';
import type { CompanySuggestion } from '../schema.ts';
import { CHANGED_FILTER, DUPLICATES_FILTER } from './filters.ts';

export const PERSON_NOUN = ['person', 'people'] as const;

/** The value of the filter Company for people who have none. */
export const NO_COMPANY = 'none';

export const PERSON_LIST: ListDefinition = {
  name: 'people',
  path: '/admin/people',
  columns: PERSON_COLUMNS,
  sort: { by: 'name', order: 'asc' },
  filters: [{ field: 'company', label: 'Company', kind: 'options', single: true }, DUPLICATES_FILTER, CHANGED_FILTER],
};

/** The filters of the list. @param company the one whose people are shown: the page of a company leads to them */
export function withCompany(company: CompanySuggestion | undefined): readonly Filter[] {
  const options = [
    { value: NO_COMPANY, label: 'Without a company' },
    ...(company ? [{ value: company.id, label: company.name }] : []),
  ];
  return PERSON_LIST.filters.map((filter) =>
    filter.field === 'company' ? ({ ...filter, options } as Filter) : filter,
  );
}

export const toPersonParams = createToParams<typeof people>(PERSON_LIST);

export const PERSON_TABLE_COLUMNS: readonly Column<PersonRow>[] = [
  { name: 'name', label: 'Name', sort: 'asc', isAlwaysShown: true, grow: true, cell: ({ name }) => <b>{name}</b> },
  { name: 'job_title', label: 'Job title', cell: ({ job_title }) => job_title },
  { name: 'company', label: 'Company', cell: ({ company }) => company?.name },
  { name: 'email', label: 'Email', cell: ({ email }) => email },
  { name: 'telephone', label: 'Telephone', cell: ({ telephone }) => telephone },
  { name: 'created_at', label: 'Created', sort: 'desc', cell: ({ created_at }) => formatDate(created_at) },
  { name: 'updated_at', label: 'Changed', sort: 'desc', cell: ({ updated_at }) => formatDate(updated_at) },
];

export const personPager = createRecordPager(
  PERSON_LIST,
  (api, state) => peopleQuery(api, toPersonParams(state)),
  toListPage,
);

/** Returns the path of a person in the back office. */
export function getPersonPath({ id }: { readonly id: string }): string {
  return `${PERSON_LIST.path}/${id}`;
}
