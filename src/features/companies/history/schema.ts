import { z } from 'zod';
import { pageSchema } from '../../../platform/http/paging.ts';
import { person } from '../../entry-subjects/schema.ts';

/** The event, as shown in the list. */
export const ACTION_LABELS = {
  CREATED: 'Created',
  CHANGED: 'Changed',
  RESTORED: 'Restored',
  MERGED: 'Merged',
} as const;
type Action = keyof typeof ACTION_LABELS;

const revision = z.object({
  /** From 1 for each company or person: the version after the change. */
  number: z.number(),
  action: z.enum(Object.keys(ACTION_LABELS) as [Action, ...Action[]]),
  author: person.nullable(),
  recorded_at: z.string(),
  /** The revision that was restored. */
  restored_number: z.number().nullable(),
});

/** A version in the list, with the names of the fields that differ from the one before. */
const listedRevision = revision.extend({ fields: z.array(z.string()) });
export type ListedRevision = z.output<typeof listedRevision>;
export const revisionPage = pageSchema(listedRevision);

/** The values by the name of the field; of the field company_id the name of the company. Null where there is none. */
const values = z.record(z.string(), z.string().nullable());

/** A version with its values. */
export const revisionContent = revision.extend({
  values,
  /** The values of the entry that was merged into this one. */
  merged: values.nullable(),
  /** Whether the present values are the same. */
  is_current: z.boolean(),
});
export type RevisionContent = z.output<typeof revisionContent>;
