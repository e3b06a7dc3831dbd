/** Represents a missing entry in a column of numbers. */
export const NONE = 0xffffffff;
