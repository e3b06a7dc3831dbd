import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { pageSchema, tableParams } from '../../platform/http/paging.ts';
import { PAIR_COLUMNS, PAIR_STATES, REASONS, comparedPair, duplicatePair, similarLocation } from './schema.ts';

const pairParams = z.object({ a: z.uuid(), b: z.uuid() });

export const duplicatePairs = route('GET', '/admin/duplicates', {
  summary: 'Lists pairs of locations that may be one, the most likely first by default',
  access: 'location.merge',
  input: tableParams(PAIR_COLUMNS).extend({
    state: z.enum(PAIR_STATES).default('open'),
    /** The evidence that they are one place. */
    reason: z.enum(REASONS).optional(),
    /** Words of the title of either, or parts of them. */
    title: z.string().max(200).optional(),
  }),
  output: pageSchema(duplicatePair),
});

export const duplicatePairById = route('GET', '/admin/duplicates/{a}/{b}', {
  summary: 'Returns two locations that may be one, in either order',
  access: 'location.merge',
  input: pairParams,
  output: comparedPair,
});

export const dismissPair = route('POST', '/admin/duplicates/{a}/{b}/dismiss', {
  summary: 'Records that two likely duplicates are different locations. Returns 409 if somebody has done so already',
  access: 'location.merge',
  input: pairParams,
  output: duplicatePair,
});

export const restorePair = route('POST', '/admin/duplicates/{a}/{b}/restore', {
  summary: 'Undoes the decision that two likely duplicates are different locations. Returns 409 without one',
  access: 'location.merge',
  input: pairParams,
  output: duplicatePair,
});

export const similarLocations = route('POST', '/locations/similar', {
  summary: 'Lists locations that look like the one that the caller is entering: published ones, and their own',
  access: 'location.edit',
  input: z.object({
    /** The location itself, once it is saved. */
    id: z.uuid().optional(),
    title: z.string().max(150),
    nearesttown: z.string().max(120).default(''),
    postcode: z.string().max(12).default(''),
    latitude: z.number().min(-90).max(90).nullable().default(null),
    longitude: z.number().min(-180).max(180).nullable().default(null),
  }),
  output: z.array(similarLocation),
  isReadOnly: true,
});
