import { z } from 'zod';
import { pageSchema } from '../../../platform/http/paging.ts';
import { picture } from '../../media/schema.ts';
import { person } from '../../entry-subjects/schema.ts';
import { type RecordField, RECORD_FIELDS } from '../catalogue/fields/lookup.ts';
import { getTransferSchema } from '../catalogue/fields/validation.ts';
import { AT_AN_UPGRADE, HISTORY_BEGAN, IN_THE_BACK_OFFICE } from '../../../platform/text/history-messages.ts';
import { describedFact } from '../catalogue/production-facts/described-fact.ts';
import { STATUSES } from '../working-copy/schema.ts';

/** The event, as shown in the list. */
export const ACTION_LABELS = {
  RECORDED: HISTORY_BEGAN,
  CREATED: 'Created',
  CHANGED: 'Changed',
  IMPORTED: 'Imported',
  RESTORED: 'Restored',
  SUBMITTED: 'Sent for approval',
  RETURNED: 'Moved back to in progress',
  PUBLISHED: 'Published',
  UNPUBLISHED: 'Taken offline',
  REPUBLISHED: 'Republished',
  OWNER_CHANGED: 'Owner changed',
  MERGED: 'Merged',
} as const;
const ACTIONS = Object.keys(ACTION_LABELS) as (keyof typeof ACTION_LABELS)[];

/** Where a change was made. */
export const ORIGIN_LABELS = {
  WIZARD: 'in the owner’s pages',
  RECORD: IN_THE_BACK_OFFICE,
  BULK: 'in a bulk change',
  UNDO: 'by undoing a bulk change',
  IMPORT: 'from an import',
  COMMAND_LINE: 'from the command line',
  UPGRADE: AT_AN_UPGRADE,
  MERGE: 'of two entries for one place',
} as const;
const ORIGINS = Object.keys(ORIGIN_LABELS) as (keyof typeof ORIGIN_LABELS)[];

const recordField = z.enum(RECORD_FIELDS as [RecordField, ...RecordField[]]);

/** A version of a location: who did what, when and from where. */
const revision = z.object({
  /** From 1 for each location. */
  number: z.number(),
  action: z.enum(ACTIONS),
  origin: z.enum(ORIGINS),
  /** Null for the command line. */
  author: person.nullable(),
  /** The first change and the last one: those of an owner within ten minutes are one revision. */
  started_at: z.string(),
  recorded_at: z.string(),
  /** After the change. */
  status: z.enum(STATUSES),
  owner: person.nullable(),
  /** The revision that was restored. */
  restored_number: z.number().nullable(),
  /** The other location of a merge. */
  merged_id: z.string().nullable(),
});

/** A version in the list, with what differs from the one before. */
const listedRevision = revision.extend({
  /** Names of the changed fields. */
  fields: z.array(recordField),
  images: z.boolean(),
  production_facts: z.boolean(),
});
export type ListedRevision = z.output<typeof listedRevision>;

export const revisionPage = pageSchema(listedRevision).extend({
  /** The version that the public sees; null if none is online, or it is older than the history. */
  online: z.number().nullable(),
});

const revisionImage = picture.extend({
  id: z.string(),
  primary: z.boolean(),
  /** Whether it was deleted since. */
  isDeleted: z.boolean(),
  /** Whether it went to another location when this one was merged into that. */
  isMoved: z.boolean(),
  /** Whether the file can still be shown. */
  isShown: z.boolean(),
});
export type RevisionImage = z.output<typeof revisionImage>;

/** A version with its content. A field is missing if the version does not know it: it was erased, or was added to the product later. */
export const revisionContent = revision.extend({
  fields: getTransferSchema(RECORD_FIELDS).partial(),
  images: z.array(revisionImage),
  /** Those that had a value; null in a version that is older than these facts. */
  production_facts: z.array(describedFact).nullable(),
  /** Options of these fields that are deleted, by name. */
  deleted_options: z.array(z.object({ field: recordField, name: z.string() })),
});
export type RevisionContent = z.output<typeof revisionContent>;
