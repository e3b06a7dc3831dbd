import { z } from 'zod';
import { clearable } from '../schema.ts';
import { CHOOSE_AREAS, ENTER_DAYS, ENTER_SPEND } from './messages.ts';

const MAX_DAYS = 3_650;
const MAX_SPEND = 2_000_000_000;
const MAX_AREAS = 50;

/** Reads an amount as people write it: with separators and the sign of the currency. */
const amount = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/[\s,£€$]/g, '') : value),
  z.coerce.number(ENTER_SPEND).int(ENTER_SPEND).min(0, ENTER_SPEND).max(MAX_SPEND, ENTER_SPEND),
);

/** The outcome of an enquiry. */
export const outcomeFields = z.object({
  filmed: clearable(z.enum(['YES', 'NO'])),
  filming_days: clearable(z.coerce.number(ENTER_DAYS).int(ENTER_DAYS).min(1, ENTER_DAYS).max(MAX_DAYS, ENTER_DAYS)),
  /** In whole units of the currency of the region. */
  spend: clearable(amount),
  /** Names of local authorities. */
  areas: z.array(z.string().max(120)).max(MAX_AREAS, CHOOSE_AREAS),
});
type OutcomeFields = z.output<typeof outcomeFields>;
/** The fields of a change that are about the outcome. */
export type OutcomeChange = { readonly [Field in keyof OutcomeFields]?: OutcomeFields[Field] | undefined };

export const outcome = outcomeFields.extend({
  filmed: z.enum(['YES', 'NO']),
  filming_days: z.number().nullable(),
  spend: z.number().nullable(),
  areas: z.array(z.string()),
});
export type Outcome = z.output<typeof outcome>;
