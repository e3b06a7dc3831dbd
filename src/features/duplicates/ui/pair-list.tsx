import { formatDateTime } from '../../../platform/text/dates.ts';
import { Image } from '../../../ui/icons.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { type ListDefinition, createToParams } from '../../../ui/table/table-state.ts';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import { ContentStatus } from '../../locations/working-copy/ui/StatusLabel.tsx';
import { Picture } from '../../media/ui/Picture.tsx';
import { formatPerson } from '../../entry-subjects/schema.ts';
import type { duplicatePairs } from '../contract.ts';
import { type DuplicatePair, PAIR_COLUMNS, REASONS, REASON_LABELS } from '../schema.ts';
import { formatDistance } from '../../geography/format-distance.ts';
import { listReasons } from './describe-match.ts';
import './duplicates.css';

/** The list of likely duplicates. It opens with the most likely. */
export const DUPLICATES_LIST: ListDefinition = {
  name: 'duplicates',
  path: '/admin/duplicates',
  columns: PAIR_COLUMNS,
  sort: { by: 'score', order: 'desc' },
  startsFresh: true,
  filters: [
    { field: 'title', label: 'Title', kind: 'text' },
    {
      field: 'reason',
      label: 'Reason',
      kind: 'options',
      single: true,
      options: REASONS.map((value) => ({ value, label: REASON_LABELS[value] })),
    },
    {
      field: 'state',
      label: 'Decision',
      kind: 'options',
      single: true,
      options: [
        { value: 'open', label: 'None yet' },
        { value: 'dismissed', label: 'Not a duplicate' },
      ],
    },
  ],
};

/** Returns the path of the page that compares a pair. */
export function getPairPath({
  a,
  b,
}: {
  readonly a: { readonly id: string };
  readonly b: { readonly id: string };
}): string {
  return `/admin/duplicates/${a.id}/${b.id}`;
}

export const toPairParams = createToParams<typeof duplicatePairs>(DUPLICATES_LIST);

export const PAIR_TABLE: readonly Column<DuplicatePair>[] = [
  {
    name: 'score',
    label: 'Similarity',
    sort: 'desc',
    isAlwaysShown: true,
    cell: ({ score }) => <span className="num">{`${score} %`}</span>,
  },
  {
    name: 'locations',
    label: 'Locations',
    grow: true,
    isAlwaysShown: true,
    cell: ({ a, b }) => (
      <span className="duplicate-pair">
        <PairedLocation location={a} />
        <PairedLocation location={b} />
      </span>
    ),
  },
  {
    name: 'reasons',
    label: 'Reasons',
    cell: (pair) => (
      <span className="duplicate-reasons">
        {listReasons(pair).map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
      </span>
    ),
  },
  {
    name: 'distance',
    label: 'Distance',
    sort: 'asc',
    align: 'end',
    cell: ({ distance }) => (distance === null ? <span className="muted">Unknown</span> : formatDistance(distance)),
  },
  {
    name: 'found_at',
    label: 'Found',
    sort: 'desc',
    cell: ({ found_at }) => <time dateTime={found_at}>{formatDateTime(found_at)}</time>,
  },
  {
    name: 'dismissed_by',
    label: 'Decision',
    cell: ({ dismissed_at, dismissed_by }) =>
      dismissed_at === null ? (
        <span className="muted">None yet</span>
      ) : (
        `Not a duplicate${dismissed_by ? `, ${formatPerson(dismissed_by)}` : ''}`
      ),
  },
];

function PairedLocation({ location: { title, nearesttown, status, picture } }: { location: DuplicatePair['a'] }) {
  return (
    <span className="duplicate-pair__location">
      <span className={`duplicate-pair__picture ${picture ? 'frame' : 'thumb--none'}`}>
        {picture ? <Picture picture={picture} sizes="48px" /> : <Image small />}
      </span>
      <span>
        <strong>{getDisplayTitle(title)}</strong>
        {nearesttown && <span className="muted">{` ${nearesttown}`}</span>}
      </span>
      <span className="duplicate-pair__status">
        <ContentStatus status={status} />
      </span>
    </span>
  );
}
