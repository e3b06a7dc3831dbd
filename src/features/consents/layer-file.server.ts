import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  EMAIL_LENGTH,
  emailSchema,
  optional,
  singleLine,
  telephoneSchema,
  website,
} from '../../platform/http/field-schemas.ts';
import { describeFileFailure } from '../../platform/files/file-failure.ts';
import { ENTER_EMAIL } from '../../platform/text/common-messages.ts';
import { formatCount, formatNumber } from '../../platform/text/numbers.ts';
import { getRegionRules } from '../geography/region-rules.ts';
import { getRegion } from '../geography/region/queries.server.ts';
import { LayerFileError } from './layer-file-error.ts';
import { type Outline, readOutlines } from './outlines.server.ts';

const MAX_BYTES = 64 * 1024 ** 2;
const MAX_AREAS = 50_000;
const MAX_POSITIONS = 2_000_000;
const MAX_RADIUS_METRES = 50_000;
/** Problems that a message names; after these, reading stops. */
const MAX_PROBLEMS = 10;

/** Text of up to so many characters. A number is text too, as in identifiers; null and '' are none. */
const text = (length: number) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : (value ?? '')), singleLine.max(length));
/** Turns '' into null. */
const orNull = <Schema extends z.ZodType<string>>(schema: Schema) => schema.transform((value) => value || null);

/** The properties of an area. All but its name can be members of the file instead, for all its areas. */
const properties = z.object({
  name: text(200).pipe(z.string().min(1, 'An area needs a name.')),
  kind: orNull(text(100)),
  authority: text(200).pipe(z.string().min(1, 'Say whose consent is needed.')),
  contact: orNull(text(200)),
  email: orNull(optional(emailSchema(EMAIL_LENGTH, ENTER_EMAIL))),
  telephone: orNull(optional(telephoneSchema(() => getRegionRules().telephone.example))),
  /** Text, or a number of days. */
  notice: orNull(text(100)).transform((notice) =>
    notice !== null && /^\d{1,4}$/.test(notice) ? formatCount(Number(notice), 'day') : notice,
  ),
  consent: orNull(text(1_000)),
  fees: orNull(text(500)),
  link: orNull(optional(website)),
  /** Metres around points. */
  radius: z.number().positive().max(MAX_RADIUS_METRES).nullish(),
  /** The name of the local authority whose area it is, instead of a geometry. */
  localauthority: orNull(text(200)),
});
const FOR_ALL_AREAS = Object.keys(properties.omit({ name: true }).shape);

const collection = z.object({
  type: z.literal('FeatureCollection'),
  name: text(100).pipe(z.string().min(1, 'Give the layer a name: the member "name" beside "features".')),
  attribution: orNull(text(300)),
  crs: z.object({ properties: z.object({ name: z.string() }) }).nullish(),
  features: z.array(z.unknown()),
});
const feature = z.object({
  geometry: z.unknown(),
  properties: z.record(z.string(), z.unknown()).nullish(),
});
/** What older versions of GeoJSON call longitude and latitude. */
const DEGREES = /CRS:?84$|EPSG:+4326$/i;

/** An area of a layer. It has outlines, or it is the one of a local authority. */
export interface LayerArea {
  /** Its place in the file, from 1. */
  readonly number: number;
  readonly texts: Omit<z.output<typeof properties>, 'radius' | 'localauthority'>;
  readonly localauthority: string | null;
  readonly outlines: readonly Outline[];
}

/** The content of a file. */
export interface Layer {
  readonly name: string;
  readonly attribution: string | null;
  readonly areas: readonly LayerArea[];
  /** Features that are outside the region. */
  readonly outside: number;
  /** Features that have no geometry, or one without an extent. */
  readonly withoutGeometry: number;
}

/** Reads a layer from a local GeoJSON file. @throws {LayerFileError} */
export async function readLayerFile(file: string): Promise<Layer> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw new LayerFileError(`The file is larger than ${MAX_BYTES / 1024 ** 2} MB. ${SIMPLIFY}`);
    return parseLayer(await handle.readFile('utf8'), path.basename(file));
  } catch (error) {
    if (error instanceof LayerFileError) throw error;
    throw new LayerFileError(describeFileFailure(file, 'read', error as NodeJS.ErrnoException));
  }
}

const SIMPLIFY = 'Leave out areas that the region does not have, or simplify the outlines.';

/** Parses a layer. @param fileName for messages @throws {LayerFileError} with the first problems, each with its feature */
export function parseLayer(content: string, fileName: string): Layer {
  const json = parseJson(content, fileName);
  const { name, attribution, features } = parseCollection(json, fileName);
  const problems: string[] = [];
  const areas: LayerArea[] = [];
  let [outside, withoutGeometry, positions] = [0, 0, 0];
  for (const [index, value] of features.entries()) {
    if (problems.length >= MAX_PROBLEMS) break;
    const area = readArea(json, value, index + 1, problems);
    if (!area) continue;
    positions += countPositions(area);
    if (positions > MAX_POSITIONS)
      throw new LayerFileError(`The file has more than ${formatNumber(MAX_POSITIONS)} positions. ${SIMPLIFY}`);
    if (area.localauthority === null && area.outlines.length === 0) withoutGeometry++;
    else if (area.localauthority === null && !area.outlines.some(isInBounds)) outside++;
    else areas.push(area);
  }
  if (problems.length > 0) throw new LayerFileError([`${fileName} cannot be installed.`, ...problems].join('\n'));
  if (areas.length === 0)
    throw new LayerFileError(
      `${fileName} has no area in ${getRegion().name}. The positions of GeoJSON are longitude, then latitude.`,
    );
  return { name, attribution, areas, outside, withoutGeometry };
}

function parseJson(content: string, fileName: string): Record<string, unknown> {
  try {
    // Some programs write a byte order mark.
    return z.record(z.string(), z.unknown()).parse(JSON.parse(content.replace(/^\uFEFF/, '')));
  } catch (error) {
    const reason = error instanceof SyntaxError ? ` ${error.message}` : '';
    throw new LayerFileError(`${fileName} is not a GeoJSON file.${reason}`);
  }
}

function parseCollection(json: Record<string, unknown>, fileName: string) {
  if (json['type'] !== 'FeatureCollection')
    throw new LayerFileError(`${fileName} is not a FeatureCollection of GeoJSON, with the areas as its features.`);
  const parsed = collection.safeParse(json);
  if (!parsed.success) throw new LayerFileError(`${fileName}: ${describe(parsed.error)}`);
  const { crs, features } = parsed.data;
  if (crs && !DEGREES.test(crs.properties.name))
    throw new LayerFileError(
      `The positions of ${fileName} are in ${crs.properties.name}. Convert the file to longitude and latitude: ` +
        `ogr2ogr -t_srs EPSG:4326 converted.geojson ${fileName}`,
    );
  if (features.length > MAX_AREAS)
    throw new LayerFileError(`${fileName} has more than ${formatNumber(MAX_AREAS)} areas. ${SIMPLIFY}`);
  return parsed.data;
}

/** Reads the area of a feature. If that is impossible, adds the problem. */
function readArea(
  json: Record<string, unknown>,
  value: unknown,
  number: number,
  problems: string[],
): LayerArea | undefined {
  const parsed = feature.safeParse(value);
  if (!parsed.success) {
    problems.push(`Feature ${number} is not a feature of GeoJSON.`);
    return undefined;
  }
  const { geometry } = parsed.data;
  const own = Object.entries(parsed.data.properties ?? {}).filter(([, property]) => property !== null);
  const common = FOR_ALL_AREAS.map((name) => [name, json[name]] as const);
  const merged = Object.fromEntries([...common, ...own]);
  const title = typeof merged['name'] === 'string' && merged['name'] !== '' ? ` (${merged['name'].slice(0, 60)})` : '';
  const read = properties.safeParse(merged);
  if (!read.success) {
    problems.push(`Feature ${number}${title}, ${describe(read.error)}`);
    return undefined;
  }
  const { radius, localauthority, ...texts } = read.data;
  try {
    const outlines = geometry == null || localauthority !== null ? [] : readOutlines(geometry, radius ?? null);
    return { number, texts, localauthority, outlines };
  } catch (error) {
    if (!(error instanceof LayerFileError)) throw error;
    problems.push(`Feature ${number}${title}: ${error.message}`);
    return undefined;
  }
}

function describe({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue!.path.join('.')}: ${issue!.message}`;
}

function countPositions({ outlines }: LayerArea): number {
  return outlines.reduce(
    (sum, { outline, holes }) => holes.reduce((total, hole) => total + hole.length, sum + outline.length),
    0,
  );
}

/** Whether the box around an outline overlaps the one of the region. */
function isInBounds({ outline }: Outline): boolean {
  const [west, south, east, north] = getRegion().bounds;
  const overlaps = (axis: 0 | 1, from: number, to: number) =>
    outline.some((position) => position[axis] >= from) && outline.some((position) => position[axis] <= to);
  return overlaps(0, west, east) && overlaps(1, south, north);
}
