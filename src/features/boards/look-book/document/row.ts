export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The first photograph of a location is beside the others if it is narrower than this, and above them otherwise. */
export const UPRIGHT_RATIO = 1.25;
/** How much of a photograph a row may cut off: a fifth. */
const MAX_CROP = 1.25;
/** An upright photograph is never cropped to a strip, and a panorama never to a line. */
const [MIN_RATIO, MAX_RATIO] = [0.5, 2.5];

/** Returns the sizes of photographs beside each other: all as high, each as wide as it needs, and together as wide as the row if they can. */
export function layOutRow(ratios: readonly number[], { width, height }: Size, gap: number): Size[] {
  const shown = ratios.map((ratio) => Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio)));
  const free = width - gap * (shown.length - 1);
  const sum = shown.reduce((total, ratio) => total + ratio, 0);
  const rowHeight = Math.min(height, free / sum);
  const stretch = Math.min(MAX_CROP, free / (rowHeight * sum));
  return shown.map((ratio) => ({ width: ratio * rowHeight * stretch, height: rowHeight }));
}

/** Returns the largest size of a photograph within an area, cut by a fifth at most. */
export function fitInto(ratio: number, { width, height }: Size): Size {
  const cut = Math.min(ratio * MAX_CROP, Math.max(ratio / MAX_CROP, width / height));
  return width / height > cut ? { width: height * cut, height } : { width, height: width / cut };
}
