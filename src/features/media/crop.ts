import type { Picture } from './schema.ts';

/** A part of a picture, in whole pixels from its top left corner. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The largest part of the shape `ratio` (width to height), placed as CSS places it with `object-fit: cover` and the focal
 * point as `object-position`, so that shared pictures show what pages show.
 */
export function cropAround(size: { width: number; height: number }, ratio: number, focal: Picture['focal']): Crop {
  const width = Math.max(1, Math.min(size.width, Math.round(size.height * ratio)));
  const height = Math.max(1, Math.min(size.height, Math.round(size.width / ratio)));
  return {
    left: Math.round((size.width - width) * focal.x),
    top: Math.round((size.height - height) * focal.y),
    width,
    height,
  };
}
