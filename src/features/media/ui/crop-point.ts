/** A place in a picture or a box, as fractions from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The point of a picture, as fractions, that is seen at a place of the box which it fills, cropped around `focal` as CSS does
 * with `object-fit: cover` and `object-position`.
 */
export function toPicturePoint(
  place: Point,
  box: { width: number; height: number },
  size: { width: number; height: number },
  focal: Point,
): Point {
  const scale = Math.max(box.width / size.width, box.height / size.height);
  const along = (at: number, length: number, full: number, around: number) =>
    roundToPercent((at * length + around * (full - length)) / full);
  return {
    x: along(place.x, box.width, size.width * scale, focal.x),
    y: along(place.y, box.height, size.height * scale, focal.y),
  };
}

/** To the per cent, which is all that a crop needs. */
export function roundToPercent(value: number): number {
  return Math.round(Math.max(0, Math.min(1, value)) * 100) / 100;
}
