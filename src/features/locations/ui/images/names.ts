import type { PictureOfLocation } from '../../images/schema.ts';

/** What an image is called where its owner works on it. @param index its place, from 0 */
export function nameOf({ name, caption }: PictureOfLocation, index: number): string {
  return name ?? caption ?? `Picture ${index + 1}`;
}
