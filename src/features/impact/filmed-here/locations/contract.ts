import { z } from 'zod';
import { route } from '../../../../platform/http/contract.ts';
import { singleLine } from '../../../../platform/http/field-schemas.ts';
import { pageParams, pageSchema } from '../../../../platform/http/paging.ts';
import { locationCard } from '../../../locations/catalogue/schema.ts';
import { yearParam } from '../../schema.ts';

export const MAX_TITLE_QUERY = 100;

const filters = z.object({
  /** Words of the title of a production. */
  title: singleLine.max(MAX_TITLE_QUERY).optional(),
  year: yearParam.optional(),
});
export type FilmedFilters = z.output<typeof filters>;

/** Each call reads all productions that may be named. */
const limit = { calls: 120, seconds: 60 } as const;

/** A published location, with the productions that have filmed there and match, the latest first. */
const filmedLocation = locationCard.extend({ productions: z.array(z.object({ title: z.string(), year: z.number() })) });

const filmedPage = pageSchema(filmedLocation).extend({
  /** The years in which any of the productions have filmed, the latest first. */
  years: z.array(z.number()),
});
export type FilmedPage = z.output<typeof filmedPage>;

export const filmedLocations = route('GET', '/filmed-here', {
  summary: 'Lists the published locations where productions that may be named have filmed, the latest first',
  access: 'public',
  input: filters.extend({ page: pageParams.shape.page }),
  output: filmedPage,
  limit,
});

/** Positions of the map at most: those where somebody has filmed last. */
export const MAX_POINTS = 1_000;

export const filmedPoints = route('GET', '/filmed-here/points', {
  summary: `Returns the public positions of up to ${MAX_POINTS} of the locations where productions that may be named have filmed`,
  access: 'public',
  input: filters,
  output: z.array(
    locationCard
      .pick({ id: true, title: true, locationurl: true, map_precision: true })
      .extend({ latitude: z.number(), longitude: z.number() }),
  ),
  limit,
});
export type FilmedPoint = z.output<typeof filmedPoints.output>[number];
