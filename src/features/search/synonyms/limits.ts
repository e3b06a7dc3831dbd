/** Rules of the Locations Team. */
export const MAX_RULES = 500;
/** Terms on each side of a rule. */
export const MAX_GROUP = 10;
/** The longest term, in characters and words. */
export const MAX_TERM_LENGTH = 60;
export const MAX_TERM_WORDS = 5;
