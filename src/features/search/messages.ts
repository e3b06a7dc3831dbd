export const NO_CONTROL_CHARACTERS = 'Remove the control characters.';
export const ENTER_OPTIONS = 'Enter an option, or a list of at most 100, without control characters.';
export const ENTER_AREA = 'Enter the area as west,south,east,north in degrees.';
export const ENTER_PLACE = 'Enter the name of a place, or its latitude,longitude in degrees.';
export const ENTER_OUTLINE = 'Enter the area as longitude,latitude,longitude,latitude and so on, with 3 to 60 points.';
export const enterRange = (max: number) => `Enter a range such as 10-50, 10- or -50, up to ${max}.`;
/** Label of the days on which locations must not be unavailable. It does not promise that they are free. */
export const FILMING_DATES = 'Filming dates';
/** Label of the words of a search, among its conditions. */
export const WORDS = 'Words';
export const SEARCHING = 'Searching locations...';
export const FIRST_LOCATIONS_FOLLOW =
  'The first locations will be here soon. Until then, the Locations Team can tell you about places.';
export const NO_LOCATIONS_YET = 'No locations are published yet.';
export const NO_RESULTS = 'No results found.';
export const NO_LOCATIONS = 'Sorry, no locations were found.';

export const SEARCH_ONLY = 'Search only for locations with ';

/** A distance as it is shown, and as a query is understood. */
export function formatWithin(kilometres: number, place: string): string {
  return `within ${kilometres} km of ${place}`;
}

/** The label of a place with a distance around it. */
export const formatNear = (place: string, kilometres: number) => `near ${place}, ${kilometres} km`;
