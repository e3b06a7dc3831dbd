/** A file whose layer cannot be installed; the message says why and what to do. */
export class LayerFileError extends Error {}
