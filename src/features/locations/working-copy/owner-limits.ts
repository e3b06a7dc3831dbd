/** Locations of one owner. */
export const MAX_OWNED_LOCATIONS = 500;
/** Bytes of all pictures on the locations of one owner, and of the uploads to them. */
export const MAX_OWNER_BYTES = 50 * 1024 ** 3;
