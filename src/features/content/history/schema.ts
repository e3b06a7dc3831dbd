import { z } from 'zod';
import { pageSchema } from '../../../platform/http/paging.ts';
import { AT_AN_UPGRADE, HISTORY_BEGAN, IN_THE_BACK_OFFICE } from '../../../platform/text/history-messages.ts';
import { person } from '../../entry-subjects/schema.ts';

/** The event, as shown in the list. */
export const ACTION_LABELS = {
  RECORDED: HISTORY_BEGAN,
  SAVED: 'Draft saved',
  RESTORED: 'Restored as a draft',
  PUBLISHED: 'Published',
  DISCARDED: 'Draft discarded',
  DELETED: 'Deleted',
} as const;
const ACTIONS = Object.keys(ACTION_LABELS) as (keyof typeof ACTION_LABELS)[];

/** Where a change was made. */
export const ORIGIN_LABELS = {
  EDITOR: IN_THE_BACK_OFFICE,
  INSTALLATION: 'at the installation of the site',
  UPGRADE: AT_AN_UPGRADE,
} as const;
const ORIGINS = Object.keys(ORIGIN_LABELS) as (keyof typeof ORIGIN_LABELS)[];

/** A version of a page, of the menu or of the footer. */
const revision = z.object({
  /** From 1 for each page. */
  number: z.number(),
  action: z.enum(ACTIONS),
  origin: z.enum(ORIGINS),
  /** Null for the installation and the upgrade. */
  author: person.nullable(),
  recorded_at: z.string(),
  restored_number: z.number().nullable(),
});

const listedRevision = revision.extend({
  /** Names of the fields that differ from the version before. */
  fields: z.array(z.string()),
});
export type ListedContentRevision = z.output<typeof listedRevision>;

export const contentRevisionPage = pageSchema(listedRevision).extend({
  /** Title of the page, with its placeholders unfilled. */
  title: z.string(),
  /** The version of the draft, which restoring expects. */
  version: z.number(),
  /** Whether the page does not exist any more. */
  is_deleted: z.boolean(),
});

export const contentRevision = revision.extend({
  /** Null once the page is deleted. */
  content: z.record(z.string(), z.unknown()).nullable(),
  /** Pictures that are deleted. */
  deleted_pictures: z.number(),
  /** Whether the latest version has the same content but for deleted pictures, so that restoring this one would change nothing. */
  is_current: z.boolean(),
});
export type ContentRevision = z.output<typeof contentRevision>;
