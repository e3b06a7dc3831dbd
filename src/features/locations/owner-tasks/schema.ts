import { z } from 'zod';
import { person } from '../../entry-subjects/schema.ts';
import { ENTER_TASK } from '../messages.ts';
import { STEP_NAMES } from '../catalogue/fields/wizard-steps.ts';

const MAX_TASK_LENGTH = 1_000;
const TASK_STATES = ['OPEN', 'DONE', 'CANCELLED'] as const;

/** Something that the Locations Team asks the owner of a location for. */
export const taskForm = z.object({
  step: z.enum(STEP_NAMES),
  text: z.string().trim().min(1, ENTER_TASK).max(MAX_TASK_LENGTH),
});

/** A task as its owner sees it. */
export const openTask = taskForm.extend({
  id: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
});
export type OpenTask = z.output<typeof openTask>;

/** A task as the Locations Team sees it. */
export const ownerTask = openTask.extend({
  state: z.enum(TASK_STATES),
  created_by: person.nullable(),
  /** Null while it is open; who has done or cancelled it. */
  closed_at: z.string().nullable(),
  closed_by: person.nullable(),
});
export type OwnerTask = z.output<typeof ownerTask>;
