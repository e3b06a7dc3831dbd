import { z } from 'zod';
import { telephoneSchema } from '../../platform/field-schemas.ts';
import type { BoundingBox } from './schema.ts';

const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine(([west, south, east, north]) => west < east && south < north, 'must be west, south, east, north');

/** What forms and maps need to know about the region, on the server and in the browser. Part of `region.json`. */
export const regionRules = z.object({
  /** As in "places in Scotland". */
  name: z.string().min(1),
  /** What maps show that have nothing else to show. */
  view: box,
  /** Required beside every map with the base map. */
  mapAttribution: z.string(),
  /** The caption of the picture on the home page, unless its content has one. */
  bannerCaption: z.string(),
  /** Numbers of any country are valid. */
  telephone: z.object({ example: z.string(), hint: z.string() }),
  /** Null if the region has no postcodes, or any number of formats: then a postcode is any short text. */
  postcode: z
    .object({
      /** A regular expression that the whole postcode matches, in upper case and with its space. */
      pattern: z.string(),
      example: z.string(),
      /** Number of characters after the space; 0 if there is no space. */
      endLength: z.number().int().min(0).max(9),
    })
    .nullable(),
});
export type RegionRules = Omit<z.output<typeof regionRules>, 'view'> & { readonly view: BoundingBox };

let read: (() => RegionRules) | undefined;

/** Defines where the rules come from: on the server the region folder, in the browser the details of the site. */
export function setRegionRules(getRules: () => RegionRules): void {
  read = getRules;
}

/** Returns the rules of the region. */
export function getRegionRules(): RegionRules {
  if (!read) throw new Error('The rules of the region are not loaded.');
  return read();
}

/** A telephone number; the message has an example of the region. */
export const telephone = telephoneSchema(() => getRegionRules().telephone.example);
