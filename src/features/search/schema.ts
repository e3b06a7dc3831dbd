import type { BoundingBox, Position } from '../geography/schema.ts';
import { z } from 'zod';
import { daysParam } from '../availability/schema.ts';
import {
  FACET_FIELDS,
  type FacetField,
  RANGE_FACETS,
  RANGE_FIELDS,
  type RangeField,
} from '../locations/catalogue/schema.ts';
import {
  NO_CONTROL_CHARACTERS,
  ENTER_OPTIONS,
  ENTER_AREA,
  ENTER_OUTLINE,
  ENTER_PLACE,
  enterRange,
} from './messages.ts';

export const PAGE_SIZE = 20;
export const MAX_QUERY_LENGTH = 100;
export const MAX_PLACE_LENGTH = 100;
/** Distance around a town or a position, in kilometres. */
export const NEAR_KM = 40;
/** Kilometres around a place. */
export const MAX_WITHIN_KM = 500;
/** Kilometres around a place that the place filter offers. */
export const DISTANCES_KM: readonly number[] = [10, 20, 40, 80, 160];
/** The number of points of a drawn area. */
export const MIN_POINTS = 3;
export const MAX_POINTS = 60;
/** Decimal places of positions in the URL: about ten metres. */
const POSITION_DECIMALS = 4;
/** Orders of results other than the default, best match first. */
export const SEARCH_ORDERS = ['newest', 'nearest', 'title'] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];
export const MAX_SUGGESTIONS = 4;
export const MAX_INSTANT_RESULTS = 3;
/** Names of places offered for the start of one. */
export const MAX_PLACES = 8;
/** Debounce of the names of places, which need no search. */
export const PLACES_DELAY_MS = 150;
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

function inRange(degrees: number | undefined, limit: number): degrees is number {
  return degrees !== undefined && Math.abs(degrees) <= limit;
}

/** Rounds degrees for the URL; never to -0. */
export function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(POSITION_DECIMALS)) + 0;
}

const POSITION = /^([-+]?\d*\.?\d+)\s*,\s*([-+]?\d*\.?\d+)$/;

/** The name of a place, or `latitude,longitude` in degrees. */
export const placeParam = z.string().transform((text, context): string | Position => {
  const [, latitude, longitude] = POSITION.exec(text.trim()) ?? [];
  if (latitude !== undefined && inRange(Number(latitude), 90) && inRange(Number(longitude), 180))
    return { latitude: roundDegrees(Number(latitude)), longitude: roundDegrees(Number(longitude)) };
  const name = text.replace(/\s+/g, ' ').trim();
  if (latitude === undefined && name !== '' && name.length <= MAX_PLACE_LENGTH && !/\p{Cc}|\p{Cs}/u.test(name))
    return name;
  context.addIssue({ code: 'custom', message: ENTER_PLACE });
  return z.NEVER;
});

/** Kilometres around the place. */
export const withinParam = z.coerce.number().int().min(1).max(MAX_WITHIN_KM);

/** A drawn area: `longitude,latitude` in degrees of each of its points. */
export const outlineParam = z
  .string()
  .max(2_000)
  .transform((text, context): Position[] => {
    const degrees = text.split(',').map((part) => roundDegrees(Number(part.trim() || Number.NaN)));
    const points = degrees.flatMap((longitude, i) => (i % 2 === 0 ? { latitude: degrees[i + 1]!, longitude } : []));
    if (
      points.length < MIN_POINTS ||
      points.length > MAX_POINTS ||
      !points.every(({ latitude, longitude }) => inRange(latitude, 90) && inRange(longitude, 180))
    ) {
      context.addIssue({ code: 'custom', message: ENTER_OUTLINE });
      return z.NEVER;
    }
    return points;
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
  place: placeParam.optional(),
  /** Ignored without a place. By default a name means the area of the place, and a position what is within 40 km of it. */
  within: withinParam.optional(),
  outline: outlineParam.optional(),
  /** Leaves out locations that are blocked on any of these days. */
  dates: daysParam.optional(),
  sort: z.enum(SEARCH_ORDERS).optional(),
  ...facets,
  ...rangeParams,
});
export type SearchInput = z.output<typeof searchInput>;
