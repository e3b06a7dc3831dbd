import { z } from 'zod';
import { singleLine } from '../../platform/http/field-schemas.ts';
import { DENSITIES, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from '../../ui/table/table-layout.ts';
import { ENTER_VIEW_NAME, VIEW_TOO_LARGE } from './messages.ts';

/** The maximum number of views of one list. */
export const MAX_OWN_VIEWS = 30;
export const MAX_TEAM_VIEWS = 30;

const MAX_COLUMNS = 60;
/** Characters of the content as JSON. */
const MAX_CONTENT_LENGTH = 8_000;

const fieldName = z.string().regex(/^[A-Za-z]\w{0,39}$/);
const columnNames = z.array(fieldName).max(MAX_COLUMNS);
const paramValue = z.string().min(1).max(100);

/**
 * The content of a view. The columns, filters and options of a list can change after a view was saved, so this schema limits only form and
 * size; whatever the list does not have any more is ignored when the view is opened.
 */
export const viewContent = z
  .object({
    /** The parameters of the URL of the list, without the page. */
    search: z.record(fieldName, z.union([paramValue, z.array(paramValue).min(1).max(MAX_COLUMNS)])),
    layout: z.object({
      hidden: columnNames,
      order: columnNames,
      widths: z.record(fieldName, z.number().int().min(MIN_COLUMN_WIDTH).max(MAX_COLUMN_WIDTH)),
      density: z.enum(DENSITIES),
    }),
  })
  .refine((content) => JSON.stringify(content).length <= MAX_CONTENT_LENGTH, VIEW_TOO_LARGE);
export type ViewContent = z.output<typeof viewContent>;

export const viewName = singleLine.min(1, ENTER_VIEW_NAME).max(60);

/** A saved view. */
const listView = z.object({
  id: z.uuid(),
  version: z.number(),
  name: z.string(),
  /** Whether it belongs to the team; otherwise to the caller. */
  isTeam: z.boolean(),
  content: viewContent,
});
export type ListView = z.output<typeof listView>;

/** The views of a list that a user can open, by name, and the id of the one that the list opens with. */
export const listViews = z.object({ views: z.array(listView), defaultId: z.uuid().nullable() });
export type ListViews = z.output<typeof listViews>;
