import { FACETS, type FacetField, FACET_FIELDS, type MapPrecision, type Position } from '../schema.ts';

/** Kilometres along a degree of latitude; also of longitude at the equator. */
const KM_PER_DEGREE = 111.32;
/** Edge of the grid cell whose middle stands for every point in it. */
const CELL_KM = { near: 1, area: 5 } as const;
/** About a metre. */
const DECIMALS = 5;

/**
 * Where the public sees a place. An inexact position is the middle of its cell in a fixed grid: the exact one
 * cannot be told from it, and publishing again, however often, gives away nothing more, as random offsets would.
 */
export function publicPosition(exact: Position, precision: MapPrecision): Position {
  if (precision === 'exact') return rounded(exact.latitude, exact.longitude);
  const height = CELL_KM[precision] / KM_PER_DEGREE;
  const latitude = middleOfCell(exact.latitude, height);
  // Degrees of longitude shrink towards the poles; a row of cells shares one width.
  const width = height / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  return rounded(within(90, latitude), within(180, middleOfCell(exact.longitude, width)));
}

function middleOfCell(degrees: number, size: number): number {
  return (Math.floor(degrees / size) + 0.5) * size;
}

function within(limit: number, degrees: number): number {
  return Math.max(-limit, Math.min(limit, degrees));
}

function rounded(latitude: number, longitude: number): Position {
  return { latitude: Number(latitude.toFixed(DECIMALS)), longitude: Number(longitude.toFixed(DECIMALS)) };
}

/** What must be filled before a location is published, with the labels that messages use. */
export interface PublishableFields {
  readonly title: string | null;
  readonly address1: string | null;
  readonly options: ReadonlySet<FacetField>;
}

/** Messages by field for what is missing; empty when the location may be published. */
export function missingFields(location: PublishableFields): Readonly<Record<string, string>> {
  const missing: Record<string, string> = {};
  if (!location.title) missing['title'] = 'Enter a title.';
  if (!location.address1) missing['address1'] = 'Enter the first line of the address.';
  for (const field of FACET_FIELDS) {
    if (!location.options.has(field)) missing[field] = `Choose ${FACETS[field].label.toLowerCase()}.`;
  }
  return missing;
}

/** Which rule the images of a location break, in words, or undefined when they may be published. */
export function imagesProblem(
  images: readonly { readonly state: 'PROCESSING' | 'READY' | 'FAILED'; readonly primary: boolean }[],
): string | undefined {
  if (images.length === 0) return 'Add at least one image.';
  if (images.some((image) => image.state === 'FAILED'))
    return 'An image could not be processed. Remove it or add it again.';
  if (images.some((image) => image.state === 'PROCESSING'))
    return 'The images are still being processed. Try again in a moment.';
  if (images.filter((image) => image.primary).length !== 1) return 'Choose exactly one primary image.';
  return undefined;
}
