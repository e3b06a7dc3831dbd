import type { Picture } from './schema.ts';

/** In pixels from the top left corner. */
interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the largest crop with the aspect ratio `ratio` (width to height), placed as by CSS with `object-fit: cover` and the focal point
 * as `object-position`, so that Open Graph images show the same crop as pages.
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
