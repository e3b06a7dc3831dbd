/** A postcode in a query, or the beginning of one. */
export interface TypedPostcode {
  /** Folded, such as "pa1": the name of its place. */
  readonly district: string;
  /** As the post writes it: "PA1 9ZZ", or the sector "PA1 9". */
  readonly postcode: string;
  /** Number of words. */
  readonly length: number;
}

const DISTRICT = /^[a-z]{1,2}\d[a-z\d]?$/;
const SECTOR_AND_UNIT = /^\d(?:[a-z]{2})?$/;
const WITHOUT_SPACE = /^([a-z]{1,2}\d[a-z\d]?)(\d[a-z]{2})$/;

/** Reads a postcode or a sector at the start of some folded words. */
export function parsePostcode([first = '', second = '']: readonly string[]): TypedPostcode | undefined {
  if (DISTRICT.test(first) && SECTOR_AND_UNIT.test(second)) return toTyped(first, second, 2);
  const [, district, rest] = WITHOUT_SPACE.exec(first) ?? [];
  return district && rest ? toTyped(district, rest, 1) : undefined;
}

function toTyped(district: string, rest: string, length: number): TypedPostcode {
  return { district, postcode: `${district} ${rest}`.toUpperCase(), length };
}
