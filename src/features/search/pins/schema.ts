import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { person } from '../../entry-subjects/schema.ts';
import { MAX_QUERY_LENGTH } from '../schema.ts';
import { toQueryKey } from '../vocabulary/query-key.ts';
import { CHOOSE_LOCATIONS, ENTER_QUERY, MAX_PINNED, TOO_MANY_LOCATIONS } from './messages.ts';

export const pinForm = z.object({
  query: singleLine
    .min(1, ENTER_QUERY)
    .max(MAX_QUERY_LENGTH)
    .refine((query) => toQueryKey(query) !== '', ENTER_QUERY),
  /** Ids, the first result first. */
  locations: z
    .array(z.uuid())
    .max(100)
    .overwrite((ids) => [...new Set(ids)])
    .min(1, CHOOSE_LOCATIONS)
    .max(MAX_PINNED, TOO_MANY_LOCATIONS),
});
export type PinForm = z.output<typeof pinForm>;

export const pin = z.object({
  id: z.uuid(),
  version: z.number(),
  query: z.string(),
  /** One that is not published is skipped by the search. */
  locations: z.array(z.object({ id: z.uuid(), title: z.string(), published: z.boolean() })),
  changed_at: z.string(),
  /** Null once the account is gone. */
  changed_by: person.nullable(),
});
export type Pin = z.output<typeof pin>;
