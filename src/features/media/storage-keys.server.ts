import { type Key, toStorageKey } from '../../platform/storage/storage.ts';
import { type Picture, type RenditionFormat, getOgImageName } from './schema.ts';

/** Originals are never served; only files below `renditions` and `maps` are. */
export const getOriginalKey = (sha256: string): Key => toStorageKey(`originals/${sha256}`);

/** Folder of all files that are derived from an original. */
export const getRenditionsKey = (sha256: string): Key => toStorageKey(`renditions/${sha256}`);

export const getRenditionKey = (sha256: string, width: number, format: RenditionFormat): Key =>
  toStorageKey(`renditions/${sha256}/${width}.${format}`);

/** Exists as soon as the original does. */
export const getThumbnailKey = (sha256: string): Key => toStorageKey(`renditions/${sha256}/thumbnail.webp`);

export const getOgImageKey = (sha256: string, focal: Picture['focal']): Key =>
  toStorageKey(`renditions/${sha256}/og-${getOgImageName(focal)}`);

/** A compressed map. A new version of the drawing has new keys. */
export const getStaticMapKey = (version: string, position: string): Key =>
  toStorageKey(`maps/${version}/${position}.svg.gz`);
