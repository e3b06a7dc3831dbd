import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { once } from '../../../platform/once.ts';
import { ConfigError, DEFAULT_REGION } from '../../../platform/config.ts';
import { regionRules, setRegionRules } from '../region-rules.ts';
import type { Position } from '../schema.ts';

const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine(([west, south, east, north]) => west < east && south < north, 'must be west, south, east, north');

/** `region.json`: see docs/regions.md. */
const region = regionRules.extend({
  name: z.string().min(1),
  view: box,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as GBP')
    .default('GBP'),
  /** The region and its seas: static maps are drawn for positions in this box only. */
  bounds: box,
  /** How a query names a postcode, as regular expressions of upper-case text. Null if postcodes cannot be searched. */
  postcodeSearch: z
    .object({
      /** The first part, whose position `postcode-districts.json` has. */
      district: z.string(),
      /** The beginning of the second part, if people search for it too. */
      sector: z.string().optional(),
      /** The rest of the second part. */
      unit: z.string(),
    })
    .nullable(),
  /** Other names of options that the common thesaurus names. */
  optionNames: z.record(z.string(), z.string()).default({}),
  /** Villages of islands without a town, by name and position in the gazetteer: they count as towns, whatever their population. */
  islandVillages: z.array(z.tuple([z.string(), z.number(), z.number()])).default([]),
  /** Defaults of settings. */
  settings: z.record(z.string(), z.string()),
});
export type Region = z.output<typeof region>;

let folder = DEFAULT_REGION;
let isRead = false;

/** Selects the folder of the region, before anything of the region is read. @throws {ConfigError} if its region.json is invalid */
export function selectRegion(selected: string): void {
  if (isRead && selected !== folder) throw new Error('The region cannot change while the site runs.');
  folder = selected;
  getRegion();
}

/** Returns the path of a file of the region. */
export function getRegionPath(file: string): string {
  isRead = true;
  return path.join(folder, file);
}

/** Reads a JSON file of the region. */
export function readRegionJson(file: string): unknown {
  return JSON.parse(readFileSync(getRegionPath(file), 'utf8'));
}

/** Returns the region, read on first use. @throws {ConfigError} naming the invalid keys */
export const getRegion = once((): Region => {
  const result = region.safeParse(readRegionJson('region.json'));
  if (result.success) return result.data;
  throw new ConfigError(`REGION: ${getRegionPath('region.json')} is invalid:\n${z.prettifyError(result.error)}`);
});

/** Whether a position is in the region or its seas. */
export function isInRegion({ latitude, longitude }: Position): boolean {
  const [west, south, east, north] = getRegion().bounds;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

setRegionRules(getRegion);
