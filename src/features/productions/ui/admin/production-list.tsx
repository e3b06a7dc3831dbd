import { formatDateTime, formatDay, formatDayRange } from '../../../../platform/text/dates.ts';
import type { Column } from '../../../../ui/table/columns.tsx';
import { ALL, type ListDefinition, type TableState, createToParams } from '../../../../ui/table/table-state.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../../../enquiries/schema.ts';
import type { productions } from '../../contract.ts';
import {
  ACTIVE_STAGES,
  PRODUCTION_COLUMNS,
  type Production,
  type ProductionRow,
  STAGES,
  STAGE_NAMES,
  type Stage,
} from '../../schema.ts';
import '../../../../ui/mark.css';
import './productions.css';

const ACTIVE = 'active';

/** The noun for rows of the list. */
export const PRODUCTION_NOUN = ['production', 'productions'] as const;

/** The list opens with the productions that have not ended. */
export const PRODUCTION_LIST: ListDefinition = {
  name: 'productions',
  path: '/admin/productions',
  columns: PRODUCTION_COLUMNS,
  sort: { by: 'updated_at', order: 'desc' },
  filters: [
    {
      field: 'stage',
      label: 'Stage',
      kind: 'options',
      single: true,
      initial: ACTIVE,
      options: [
        { value: ACTIVE, label: 'Active' },
        ...STAGE_NAMES.map((value) => ({ value, label: STAGES[value] })),
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
    { field: 'shooting', label: 'Shooting', kind: 'date-range' },
  ],
};

const toParams = createToParams<typeof productions>(PRODUCTION_LIST);

/** The parameters of the API for a state of the list. */
export function toProductionParams(state: TableState): ReturnType<typeof toParams> {
  const isActive = state.filters['stage']?.[0] === ACTIVE;
  return { ...toParams(state), ...(isActive && { stage: [...ACTIVE_STAGES] }) };
}

export const PRODUCTION_TABLE_COLUMNS: readonly Column<ProductionRow>[] = [
  {
    name: 'reference',
    label: 'Reference',
    sort: 'desc',
    isAlwaysShown: true,
    cell: ({ reference }) => <span className="reference">{reference}</span>,
  },
  { name: 'title', label: 'Title', sort: 'asc', grow: true, cell: (row) => <ProductionTitle {...row} /> },
  { name: 'stage', label: 'Stage', sort: 'asc', cell: ({ stage }) => <StageMark stage={stage} /> },
  { name: 'company', label: 'Company', cell: ({ company }) => company?.name },
  { name: 'kind', label: 'Kind', cell: ({ kind }) => kind && PRODUCTION_KINDS[kind] },
  { name: 'shoot_from', label: 'Shooting', sort: 'asc', cell: formatShooting },
  { name: 'office', label: 'Film office', cell: ({ office }) => office },
  { name: 'assignee', label: 'Assigned to', cell: ({ assignee }) => assignee && formatPerson(assignee) },
  { name: 'next_step_on', label: 'Next step', sort: 'asc', cell: (row) => <NextStep {...row} /> },
  { name: 'updated_at', label: 'Last change', sort: 'desc', cell: ({ updated_at }) => formatDateTime(updated_at) },
];

/** Formats the days of shooting as '2 Mar 2027 to 4 Mar 2027', or '' if they are not known. */
export function formatShooting({ shoot_from, shoot_to }: Pick<ProductionRow, 'shoot_from' | 'shoot_to'>): string {
  return formatDayRange(shoot_from, shoot_to);
}

/** The title of a production, with its code name while the title is secret. */
function ProductionTitle({ title, code_name, is_secret }: Pick<ProductionRow, 'title' | 'code_name' | 'is_secret'>) {
  return (
    <>
      {title} {is_secret && <EmbargoMark codeName={code_name} />}
    </>
  );
}

/** Says that a title is secret, and what others call the production. */
export function EmbargoMark({ codeName }: { codeName: string | null }) {
  return <span className="mark mark--attention">{`Embargo: say ‘${codeName ?? ''}’`}</span>;
}

const STAGE_CLASSES: Partial<Record<Stage, string>> = {
  SHOOTING: 'mark--good',
  COMPLETED: 'mark--ended',
  LOST: 'mark--ended',
};

/** The stage of a production. */
export function StageMark({ stage }: { stage: Stage }) {
  return <span className={`mark ${STAGE_CLASSES[stage] ?? ''}`}>{STAGES[stage]}</span>;
}

/** What is to be done next, with a mark once its day has passed. */
export function NextStep({
  next_step,
  next_step_on,
  overdue,
}: Pick<Production, 'next_step' | 'next_step_on' | 'overdue'>) {
  return (
    <>
      {next_step} {next_step_on !== null && <span className="muted">{formatDay(next_step_on)}</span>}{' '}
      {overdue && <strong className="overdue">Overdue</strong>}
    </>
  );
}

/** Returns the path of a production in the back office. */
export function getProductionPath({ id }: { readonly id: string }): string {
  return `${PRODUCTION_LIST.path}/${id}`;
}
