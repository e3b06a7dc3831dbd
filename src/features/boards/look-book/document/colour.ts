/** Whether black text is easier to read on a colour than white text: by the relative luminance of WCAG. */
export function isLight(colour: string): boolean {
  return getLuminance(colour) > 0.179;
}

/** Returns black or white as rrggbb: one of them has a contrast of 4.5 or more on every colour. */
export function getTextColour(colour: string): '000000' | 'FFFFFF' {
  return isLight(colour) ? '000000' : 'FFFFFF';
}

/** Returns the relative luminance of a colour, from 0 to 1. */
export function getLuminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
