import { z } from 'zod';
import { date, singleLine } from '../../platform/http/field-schemas.ts';
import { addDays, countDays } from '../../platform/text/days.ts';

/** How certain it is that a location cannot be filmed at. */
export const KINDS = { BLOCKED: 'Unavailable', LIKELY: 'Likely unavailable' } as const;
export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as [Kind, ...Kind[]];

export const REPETITIONS = { WEEKLY: 'Every week', YEARLY: 'Every year' } as const;
export type Repetition = keyof typeof REPETITIONS;
export const REPETITION_NAMES = Object.keys(REPETITIONS) as [Repetition, ...Repetition[]];

/** Entries of one location. */
export const MAX_ENTRIES = 100;
export const MAX_NOTE_LENGTH = 500;
/** Years from today within which days can be entered. Both limit how many days follow from an entry that repeats. */
export const YEARS_AHEAD = 3;
export const YEARS_BACK = 4;
/** Months from today that the public sees. */
export const PUBLIC_MONTHS = 12;
/** Days that can be asked about at once. */
export const MAX_ASKED_DAYS = 366;
/** Locations that can be asked about at once: those of an enquiry or a board. */
export const MAX_ASKED_LOCATIONS = 1_000;

/** Whole days, both included. */
export interface DayRange {
  readonly first_day: string;
  readonly last_day: string;
}

const DAY = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])$/;

/** Days in a URL: one, or the first and the last of several, at most a year: `2027-03-01,2027-03-05`. */
export const daysParam = z.string().transform((text, context): DayRange => {
  const [first_day = '', last_day = first_day, ...more] = text.split(',');
  const isValid = more.length === 0 && [first_day, last_day].every(isDay) && first_day <= last_day;
  if (isValid && countDays(first_day, last_day) < MAX_ASKED_DAYS) return { first_day, last_day };
  context.addIssue({ code: 'custom', message: 'Enter days such as 2027-03-01,2027-03-05, of a year at most.' });
  return z.NEVER;
});

/** Formats days for a URL. */
export function formatDaysParam({ first_day, last_day }: DayRange): string {
  return first_day === last_day ? first_day : `${first_day},${last_day}`;
}

/** Not for 30 February: counting no days from it gives another day. */
function isDay(text: string): boolean {
  return DAY.test(text) && addDays(text, 0) === text;
}

export const unavailableRange = z.object({ kind: z.enum(KIND_NAMES), first_day: z.string(), last_day: z.string() });
/** Days on which a location is unavailable, or likely so. */
export type UnavailableRange = z.output<typeof unavailableRange>;

/** The fields of an entry. What they must fulfil together is in `findProblems`. */
export const entryFields = z.object({
  kind: z.enum(KIND_NAMES),
  first_day: date,
  last_day: date,
  repeats: z.enum(REPETITION_NAMES).nullable().default(null),
  /** The last day on which a repetition begins; ignored without one. */
  repeats_until: date.nullable().default(null),
  note: singleLine.max(MAX_NOTE_LENGTH).default(''),
});
export type EntryFields = z.output<typeof entryFields>;

export const entry = z.object({
  id: z.uuid(),
  version: z.number(),
  ...unavailableRange.shape,
  repeats: z.enum(REPETITION_NAMES).nullable(),
  repeats_until: z.string().nullable(),
  note: z.string(),
});
/** Days that the owner of a location, or the team, has entered. */
export type Entry = z.output<typeof entry>;

/** What the owner of a location and the team see. */
export const ownAvailability = z.object({
  /** Those that have not ended, the earliest first. */
  entries: z.array(entry),
  /** Days on which productions film there from today on, which are unavailable too. */
  shoots: z.array(z.object({ first_day: z.string(), last_day: z.string() })),
});
export type OwnAvailability = z.output<typeof ownAvailability>;

/** What the public sees. */
export const publicAvailability = z.object({
  /** The period that it is about. */
  first_day: z.string(),
  last_day: z.string(),
  ranges: z.array(unavailableRange),
});
export type PublicAvailability = z.output<typeof publicAvailability>;

/** A location that is unavailable on some of the days that were asked about, or likely so. */
export const conflict = z.object({ id: z.uuid(), ranges: z.array(unavailableRange) });
export type Conflict = z.output<typeof conflict>;
