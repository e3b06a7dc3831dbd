import { getRegionName } from '../../../geography/region-rules.ts';

export const USE_MY_POSITION = 'Use my position';
export const FINDING_POSITION = 'Finding your position...';
export const NEEDS_POSITION = 'This search needs your position.';
export const POSITION_DENIED =
  'Your browser does not share your position with this site. Allow it in the settings of your browser, or enter a place.';
export const POSITION_UNAVAILABLE = 'We could not find out where you are. Try again, or enter a place.';
export const unknownPlace = (name: string) =>
  `We do not know a place called ‘${name}’. Check the spelling, or enter a town, island, area or ${getRegionName('postcode')} nearby.`;
