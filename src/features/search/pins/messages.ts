/** Queries with pinned results. */
export const MAX_PINS = 200;
/** Locations that a query can have at the top. */
export const MAX_PINNED = 5;

export const ENTER_QUERY = 'Enter the words of a search.';
export const CHOOSE_LOCATIONS = 'Choose at least one location.';
export const TOO_MANY_LOCATIONS = `Choose at most ${MAX_PINNED} locations.`;
export const QUERY_PINNED = 'This search has pinned results already. Change those instead.';
export const TOO_MANY_PINS = `There are pinned results for ${MAX_PINS} searches, which is the most. Delete some first.`;
export const LOCATION_NOT_PUBLISHED = 'One of the locations is not published. Remove it, or publish it first.';
export const PIN_SAVED = 'Pinned results saved. Searches show them at once.';
export const PIN_DELETED = 'Pinned results deleted. Searches no longer show them first.';
export const PIN_CHANGED = 'Somebody else has changed these pinned results. Check them and try again.';
export const NO_SUCH_PIN = 'These pinned results do not exist any more.';
