import { formatDay } from '../../../../../platform/text/dates.ts';
import type { Column } from '../../../../../ui/table/columns.tsx';
import { ALL, type ListDefinition, createToParams } from '../../../../../ui/table/table-state.ts';
import type { diary } from '../../../diary/contract.ts';
import { SHOOT_COLUMNS, SHOOT_STATES, type Shoot } from '../../../diary/schema.ts';
import { EmbargoMark } from '../production-list.tsx';

/** The noun for rows of the diary. */
export const SHOOT_NOUN = ['shoot', 'shoots'] as const;

/** The diary opens with what is still to come. */
export const DIARY: ListDefinition = {
  name: 'diary',
  path: '/admin/diary',
  columns: SHOOT_COLUMNS,
  sort: { by: 'used_from', order: 'asc' },
  filters: [
    {
      field: 'when',
      label: 'Days',
      kind: 'options',
      single: true,
      initial: 'upcoming',
      options: [
        { value: 'upcoming', label: 'Today and later' },
        { value: 'past', label: 'Passed' },
        { value: ALL, label: 'All' },
      ],
    },
    { field: 'clash', label: 'Clash, today and later', kind: 'yes-no' },
    { field: 'days', label: 'Filming', kind: 'date-range' },
  ],
};

/** The parameters of the API for a state of the diary. */
export const toDiaryParams = createToParams<typeof diary>(DIARY);

/** Formats the days of a shoot as '2 Mar 2027' or '2 Mar 2027 to 4 Mar 2027'. */
function formatDays({ used_from, used_to }: Pick<Shoot, 'used_from' | 'used_to'>): string {
  return used_from === used_to ? formatDay(used_from) : `${formatDay(used_from)} to ${formatDay(used_to)}`;
}

export const DIARY_COLUMNS: readonly Column<Shoot>[] = [
  { name: 'used_from', label: 'Days', sort: 'asc', isAlwaysShown: true, cell: formatDays },
  { name: 'title', label: 'Location', sort: 'asc', cell: ({ title }) => title },
  { name: 'area', label: 'Area', cell: ({ area }) => area },
  { name: 'production', label: 'Production', grow: true, cell: ({ production }) => <ProductionName {...production} /> },
  { name: 'state', label: 'State', cell: ({ state }) => SHOOT_STATES[state] },
  {
    name: 'clashes',
    label: 'Clashes with',
    cell: ({ clashes }) =>
      clashes.length > 0 && (
        <ul className="shoot-clashes">
          {clashes.map(({ production, title }, i) => (
            <li key={production?.id ?? i}>
              {production ? <ProductionName {...production} /> : 'Another production'}
              {title !== null && `, ${title}`}
            </li>
          ))}
        </ul>
      ),
  },
];

/** The reference and the title of a production, with its code name while the title is secret. */
function ProductionName({ reference, title, code_name, is_secret }: Shoot['production']) {
  return (
    <>
      {reference}: {title} {is_secret && <EmbargoMark codeName={code_name} />}
    </>
  );
}
