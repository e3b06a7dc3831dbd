import { type Key, storageKey } from '../../platform/storage/storage.ts';
import { type Picture, type RenditionFormat, sharedPictureName } from './schema.ts';

/** Where a picture's files lie. Only what is below `renditions` and `maps` is ever sent to a visitor. */
export const originalKey = (sha256: string): Key => storageKey(`originals/${sha256}`);

/** The folder of whatever is made of an original. */
export const renditionsKey = (sha256: string): Key => storageKey(`renditions/${sha256}`);

export const renditionKey = (sha256: string, width: number, format: RenditionFormat): Key =>
  storageKey(`renditions/${sha256}/${width}.${format}`);

/** A blurred miniature that exists from the first moment on. */
export const miniatureKey = (sha256: string): Key => storageKey(`renditions/${sha256}/miniature.webp`);

export const sharedPictureKey = (sha256: string, focal: Picture['focal']): Key =>
  storageKey(`renditions/${sha256}/og-${sharedPictureName(focal)}`);

/** A drawn map, compressed. A new version of the drawing has keys of its own. */
export const drawnMapKey = (version: string, position: string): Key => storageKey(`maps/${version}/${position}.svg.gz`);
