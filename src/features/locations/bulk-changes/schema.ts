import { z } from 'zod';
import { person } from '../../entry-subjects/schema.ts';
import { listParams } from '../admin-list/schema.ts';
import { FACETS, FACET_FIELDS, type FacetField, MAX_OPTION_LENGTH, getFactLabel } from '../catalogue/schema.ts';
import { CHOOSE_LOCATIONS, CHOOSE_OPTION, ONE_OPTION_ONLY, selectionLimit } from './messages.ts';

/** Limit of locations that are selected, or left out, one by one. */
const MAX_SELECTED = 1_000;

const ids = z.array(z.uuid()).max(MAX_SELECTED, selectionLimit(MAX_SELECTED));

/** The selected locations: by their ids, or all that match a query of the list, without some. */
export const selection = z.union(
  [
    z.strictObject({ ids: ids.min(1, CHOOSE_LOCATIONS) }),
    z.strictObject({ matching: listParams.omit({ sort: true }), except: ids.default([]) }),
  ],
  CHOOSE_LOCATIONS,
);
export type Selection = z.output<typeof selection>;

const options = z.array(z.string().max(MAX_OPTION_LENGTH)).max(100);

/**
 * The action on the locations. The name of the new owner is stored with the action, whatever a request says. `add` and `remove` are for
 * fields with several options; `set` without options empties the field.
 */
export const bulkAction = z
  .union([
    z.object({ kind: z.enum(['set', 'add', 'remove']), field: z.enum(FACET_FIELDS), options }),
    z.object({ kind: z.literal('feature'), featured: z.boolean() }),
    z.object({ kind: z.literal('owner'), userId: z.uuid(), ownerName: z.string().max(300).optional() }),
    z.object({ kind: z.enum(['publish', 'unpublish']) }),
  ])
  .superRefine((action, { addIssue }) => {
    if (!('field' in action)) return;
    const path = ['options'];
    if (action.kind !== 'set' && action.options.length === 0)
      addIssue({ code: 'custom', path, message: CHOOSE_OPTION });
    const isSingle = !FACETS[action.field].isMultiple;
    if (isSingle && (action.kind !== 'set' || action.options.length > 1))
      addIssue({ code: 'custom', path, message: ONE_OPTION_ONLY });
  });
export type BulkAction = z.output<typeof bulkAction>;
export type OptionAction = Extract<BulkAction, { field: FacetField }>;

/** The kind of a change: an action, or the import of a file, which changes each location as in its row. */
export const storedAction = z.union([bulkAction, z.object({ kind: z.literal('import'), fileName: z.string() })]);
export type StoredAction = z.output<typeof storedAction>;

/** PREVIEW: nothing is changed until it is started. FAILED: the job could not go on; what it has changed stays. */
const BULK_STATES = ['PREVIEW', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED', 'UNDOING', 'UNDONE'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** The states of a change that can be undone within the time limit. */
export const UNDOABLE_STATES: ReadonlySet<BulkState> = new Set(['DONE', 'CANCELLED', 'FAILED']);

/** The outcome for a location. NEW: an import has added it. LEFT_OUT: the row of a file was not to be imported. */
export const ITEM_STATES = [
  'PENDING',
  'SAME',
  'REFUSED',
  'LEFT_OUT',
  'NEW',
  'CHANGED',
  'SKIPPED',
  'UNDONE',
  'KEPT',
] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const ITEM_STATE_LABELS: Readonly<Record<ItemState, string>> = {
  PENDING: 'To be changed',
  SAME: 'Unchanged',
  REFUSED: 'Refused',
  LEFT_OUT: 'Left out',
  NEW: 'New',
  CHANGED: 'Changed',
  SKIPPED: 'Not reached',
  UNDONE: 'Undone',
  KEPT: 'Not undone',
};

/** Why a location is not changed, or not undone, or a row of a file is left out. */
export const REASONS = {
  AWAITING_APPROVAL: 'Awaits approval. Decide in the review.',
  OWNER_DRAFT: 'Its owner is changing it and has not saved yet.',
  OWNER_UPLOADS: 'Its owner is adding images.',
  INCOMPLETE: 'Not complete enough to publish:',
  URL_TAKEN: 'Another location is still published at its web address.',
  CHANGED: 'Somebody has changed it in the meantime.',
  DELETED: 'It was deleted in the meantime.',
  MERGED: 'It was merged into another location.',
  OUT_OF_REACH: 'You may no longer change it.',
  OPTION_DELETED: 'An option was deleted from its list.',
  OWNER_UNAVAILABLE: 'The account of the owner is not available any more.',
  OWNER_FULL: 'The owner would have more locations than an owner can have.',
  PICTURE_DELETED: 'A picture of its published version was deleted.',
  LEGACY_ID_TAKEN: 'Another location has its former legacy id.',
  ROW_PROBLEM: 'The row has a problem:',
  NOT_SELECTED: 'The row was deselected.',
  OUTSIDE_REGION: 'The row would put it outside the region.',
  LIKELY_DUPLICATE: 'It looks like a location that the catalogue has already:',
  IN_USE: 'It is used by now:',
} as const;
export type Reason = keyof typeof REASONS;

/** Reasons of rows of a file that are left out although nothing is wrong with them. They are stored as refused. */
export const LEFT_OUT_REASONS = [
  'NOT_SELECTED',
  'OUTSIDE_REGION',
  'LIKELY_DUPLICATE',
] as const satisfies readonly Reason[];
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

const REASON_NAMES = Object.keys(REASONS) as [Reason, ...Reason[]];

/** The reason as a sentence. */
export function formatReason(reason: Reason, detail: string | null): string {
  return [REASONS[reason], detail].filter(Boolean).join(' ');
}

/** A change of many locations. */
export const bulkChange = z.object({
  id: z.uuid(),
  state: z.enum(BULK_STATES),
  action: storedAction,
  created_by: person.nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** The end of the time limit for undoing it. */
  undo_until: z.string().nullable(),
  undone_by: person.nullable(),
  undone_at: z.string().nullable(),
  /** Number of locations by state. */
  counts: z.record(z.enum(ITEM_STATES), z.number()),
});
export type BulkChange = z.output<typeof bulkChange>;

/** Locations that undoing would change back, or delete. */
export function countUndoable({ NEW, CHANGED }: BulkChange['counts']): number {
  return NEW + CHANGED;
}

/** A change with what its page shows besides the list of locations. */
export const bulkChangeDetails = bulkChange.extend({
  /** Number of refused, left out or kept locations by reason, the most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(REASON_NAMES), count: z.number() })),
  /** Number of owners who get an email about it. */
  mails: z.number(),
  /** Number of locations of a preview that would be published with what their owners have not submitted. */
  unsubmitted: z.number(),
  /** Whether it can be undone now. */
  can_undo: z.boolean(),
});
export type BulkChangeDetails = z.output<typeof bulkChangeDetails>;

/** A location of a change. */
export const bulkItem = z.object({
  location_id: z.uuid(),
  title: z.string(),
  state: z.enum(ITEM_STATES),
  reason: z.enum(REASON_NAMES).nullable(),
  /** The reason as a sentence; in a preview, what would be replaced, or published without being submitted; empty for neither. */
  note: z.string(),
  /** Whether the location exists. */
  exists: z.boolean(),
  /** The version in its history that the change has made. */
  revision: z.number().nullable(),
  /** The line of the imported file; null for other changes. */
  line: z.number().nullable(),
});
export type BulkItem = z.output<typeof bulkItem>;

/** Describes a change, such as ‘Add to Category: Castle’. */
export function formatAction(action: StoredAction): string {
  switch (action.kind) {
    case 'set':
    case 'add':
    case 'remove':
      return formatOptionAction(action);
    case 'feature':
      return action.featured ? 'Feature on the home page' : 'Stop featuring on the home page';
    case 'owner':
      return `Change the owner to ${action.ownerName ?? 'another account'}`;
    case 'publish':
      return 'Publish';
    case 'unpublish':
      return 'Take offline';
    case 'import':
      return `Import ${action.fileName}`;
  }
}

function formatOptionAction({ kind, field, options: names }: OptionAction): string {
  const label = getFactLabel(field);
  if (names.length === 0) return `Clear ${label}`;
  const verb = { set: `Set ${label} to`, add: `Add to ${label}:`, remove: `Remove from ${label}:` }[kind];
  return `${verb} ${names.join(', ')}`;
}
