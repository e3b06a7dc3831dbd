export const PAIR_NOT_FOUND = 'These two locations are no longer likely duplicates.';
export const ALREADY_DISMISSED = 'Somebody has already decided that these are two different locations.';
export const NOT_DISMISSED = 'These two locations are likely duplicates already.';
