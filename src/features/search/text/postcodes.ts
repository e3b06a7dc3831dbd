import type { Region } from '../../geography/region/queries.server.ts';

type PostcodeFormat = NonNullable<Region['postcodeSearch']>;

/** A postcode in a query, or the beginning of one. */
interface TypedPostcode {
  /** Folded, such as "pa1": the name of its place. */
  readonly district: string;
  /** As the post writes it: "PA1 9ZZ", or the sector "PA1 9". */
  readonly postcode: string;
  /** Number of words. */
  readonly length: number;
}

/** Returns a function that reads a postcode or a sector at the start of some folded words. */
export function createPostcodeParser(format: PostcodeFormat): (words: readonly string[]) => TypedPostcode | undefined {
  const { district, sector = '', unit } = format;
  const districtOnly = new RegExp(`^${district}$`, 'i');
  const end = new RegExp(sector ? `^${sector}(?:${unit})?$` : `^${unit}$`, 'i');
  const withoutSpace = new RegExp(`^(${district})(${sector}${unit})$`, 'i');
  return ([first = '', second = '']) => {
    if (districtOnly.test(first) && end.test(second)) return toTyped(first, second, 2);
    const [, start, rest] = withoutSpace.exec(first) ?? [];
    return start && rest ? toTyped(start, rest, 1) : undefined;
  };
}

function toTyped(district: string, rest: string, length: number): TypedPostcode {
  return { district, postcode: `${district} ${rest}`.toUpperCase(), length };
}

/** Returns a function that lists how queries name the postcode of an address line: itself, and its sector. */
export function createPostcodeReader(format: PostcodeFormat): (line: string) => string[] {
  const { district, sector = '', unit } = format;
  const pattern = new RegExp(`^(${district} ${sector})${unit}$`);
  return (line) => {
    const [postcode, start] = pattern.exec(line) ?? [];
    if (!postcode || !start) return [];
    return sector ? [postcode, start] : [postcode];
  };
}
