import { z } from 'zod';
import { LOCATION_STATES } from '../schema.ts';

/** The states in which a production films at a location on its days. */
export const SHOOT_STATES = { AGREED: LOCATION_STATES.AGREED, USED: LOCATION_STATES.USED } as const;
const SHOOT_STATE_NAMES = ['AGREED', 'USED'] as const;

/** Kilometres within which productions that film on the same day may be in the way of each other: parking, roads, noise. */
export const CLASH_KM = 2;
/** Clashes that a row shows. */
export const MAX_CLASHES = 5;

/** The columns that the diary can be sorted by. */
export const SHOOT_COLUMNS = ['used_from', 'title'] as const;

const productionName = z.object({
  id: z.uuid(),
  reference: z.string(),
  title: z.string(),
  code_name: z.string().nullable(),
  /** Whether the embargo is in force today. */
  is_secret: z.boolean(),
});

/** Days on which a production films at a location. */
export const shoot = z.object({
  id: z.uuid(),
  production: productionName,
  location_id: z.uuid().nullable(),
  title: z.string(),
  /** The local authority. */
  area: z.string().nullable(),
  state: z.enum(SHOOT_STATE_NAMES),
  used_from: z.string(),
  used_to: z.string(),
  /** Other productions that film on one of the days at the same location or near it. */
  clashes: z.array(
    z.object({
      /** Null for a production that the caller may not see. */
      production: productionName.nullable(),
      /** That of its location; null like the production. */
      title: z.string().nullable(),
    }),
  ),
});
export type Shoot = z.output<typeof shoot>;
