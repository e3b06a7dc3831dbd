import { z } from 'zod';
import { LOCATION_FIELDS, type LocationField } from '../catalogue/fields/lookup.ts';
import { ENTER_REASON } from '../messages.ts';

export const MAX_REASON_LENGTH = 1_000;
export const MAX_NOTE_LENGTH = 2_000;

/**
 * The fields and sections of a location that a reason can be about. Latitude stands for the whole position, which is one question to the
 * owner.
 */
export type ReasonPart = Exclude<LocationField, 'longitude'> | 'contacts' | 'images';
export const REASON_PARTS: readonly ReasonPart[] = [
  ...LOCATION_FIELDS.filter((name) => name !== 'longitude'),
  'contacts',
  'images',
];

export const reasonText = z.string().trim().min(1, ENTER_REASON).max(MAX_REASON_LENGTH);
const reason = z.object({ part: z.enum(REASON_PARTS as [ReasonPart, ...ReasonPart[]]), text: reasonText });
export type Reason = z.output<typeof reason>;

/** The changes requested from the owner of a returned location: a general reason, and at most one for each field or section. */
export const returnReasons = z.object({
  note: z.string().trim().max(MAX_NOTE_LENGTH).default(''),
  reasons: z
    .array(reason)
    .max(REASON_PARTS.length)
    .default([])
    .refine((list) => new Set(list.map(({ part }) => part)).size === list.length, 'Give one reason for each part.'),
});
export type ReturnReasons = z.output<typeof returnReasons>;

/** The reasons that the owner of a location still has to deal with. */
export const openReasons = z.object({
  /** ISO 8601. */
  decided_at: z.string(),
  note: z.string(),
  reasons: z.array(reason),
});
export type OpenReasons = z.output<typeof openReasons>;

export const DECISIONS = ['PUBLISHED', 'RETURNED'] as const;
export type Decision = (typeof DECISIONS)[number];
