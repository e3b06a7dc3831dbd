import type { BoundingBox } from '../geography/schema.ts';
import { z } from 'zod';
import { FACET_FIELDS, type FacetField, RANGE_FACETS, RANGE_FIELDS, type RangeField } from '../locations/schema.ts';
import { NO_CONTROL_CHARACTERS, ENTER_OPTIONS, ENTER_AREA, enterRange } from './messages.ts';

export const PAGE_SIZE = 20;
export const MAX_QUERY_LENGTH = 100;
export const MAX_SUGGESTIONS = 4;
export const MAX_INSTANT_RESULTS = 3;
/** Debounce of the typeahead. */
export const TYPEAHEAD_DELAY_MS = 500;
/** Time after the mouse has left a filter menu until it closes. */
export const DROPDOWN_CLOSE_DELAY_MS = 2_000;

/** A range of numbers, its ends included; an end that is left out is open. */
export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const optionName = z
  .string()
  .max(120)
  .regex(/^\P{Cc}*$/u, NO_CONTROL_CHARACTERS);
const optionNames = z
  .union([z.array(optionName).max(100), optionName.transform((only) => [only])], ENTER_OPTIONS)
  .optional()
  .transform((given) => given ?? []);

const facets = Object.fromEntries(FACET_FIELDS.map((field) => [field, optionNames])) as Record<
  FacetField,
  typeof optionNames
>;

/** `west,south,east,north` in degrees. */
export const bboxParam = z
  .string()
  .max(100)
  .transform((text, context): BoundingBox => {
    const [west, south, east, north, ...more] = text.split(',').map(Number);
    const inRange = (n: number | undefined, limit: number): n is number => n !== undefined && Math.abs(n) <= limit;
    if (
      more.length > 0 ||
      !inRange(west, 180) ||
      !inRange(south, 90) ||
      !inRange(east, 180) ||
      !inRange(north, 90) ||
      west > east ||
      south > north
    ) {
      context.addIssue({ code: 'custom', message: ENTER_AREA });
      return z.NEVER;
    }
    return [west, south, east, north];
  });

/** `10-50`, `10-` or `-50`: whole numbers up to `max`, both ends included. */
const rangeParam = (max: number) =>
  z
    .string()
    .max(100)
    .transform((text, context): NumberRange => {
      const [from, to] =
        /^(\d*)-(\d*)$/
          .exec(text)
          ?.slice(1)
          .map((end) => (end === '' ? undefined : Number(end))) ?? [];
      if ((from === undefined && to === undefined) || Math.max(from ?? 0, to ?? 0) > max || (to ?? max) < (from ?? 0)) {
        context.addIssue({ code: 'custom', message: enterRange(max) });
        return z.NEVER;
      }
      return { min: from, max: to };
    })
    .optional();

export const rangeParams = Object.fromEntries(
  RANGE_FIELDS.map((field) => [field, rangeParam(RANGE_FACETS[field].max)]),
) as Record<RangeField, ReturnType<typeof rangeParam>>;

/** The query parameters of a search. */
export const searchInput = z.object({
  query: z.string().trim().max(MAX_QUERY_LENGTH).default(''),
  bbox: bboxParam.optional(),
  /** Leaves out locations without photographs. */
  photographs: z.literal('yes').optional(),
  ...facets,
  ...rangeParams,
});
export type SearchInput = z.output<typeof searchInput>;
