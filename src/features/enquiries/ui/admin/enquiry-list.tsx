import { formatDate, formatDateTime } from '../../../../platform/text/dates.ts';
import { formatNumber } from '../../../../platform/text/numbers.ts';
import type { Column } from '../../../../ui/table/columns.tsx';
import { ALL, type ListDefinition, type TableState, createToParams } from '../../../../ui/table/table-state.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import type { enquiries } from '../../cases/contract.ts';
import { ENQUIRY_COLUMNS, type EnquiryRow, OPEN_STATES, STATES, STATE_NAMES, type State } from '../../cases/schema.ts';
import { formatFilmingDates } from '../../format-filming-dates.ts';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../../schema.ts';
import '../../../../ui/mark.css';
import './enquiries.css';

const OPEN = 'open';

/** The noun for rows of the list. */
export const ENQUIRY_NOUN = ['enquiry', 'enquiries'] as const;

/** The list opens with the enquiries that the team still works on. */
export const ENQUIRY_LIST: ListDefinition = {
  name: 'enquiries',
  path: '/admin/enquiries',
  columns: ENQUIRY_COLUMNS,
  sort: { by: 'last_message_at', order: 'desc' },
  filters: [
    {
      field: 'state',
      label: 'State',
      kind: 'options',
      single: true,
      initial: OPEN,
      options: [
        { value: OPEN, label: 'Open' },
        ...STATE_NAMES.map((value) => ({ value, label: STATES[value] })),
        { value: ALL, label: 'All' },
      ],
    },
    { field: 'assignee', label: 'Assigned to', kind: 'options', single: true },
    { field: 'overdue', label: 'Overdue', kind: 'yes-no' },
    {
      field: 'kind',
      label: 'Kind of production',
      kind: 'options',
      options: PRODUCTION_KIND_NAMES.map((value) => ({ value, label: PRODUCTION_KINDS[value] })),
    },
    { field: 'received', label: 'Received', kind: 'date-range' },
  ],
};

const toParams = createToParams<typeof enquiries>(ENQUIRY_LIST);

/** The parameters of the API for a state of the list. */
export function toEnquiryParams(state: TableState): ReturnType<typeof toParams> {
  const isOpen = state.filters['state']?.[0] === OPEN;
  return { ...toParams(state), ...(isOpen && { state: [...OPEN_STATES] }) };
}

export const ENQUIRY_TABLE_COLUMNS: readonly Column<EnquiryRow>[] = [
  {
    name: 'reference',
    label: 'Reference',
    sort: 'desc',
    isAlwaysShown: true,
    cell: ({ reference }) => <span className="reference">{reference}</span>,
  },
  { name: 'state', label: 'State', sort: 'asc', cell: ({ state }) => <StateMark state={state} /> },
  { name: 'name', label: 'From', sort: 'asc', cell: ({ name }) => <span className="enquiry-name">{name}</span> },
  {
    name: 'locations',
    label: 'Locations',
    grow: true,
    cell: ({ locations }) => <LocationTitles titles={locations} />,
  },
  { name: 'production', label: 'Production', sort: 'asc', cell: ({ production }) => production },
  { name: 'filming_from', label: 'Filming', sort: 'asc', cell: (row) => <Filming {...row} /> },
  { name: 'assignee', label: 'Assigned to', cell: ({ assignee }) => assignee && formatPerson(assignee) },
  { name: 'due_on', label: 'Due', sort: 'asc', cell: (row) => <DueDate {...row} /> },
  { name: 'created_at', label: 'Received', sort: 'desc', cell: ({ created_at }) => formatDateTime(created_at) },
  {
    name: 'last_message_at',
    label: 'Last message',
    sort: 'desc',
    cell: ({ last_message_at }) => formatDateTime(last_message_at),
  },
];

/** The titles that fit in a row of the list; the others are on the page of the enquiry. */
const MAX_TITLES = 3;

function LocationTitles({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return 'General';
  const others = titles.length - MAX_TITLES;
  return (
    <>
      {titles.slice(0, MAX_TITLES).join(', ')}
      {others > 0 && <span className="muted">{` and ${formatNumber(others)} more`}</span>}
    </>
  );
}

/** When it will be filmed, and with how many people. */
function Filming(row: EnquiryRow) {
  const { crew_size } = row;
  return (
    <>
      <span className="enquiry-dates">{formatFilmingDates(row)}</span>
      {crew_size !== null && <span className="muted enquiry-crew">{`Crew of ${formatNumber(crew_size)}`}</span>}
    </>
  );
}

const STATE_CLASSES: Partial<Record<State, string>> = {
  NEW: 'mark--attention',
  ANSWERED: 'mark--good',
  CLOSED: 'mark--ended',
  SPAM: 'mark--ended',
};

/** The state of an enquiry. */
export function StateMark({ state }: { state: State }) {
  return <span className={`mark ${STATE_CLASSES[state] ?? ''}`}>{STATES[state]}</span>;
}

/** The due date of an enquiry, with a mark once it has passed. */
export function DueDate({ due_on, overdue }: Pick<EnquiryRow, 'due_on' | 'overdue'>) {
  if (due_on === null) return null;
  return (
    <>
      {formatDate(due_on)} {overdue && <strong className="overdue">Overdue</strong>}
    </>
  );
}

/** Returns the path of an enquiry in the back office. */
export function getEnquiryPath({ id }: { readonly id: string }): string {
  return `${ENQUIRY_LIST.path}/${id}`;
}
