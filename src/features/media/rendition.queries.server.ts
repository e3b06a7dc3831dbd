import type { Storage } from '../../platform/storage/storage.ts';
import { type Picture, getRenditionWidths } from './schema.ts';
import { getRenditionKey } from './storage-keys.server.ts';

/**
 * Reads the WebP rendition of a picture that is at least as wide as needed, or the widest; another one while it is missing.
 * @returns null while there is none
 */
export async function readRendition(
  storage: Pick<Storage, 'read'>,
  { sha256, width }: Pick<Picture, 'sha256' | 'width'>,
  needed: number,
): Promise<Uint8Array | null> {
  const widths = getRenditionWidths(width);
  const enough = widths.filter((each) => each >= needed);
  for (const each of [...enough, ...widths.filter((other) => other < needed).toReversed()]) {
    // oxlint-disable-next-line no-await-in-loop -- the others are read only if one is missing
    const content = await storage.read(getRenditionKey(sha256, each, 'webp'));
    if (content) return content;
  }
  return null;
}
