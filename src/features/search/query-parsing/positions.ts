import { parsePosition } from '../../geography/positions/parse-position.server.ts';
import type { Position } from '../../geography/schema.ts';
import { formatPosition } from '../search-params.ts';
import type { Token } from '../text/analysis.ts';
import { formatNear } from '../messages.ts';
import { toSearchedPlace } from './area-bounds.ts';
import { toCircle } from './area-filters.ts';
import type { QueryPart } from './query-part.ts';

/** Degrees, minutes and seconds with hemispheres are ten tokens. */
const MAX_TOKENS = 10;
const FIRST = /^[a-z]{0,2}\s?\d/i;

/** The position that a text names from a token on, in degrees or by the grid of the region, and its number of tokens. */
export function findPosition(
  text: string,
  tokens: readonly Token[],
): { position: Position; length: number } | undefined {
  if (!tokens[0] || !FIRST.test(text.slice(tokens[0].start))) return undefined;
  for (let length = Math.min(tokens.length, MAX_TOKENS); length > 0; length--) {
    const position = parsePosition(text.slice(tokens[0].start, tokens[length - 1]!.end));
    if (position) return { position, length };
  }
  return undefined;
}

/** A part that means what is within some kilometres of a position. Nothing beyond it is a result. */
export function toPositionPart(part: QueryPart, name: string, position: Position, within: number): QueryPart {
  const area = toCircle(position, within);
  return {
    ...part,
    label: formatNear(name, within),
    isRequired: true,
    place: { area, name: [], nearestFirst: true, searched: toSearchedPlace(null, position, area, within) },
    filter: { place: formatPosition(position), within },
  };
}
