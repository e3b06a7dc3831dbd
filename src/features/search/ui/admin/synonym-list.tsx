import { formatDateTime } from '../../../../platform/text/dates.ts';
import type { Column } from '../../../../ui/table/columns.tsx';
import { type ListDefinition, createToParams } from '../../../../ui/table/table-state.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import type { synonyms } from '../../synonyms/contract.ts';
import {
  ORIGINS,
  ORIGIN_NAMES,
  RULE_KINDS,
  RULE_KIND_NAMES,
  SYNONYM_COLUMNS,
  type SynonymRow,
} from '../../synonyms/schema.ts';
import { SEARCH_TERMS_PATH } from './search-terms-paths.ts';
import './search-terms.css';

/** The list opens with the latest changes of the team. */
export const SYNONYM_LIST: ListDefinition = {
  name: 'search-terms',
  path: SEARCH_TERMS_PATH,
  columns: SYNONYM_COLUMNS,
  sort: { by: 'changed_at', order: 'desc' },
  filters: [
    {
      field: 'origin',
      label: 'Origin',
      kind: 'options',
      single: true,
      options: ORIGIN_NAMES.map((value) => ({ value, label: ORIGINS[value] })),
    },
    {
      field: 'kind',
      label: 'Kind',
      kind: 'options',
      single: true,
      options: RULE_KIND_NAMES.map((value) => ({ value, label: RULE_KINDS[value].label })),
    },
    { field: 'enabled', label: 'In use', kind: 'yes-no' },
  ],
};

export const toSynonymParams = createToParams<typeof synonyms>(SYNONYM_LIST);

export const SYNONYM_TABLE_COLUMNS: readonly Column<SynonymRow>[] = [
  {
    name: 'terms',
    label: 'Words',
    sort: 'asc',
    isAlwaysShown: true,
    grow: true,
    cell: ({ kind, terms }) => (
      <span className="search-terms__words">{terms.join(kind === 'EQUAL' ? ' = ' : ', ')}</span>
    ),
  },
  { name: 'meanings', label: 'Also mean', grow: true, cell: (row) => <Meanings {...row} /> },
  { name: 'origin', label: 'Origin', sort: 'asc', cell: ({ origin }) => ORIGINS[origin] },
  { name: 'enabled', label: 'In use', cell: ({ enabled }) => <InUse enabled={enabled} /> },
  {
    name: 'changed_at',
    label: 'Changed',
    sort: 'desc',
    cell: ({ changed_at }) => changed_at && formatDateTime(changed_at),
  },
  { name: 'changed_by', label: 'By', cell: ({ changed_by }) => changed_by && formatPerson(changed_by) },
];

function Meanings({ kind, meanings }: SynonymRow) {
  const none = kind === 'EQUAL' ? 'Each other' : meanings.length === 0 && 'Nothing: the search leaves it out';
  return none ? (
    <span className="muted search-terms__meanings">{none}</span>
  ) : (
    <span className="search-terms__meanings">{meanings.join(', ')}</span>
  );
}

function InUse({ enabled }: { enabled: boolean }) {
  return <span className={enabled ? 'search-terms__on' : 'search-terms__off'}>{enabled ? 'Yes' : 'No'}</span>;
}
