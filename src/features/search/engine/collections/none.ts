/** Stands for no entry in a column of numbers. */
export const NONE = 0xffffffff;
