import { type ListDefinition, type TableState, createToParams } from '../../../ui/table/table-state.ts';
import type { importRows } from '../browser/contract.ts';
import { type ImportState, ROW_RESULTS, ROW_RESULT_LABELS } from '../browser/schema.ts';

const PATH = '/admin/import';

/** The path of the page of an uploaded file. */
export function getImportPath(id: string): string {
  return `${PATH}/${id}`;
}

export const STATE_LABELS: Readonly<Record<ImportState, string>> = {
  MAPPING: 'Choose the fields',
  CHECKING: 'Being checked',
  CHECKED: 'Checked',
  FAILED: 'Could not be checked',
  APPLIED: 'Started',
};

/** The rows of a dry run. */
export const getRowsList = (id: string): ListDefinition => ({
  name: 'import-rows',
  path: getImportPath(id),
  columns: ['line'],
  sort: { by: 'line', order: 'asc' },
  startsFresh: true,
  filters: [
    {
      field: 'result',
      label: 'Result',
      kind: 'options',
      single: true,
      options: ROW_RESULTS.map((value) => ({ value, label: ROW_RESULT_LABELS[value] })),
    },
    {
      field: 'duplicates',
      label: 'Likely duplicates',
      kind: 'options',
      single: true,
      options: [{ value: 'true', label: 'Yes' }],
    },
    {
      field: 'outside',
      label: 'Outside the region',
      kind: 'options',
      single: true,
      options: [{ value: 'true', label: 'Yes' }],
    },
  ],
});

/** The parameters of the API for a state of the list of rows. */
export const toRowParams = (id: string, state: TableState) => ({
  ...createToParams<typeof importRows>(getRowsList(id))(state),
  id,
});
