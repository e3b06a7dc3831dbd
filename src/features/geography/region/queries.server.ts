import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { once } from '../../../platform/runtime/compute-once.ts';
import { ConfigError } from '../../../platform/settings/config.ts';
import { regionRules, setRegionRules } from '../region-rules.ts';

const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine(([west, south, east, north]) => west < east && south < north, 'must be west, south, east, north');

/** All texts are English: a screen reader would pronounce them by the rules of any other language. */
function isEnglish(tag: string): boolean {
  return /^en-[A-Z]{2}$/.test(tag) && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
}

/** A fixed offset such as +02:00 is none: PostgreSQL reads it with the opposite sign. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}

/** `region.json`: see docs/regions.md. */
const region = regionRules.extend({
  name: z.string().min(1),
  language: z.string().refine(isEnglish, 'must be the tag of a variety of English, such as en-GB'),
  timeZone: z.string().refine(isTimeZone, 'must be the name of an IANA time zone, such as Europe/London'),
  view: box,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as GBP')
    .default('GBP'),
  /** The region and its seas. */
  bounds: box,
  /** How a query names a postcode, as regular expressions of upper-case text. Null if postcodes cannot be searched. */
  postcodeSearch: z
    .object({
      /** The outward code, whose position is in `postcode-districts.json`. */
      district: z.string(),
      /** The beginning of the inward code, if people search for it too. */
      sector: z.string().optional(),
      /** The rest of the inward code. */
      unit: z.string(),
    })
    .nullable(),
  /** Grids of maps, in which positions can be given. */
  grids: z
    .array(
      z.object({
        /** Name, for readers of the file. */
        name: z.string(),
        /** The projection with the shift of its datum, as a PROJ string. */
        projection: z.string(),
        /** Least easting and northing, greatest easting and northing. Grids of a region do not overlap in these numbers. */
        extent: box,
        /** Squares named by letters: their number, and the south-western corner of the first 25. Null if numbers have none. */
        squares: z.object({ letters: z.literal([1, 2]), west: z.number(), south: z.number() }).nullable(),
      }),
    )
    .default([]),
  /** Other names of options that the common thesaurus names. */
  optionNames: z.record(z.string(), z.string()).default({}),
  /** Categories that are open land or water: their owners are asked for other facts first. */
  outdoorCategories: z.array(z.string()).default([]),
  /** Villages of islands without a town, by name and position in the gazetteer: they count as towns, whatever their population. */
  islandVillages: z.array(z.tuple([z.string(), z.number(), z.number()])).default([]),
  /** Defaults of settings. */
  settings: z.record(z.string(), z.string()),
});
export type Region = z.output<typeof region>;

let folder: string | undefined;
let isRead = false;

/** Selects the folder of the region. Each process does so before it reads anything of the region: no region is the default here. */
export function selectRegion(selected: string): void {
  if (isRead && selected !== folder) throw new Error('The region cannot change while the site runs.');
  folder = selected;
  setRegionRules(getRegion);
}

/** Returns the path of a file of the region. */
export function getRegionPath(file: string): string {
  if (folder === undefined) throw new Error('This process has selected no region.');
  isRead = true;
  return path.join(folder, file);
}

/** Reads a JSON file of the region. */
export function readRegionJson(file: string): unknown {
  return JSON.parse(readFileSync(getRegionPath(file), 'utf8'));
}

/** Reads a JSON file of a region. @throws {ConfigError} naming the invalid keys */
export function parseRegionFile<Schema extends z.ZodType>(schema: Schema, file: string): z.output<Schema> {
  const result = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (result.success) return result.data;
  throw new ConfigError(`REGION: ${file} is invalid:\n${z.prettifyError(result.error)}`);
}

/** Reads a file `region.json`. @throws {ConfigError} naming the invalid keys */
export function readRegion(file: string): Region {
  return parseRegionFile(region, file);
}

/** Returns the selected region, read on first use. @throws {ConfigError} naming the invalid keys */
export const getRegion = once((): Region => readRegion(getRegionPath('region.json')));

/** @param recorded name of the region of the database @throws {ConfigError} when REGION selects another one */
export function assertRegion(recorded: string): void {
  const { name } = getRegion();
  if (recorded === name) return;
  throw new ConfigError(
    `REGION: the database belongs to ${recorded}, and the setting selects ${name}: set it to the region of the database`,
  );
}
