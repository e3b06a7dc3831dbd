import { z } from 'zod';
import { getCircle } from '../geography/measure.ts';
import { MAX_DEGREES } from '../geography/schema.ts';
import { LayerFileError } from './layer-file-error.ts';

/** Longitude and latitude in degrees (WGS 84). */
export type Coordinate = readonly [longitude: number, latitude: number];

/** A polygon. Its rings have no closing position. */
export interface Outline {
  readonly outline: readonly Coordinate[];
  readonly holes: readonly (readonly Coordinate[])[];
}

const NO_GEOMETRY = 'its geometry is not that of GeoJSON.';
const geometry = z.object({ type: z.string(), coordinates: z.unknown() });

/**
 * Reads a geometry of GeoJSON. Heights are ignored, and so are rings without an extent. Points become circles.
 * @param radius metres around points; null if there is none
 * @throws {LayerFileError} without naming the feature
 */
export function readOutlines(value: unknown, radius: number | null): Outline[] {
  const parsed = geometry.safeParse(value);
  if (!parsed.success) throw new LayerFileError(NO_GEOMETRY);
  const { type, coordinates } = parsed.data;
  switch (type) {
    case 'Polygon':
      return readPolygon(coordinates);
    case 'MultiPolygon':
      return toList(coordinates).flatMap(readPolygon);
    case 'Point':
      return [surround(coordinates, radius)];
    case 'MultiPoint':
      return toList(coordinates).map((point) => surround(point, radius));
    default:
      throw new LayerFileError(`its geometry is a ${type}. Areas are polygons, or points with a radius.`);
  }
}

function readPolygon(value: unknown): Outline[] {
  const [outline = [], ...holes] = toList(value).map(readRing);
  const hasExtent = (ring: readonly Coordinate[]) => ring.length >= 3;
  return hasExtent(outline) ? [{ outline, holes: holes.filter(hasExtent) }] : [];
}

/** Reads a ring without positions that the next one repeats, such as the closing one. */
function readRing(value: unknown): Coordinate[] {
  const positions = toList(value).map(readCoordinate);
  return positions.filter(([longitude, latitude], index) => {
    const [nextLongitude, nextLatitude] = positions[(index + 1) % positions.length]!;
    return longitude !== nextLongitude || latitude !== nextLatitude;
  });
}

function readCoordinate(value: unknown): Coordinate {
  const [longitude, latitude] = toList(value);
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    throw new LayerFileError('its geometry has a position that is not two numbers.');
  if (Math.abs(longitude) > MAX_DEGREES.longitude || Math.abs(latitude) > MAX_DEGREES.latitude)
    throw new LayerFileError(
      `the position ${longitude}, ${latitude} is not in degrees. Convert the file to longitude and latitude (EPSG:4326).`,
    );
  return [longitude, latitude];
}

function surround(point: unknown, radius: number | null): Outline {
  const [longitude, latitude] = readCoordinate(point);
  if (radius === null) throw new LayerFileError('its geometry is a point. Points need a radius in metres.');
  const circle = getCircle({ latitude, longitude }, radius / 1_000);
  return { outline: circle.map((position) => [position.longitude, position.latitude]), holes: [] };
}

function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new LayerFileError(NO_GEOMETRY);
  return value;
}
