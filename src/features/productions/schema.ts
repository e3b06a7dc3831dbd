import { z } from 'zod';
import { date, singleLine } from '../../platform/http/field-schemas.ts';
import { person } from '../entry-subjects/schema.ts';
import { PRODUCTION_KIND_NAMES, clearable, toParagraphs } from '../enquiries/schema.ts';
import * as messages from './messages.ts';

/** The stages of a production with their labels, in their order. */
export const STAGES = {
  ENQUIRY: 'Enquiry',
  DEVELOPMENT: 'Development',
  PREPARATION: 'Preparation',
  SHOOTING: 'Shooting',
  POST_PRODUCTION: 'Post-production',
  COMPLETED: 'Completed',
  LOST: 'Lost',
} as const;
export type Stage = keyof typeof STAGES;
export const STAGE_NAMES = Object.keys(STAGES) as [Stage, ...Stage[]];
/** The stages that a production does not leave by itself. */
export const ENDED_STAGES: readonly Stage[] = ['COMPLETED', 'LOST'];
/** Those in which a production films or has filmed. */
export const FILMED_STAGES: readonly Stage[] = ['SHOOTING', 'POST_PRODUCTION', 'COMPLETED'];
export const ACTIVE_STAGES = STAGE_NAMES.filter((stage) => !ENDED_STAGES.includes(stage));

/** Budgets by their upper limits, in whole units of the currency of the region; null for what is above the last one. */
export const BUDGET_BANDS = {
  UP_TO_250K: 250_000,
  UP_TO_1M: 1_000_000,
  UP_TO_5M: 5_000_000,
  UP_TO_20M: 20_000_000,
  OVER_20M: null,
} as const;
export type BudgetBand = keyof typeof BUDGET_BANDS;
export const BUDGET_BAND_NAMES = Object.keys(BUDGET_BANDS) as [BudgetBand, ...BudgetBand[]];

/** Why a production was lost. */
export const LOSS_REASONS = {
  FINANCE: 'Its finance fell through',
  INCENTIVE: 'Better incentives elsewhere',
  COST: 'Too expensive here',
  NO_LOCATION: 'No suitable location',
  NO_CONSENT: 'Consent was refused',
  NO_CREW: 'No crew or studio',
  DATES: 'The dates did not work',
  OTHER: 'Another reason',
} as const;
export type LossReason = keyof typeof LOSS_REASONS;
export const LOSS_REASON_NAMES = Object.keys(LOSS_REASONS) as [LossReason, ...LossReason[]];

/** How far a production has come with a location. */
export const LOCATION_STATES = {
  OFFERED: 'Offered',
  VISITED: 'Visited',
  REFUSED: 'Refused',
  AGREED: 'Agreed',
  USED: 'Used',
} as const;
export type LocationState = keyof typeof LOCATION_STATES;
export const LOCATION_STATE_NAMES = Object.keys(LOCATION_STATES) as [LocationState, ...LocationState[]];

export const NAME_LENGTH = 120;
const NOTE_LENGTH = 4_000;
const MAX_CREW_SIZE = 10_000;
export const MAX_CONTACTS = 50;
export const MAX_LOCATIONS = 500;
export const MAX_NOTES = 2_000;
export const MAX_ENQUIRIES = 200;
/** Productions that are changed at once. */
export const MAX_CHANGED = 100;
/** Productions that an account adds in a day. */
export const MAX_DAILY_PRODUCTIONS = 500;

export const paragraphs = (length: number) => z.string().overwrite(toParagraphs).trim().max(length);
const day = clearable(date);

/** The details of a production. */
export const productionFields = z.object({
  title: singleLine.min(1, messages.ENTER_TITLE).max(NAME_LENGTH),
  code_name: clearable(singleLine.max(NAME_LENGTH)),
  embargoed: z.boolean(),
  embargo_until: day,
  company_id: clearable(z.uuid()),
  kind: clearable(z.enum(PRODUCTION_KIND_NAMES)),
  stage: z.enum(STAGE_NAMES),
  /** Counts while it is lost. */
  loss_reason: clearable(z.enum(LOSS_REASON_NAMES)),
  /** Whether the public may read its title at the locations that it used, after the embargo. */
  may_be_named: z.boolean(),
  prep_from: day,
  shoot_from: day,
  shoot_to: day,
  post_to: day,
  crew_size: clearable(
    z.coerce
      .number(messages.ENTER_CREW_SIZE)
      .int(messages.ENTER_CREW_SIZE)
      .min(1, messages.ENTER_CREW_SIZE)
      .max(MAX_CREW_SIZE, messages.ENTER_CREW_SIZE),
  ),
  budget_band: clearable(z.enum(BUDGET_BAND_NAMES)),
  needs: clearable(paragraphs(NOTE_LENGTH)),
  /** The film office that looks after it; null for the Locations Team. */
  office_id: clearable(z.coerce.number().int().positive()),
  assignee_id: clearable(z.uuid()),
  next_step: clearable(singleLine.max(200)),
  next_step_on: day,
});
export type ProductionFields = z.output<typeof productionFields>;
export type ProductionField = keyof ProductionFields;
/** The details that are changed. */
export type ProductionChange = { readonly [Field in ProductionField]?: ProductionFields[Field] | undefined };

/** The labels of the details, in their order in the form. */
export const FIELD_LABELS: Readonly<Record<ProductionField, string>> = {
  title: 'Title',
  code_name: 'Code name',
  embargoed: 'Embargo',
  embargo_until: 'Last day of the embargo',
  stage: 'Stage',
  loss_reason: 'Reason, if it was lost',
  may_be_named: 'May be named',
  kind: 'Kind of production',
  company_id: 'Company',
  prep_from: 'Preparation from',
  shoot_from: 'Shooting from',
  shoot_to: 'Shooting until (wrap)',
  post_to: 'Post-production until',
  crew_size: 'Crew size',
  budget_band: 'Budget',
  needs: 'What they look for',
  office_id: 'Looked after by',
  assignee_id: 'Assigned to',
  next_step: 'Next step',
  next_step_on: 'Next step on',
};

/** The dates that follow each other. */
const DATES = ['prep_from', 'shoot_from', 'shoot_to', 'post_to'] as const;

/** Returns the errors of fields that do not agree with others; the database has the same rules. */
export function findContradictions(fields: ProductionFields): Partial<Record<ProductionField, string>> {
  const given = DATES.filter((name) => fields[name]);
  const late = given.find((name, i) => i > 0 && fields[name]! < fields[given[i - 1]!]!);
  return {
    ...(fields.embargoed && !fields.code_name && { code_name: messages.ENTER_CODE_NAME }),
    ...(!fields.embargoed && fields.embargo_until && { embargo_until: messages.EMBARGO_WITHOUT_DATE }),
    ...(fields.next_step_on && !fields.next_step && { next_step: messages.ENTER_NEXT_STEP }),
    ...(late && { [late]: messages.DATES_IN_ORDER }),
  };
}

export const productionForm = productionFields.check((context) => {
  for (const [field, message] of Object.entries(findContradictions(context.value)))
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
});

/** The details that are changed of several productions at once; the day of the next step goes with it. */
export const bulkChange = productionFields
  .pick({ stage: true, assignee_id: true, office_id: true, next_step: true, next_step_on: true })
  .partial();

/** A production as it was when it was selected. */
const productionVersion = z.object({ id: z.uuid(), version: z.number().int().min(0) });
export type ProductionVersion = z.output<typeof productionVersion>;
export const productionVersions = z
  .array(productionVersion)
  .min(1, messages.CHOOSE_PRODUCTIONS)
  .max(MAX_CHANGED, messages.changeLimit(MAX_CHANGED))
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, messages.SELECT_ONCE);

/** What became of a production that was changed with others. */
export const bulkResult = z.object({
  id: z.uuid(),
  /** Null if the caller may not see it, or it is deleted. */
  production: z.object({ reference: z.string(), title: z.string() }).nullable(),
  /** Why it was not changed, as a sentence; null if it was. */
  reason: z.string().nullable(),
});
export type BulkResult = z.output<typeof bulkResult>;

export const noteForm = z.object({ text: paragraphs(NOTE_LENGTH).min(1, messages.ENTER_NOTE) });

/** The columns that the list can be sorted by. */
export const PRODUCTION_COLUMNS = ['reference', 'title', 'stage', 'shoot_from', 'next_step_on', 'updated_at'] as const;

const named = z.object({ id: z.uuid(), name: z.string() });

export const productionRow = z.object({
  id: z.uuid(),
  version: z.number(),
  reference: z.string(),
  title: z.string(),
  code_name: z.string().nullable(),
  /** Whether the embargo is in force today. */
  is_secret: z.boolean(),
  company: named.nullable(),
  kind: z.enum(PRODUCTION_KIND_NAMES).nullable(),
  stage: z.enum(STAGE_NAMES),
  shoot_from: z.string().nullable(),
  shoot_to: z.string().nullable(),
  office: z.string().nullable(),
  assignee: person.nullable(),
  next_step: z.string().nullable(),
  next_step_on: z.string().nullable(),
  /** Whether the day of the next step has passed. */
  overdue: z.boolean(),
  updated_at: z.string(),
});
export type ProductionRow = z.output<typeof productionRow>;

const productionContact = z.object({
  person_id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  role: z.string(),
});

const productionLocation = z.object({
  id: z.uuid(),
  location_id: z.uuid().nullable(),
  title: z.string(),
  state: z.enum(LOCATION_STATE_NAMES),
  used_from: z.string().nullable(),
  used_to: z.string().nullable(),
  /** Whether the location is published now. */
  published: z.boolean(),
  /** Whether the caller may open it in the back office. */
  is_accessible: z.boolean(),
});

/** A production with its contacts, enquiries and locations. */
export const production = productionFields.extend({
  id: z.uuid(),
  reference: z.string(),
  version: z.number(),
  is_secret: z.boolean(),
  overdue: z.boolean(),
  company: named.nullable(),
  office: z.string().nullable(),
  assignee: person.nullable(),
  previous: z.object({ id: z.uuid(), reference: z.string(), title: z.string() }).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  contacts: z.array(productionContact),
  enquiries: z.array(
    z.object({
      id: z.uuid(),
      version: z.number(),
      reference: z.string(),
      name: z.string(),
      email: z.string(),
      state: z.string(),
    }),
  ),
  locations: z.array(productionLocation),
});
export type Production = z.output<typeof production>;
