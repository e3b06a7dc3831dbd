import { getKilometresBetween } from '../../geography/measure.ts';
import type { Reason } from '../schema.ts';
import type { Comparable } from './comparable.ts';
import { countSharedPictures, listUsefulHashes } from './picture-hashes.ts';
import { type IsCommon, compareTitles } from './title-words.ts';

/** Pairs with a lower score are not stored. In per cent. */
export const MIN_SCORE = 60;

/** How sure each reason alone makes at its full strength. */
const CERTAINTY: Readonly<Record<Reason, number>> = { title: 0.62, distance: 0.45, postcode: 0.4, pictures: 0.92 };
/** Distance and postcode say nearly the same, so together they count little more than either. */
const NEIGHBOURS_CERTAINTY = 0.5;

/** Positions count as equal below the first distance, and as different above the second, in kilometres. */
const SAME_PLACE_KM = 0.05;
const NEARBY_KM = 0.4;
/** Places of the same name so far apart are two, and so are mostly those that share a stock photograph. */
const FAR_KM = 5;
const FAR_SHARES = { title: 0.25, pictures: 0.6 };
/** The strength of one shared picture among many. */
const MIN_PICTURE_STRENGTH = 0.6;

/** A pair of locations that may be one. */
export interface Match {
  /** In per cent. */
  readonly score: number;
  /** The strength of each reason that speaks for it, in per cent. */
  readonly reasons: Readonly<Partial<Record<Reason, number>>>;
  /** Kilometres between the positions; null without both. */
  readonly distance: number | null;
}

/**
 * Compares two locations. Each reason has a strength from 0 to 1 and a certainty; the score is the probability that at least one of them
 * is right, as if they were independent: 1 - Π (1 - certainty × strength).
 */
export function compareLocations(one: Comparable, other: Comparable, isCommon: IsCommon): Match {
  const distance = one.position && other.position ? getKilometresBetween(one.position, other.position) : null;
  const isFar = distance !== null && distance > FAR_KM;
  const strengths: Record<Reason, number> = {
    title: compareTitles(one, other, isCommon) * (isFar ? FAR_SHARES.title : 1),
    distance: distance === null ? 0 : clamp((NEARBY_KM - distance) / (NEARBY_KM - SAME_PLACE_KM)),
    postcode: one.postcode !== '' && one.postcode === other.postcode ? 1 : 0,
    pictures: comparePictures(one.hashes, other.hashes) * (isFar ? FAR_SHARES.pictures : 1),
  };
  const proximity = strengths.postcode && strengths.distance ? getProximityOfBoth(strengths.distance) : undefined;
  const doubts = [
    1 - CERTAINTY.title * strengths.title,
    1 - (proximity ?? Math.max(CERTAINTY.distance * strengths.distance, CERTAINTY.postcode * strengths.postcode)),
    1 - CERTAINTY.pictures * strengths.pictures,
  ];
  const reasons = Object.entries(strengths)
    .map(([reason, strength]) => [reason, toPerCent(strength)] as const)
    .filter(([, strength]) => strength > 0);
  return {
    score: toPerCent(1 - doubts.reduce((product, doubt) => product * doubt, 1)),
    reasons: Object.fromEntries(reasons),
    distance,
  };
}

function getProximityOfBoth(strength: number): number {
  return CERTAINTY.postcode + (NEIGHBOURS_CERTAINTY - CERTAINTY.postcode) * strength;
}

function comparePictures(one: readonly string[], other: readonly string[]): number {
  const shared = countSharedPictures(one, other);
  if (shared === 0) return 0;
  const fewer = Math.min(listUsefulHashes(one).length, listUsefulHashes(other).length);
  return MIN_PICTURE_STRENGTH + (1 - MIN_PICTURE_STRENGTH) * (shared / fewer);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function toPerCent(share: number): number {
  return Math.round(share * 100);
}
