import { type Key, storageKey } from '../../platform/storage/storage.ts';
import { type Picture, type RenditionFormat, getSharedPictureName } from './schema.ts';

/** Where a picture's files lie. Only what is below `renditions` and `maps` is ever sent to a visitor. */
export const getOriginalKey = (sha256: string): Key => storageKey(`originals/${sha256}`);

/** The folder of whatever is made of an original. */
export const getRenditionsKey = (sha256: string): Key => storageKey(`renditions/${sha256}`);

export const getRenditionKey = (sha256: string, width: number, format: RenditionFormat): Key =>
  storageKey(`renditions/${sha256}/${width}.${format}`);

/** A blurred miniature that exists from the first moment on. */
export const getMiniatureKey = (sha256: string): Key => storageKey(`renditions/${sha256}/miniature.webp`);

export const getSharedPictureKey = (sha256: string, focal: Picture['focal']): Key =>
  storageKey(`renditions/${sha256}/og-${getSharedPictureName(focal)}`);

/** A drawn map, compressed. A new version of the drawing has keys of its own. */
export const getDrawnMapKey = (version: string, position: string): Key =>
  storageKey(`maps/${version}/${position}.svg.gz`);
