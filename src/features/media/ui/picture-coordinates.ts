/** A point in a picture or a box, as fractions from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Converts a point of a box to the point of the picture that is visible there. The picture fills the box, cropped around `focal` as by
 * CSS with `object-fit: cover` and `object-position`.
 */
export function toPicturePoint(
  point: Point,
  box: { width: number; height: number },
  size: { width: number; height: number },
  focal: Point,
): Point {
  const scale = Math.max(box.width / size.width, box.height / size.height);
  const along = (at: number, length: number, full: number, around: number) =>
    roundToPercent((at * length + around * (full - length)) / full);
  return {
    x: along(point.x, box.width, size.width * scale, focal.x),
    y: along(point.y, box.height, size.height * scale, focal.y),
  };
}

/** Clamps to 0..1 and rounds to the per cent, which is exact enough for a crop. */
export function roundToPercent(value: number): number {
  return Math.round(Math.max(0, Math.min(1, value)) * 100) / 100;
}
