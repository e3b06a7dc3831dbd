/** A map file that cannot be installed; the message says why and what to do. */
export class MapFileError extends Error {}
