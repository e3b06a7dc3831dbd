import type { PictureOfLocation } from '../../images/schema.ts';

/** Returns the display name of an image for its owner. @param index position, from 0 */
export function nameOf({ name, caption }: PictureOfLocation, index: number): string {
  return name ?? caption ?? `Picture ${index + 1}`;
}
