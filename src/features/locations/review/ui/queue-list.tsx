import { formatDateTime, formatDuration } from '../../../../platform/text/dates.ts';
import { type ListDefinition, createToParams } from '../../../../ui/table/table-state.ts';
import type { Column } from '../../../../ui/table/columns.tsx';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import type { reviewQueue } from '../contract.ts';
import { QUEUE_COLUMNS, type QueuedLocation, SUBMISSION_KINDS, SUBMISSION_LABELS } from '../schema.ts';
import { STEP_NAMES } from '../../catalogue/fields/wizard-steps.ts';

/** The list of submitted locations. It opens with the oldest submission. */
export const REVIEW_LIST: ListDefinition = {
  name: 'review',
  path: '/admin/review',
  columns: QUEUE_COLUMNS,
  sort: { by: 'submitted_at', order: 'asc' },
  startsFresh: true,
  filters: [
    {
      field: 'kind',
      label: 'Submission',
      kind: 'options',
      single: true,
      options: SUBMISSION_KINDS.map((value) => ({ value, label: SUBMISSION_LABELS[value] })),
    },
    {
      field: 'reviewer',
      label: 'Reviewer',
      kind: 'options',
      single: true,
      options: [
        { value: 'nobody', label: 'Nobody' },
        { value: 'me', label: 'Me' },
        { value: 'colleague', label: 'A colleague' },
      ],
    },
  ],
};

/** Returns the path of the review of a location. */
export function getReviewPath(id: string): string {
  return `/admin/review/${id}`;
}

export const toQueueParams = createToParams<typeof reviewQueue>(REVIEW_LIST);

export const QUEUE_TABLE: readonly Column<QueuedLocation>[] = [
  {
    name: 'submitted_at',
    label: 'Waiting',
    sort: 'asc',
    isAlwaysShown: true,
    // The time passes between rendering on the server and hydration.
    cell: ({ submitted_at }) => (
      <time dateTime={submitted_at} title={formatDateTime(submitted_at)} suppressHydrationWarning>
        {formatWaiting(submitted_at)}
      </time>
    ),
  },
  {
    name: 'title',
    label: 'Location',
    sort: 'asc',
    grow: true,
    isAlwaysShown: true,
    cell: ({ title, nearesttown }) => (
      <>
        <strong>{getDisplayTitle(title)}</strong>
        {nearesttown && <span className="muted">{` ${nearesttown}`}</span>}
      </>
    ),
  },
  { name: 'owner', label: 'Owner', cell: ({ owner }) => owner && formatPerson(owner) },
  { name: 'kind', label: 'Submission', cell: ({ kind }) => SUBMISSION_LABELS[kind] },
  {
    name: 'complete',
    label: 'Completeness',
    cell: ({ complete, images }) => formatCompleteness(complete, images),
  },
  {
    name: 'reviewer',
    label: 'Reviewer',
    cell: ({ reviewer }) => (reviewer ? formatPerson(reviewer) : <span className="muted">Nobody</span>),
  },
];

/** How long a location has been waiting, as '2 days 3 hours'. */
export function formatWaiting(submittedAt: string): string {
  return formatDuration((Date.now() - Date.parse(submittedAt)) / 1000);
}

export function formatCompleteness(complete: number, images: number): string {
  return `${complete} of ${STEP_NAMES.length} steps, ${formatCount(images, 'image')}`;
}
