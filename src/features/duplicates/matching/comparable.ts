import type { Position } from '../../geography/schema.ts';

/** The values of a location that are compared. */
export interface Comparable {
  readonly title: string;
  readonly nearesttown: string;
  readonly postcode: string;
  readonly position: Position | null;
  /** Perceptual hashes of its pictures: 16 hexadecimal digits each. */
  readonly hashes: readonly string[];
}
