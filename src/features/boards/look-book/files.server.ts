import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readRendition } from '../../media/rendition.queries.server.ts';
import type { LookBookSource } from './contents.queries.server.ts';

/** Draws a map around a public position as an SVG document. */
export type DrawMap = (position: { readonly latitude: number; readonly longitude: number }) => string;

/** Where the pictures of a look-book come from. */
export interface FileSources {
  readonly storage: Pick<Storage, 'read'>;
  readonly drawMap: DrawMap;
}

interface FetchOptions {
  readonly folder: string;
  /** Pixels that a photograph is wide at least, if it has as many. */
  readonly width: number;
  /** Those of the cover. */
  readonly coverWidth: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** Writes renditions and maps into a folder. Returns the look-book with the photographs that are there. */
export async function fetchFiles(
  { storage, drawMap }: FileSources,
  { book, pictures, maps }: LookBookSource,
  { folder, width, coverWidth, signal, onProgress }: FetchOptions,
): Promise<LookBookSource['book']> {
  const missing = new Set<string>();
  for (const [n, { file, ...picture }] of pictures.entries()) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one rendition is in memory at a time
    const content = await readRendition(storage, picture, file === book.cover?.file ? coverWidth : width);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (content) await writeFile(path.join(folder, file), content);
    else missing.add(file);
    onProgress?.(n / pictures.length);
  }
  // oxlint-disable-next-line no-await-in-loop -- drawn one after the other anyway
  for (const { file, ...position } of maps) await writeFile(path.join(folder, file), drawMap(position));
  const isThere = ({ file }: { readonly file: string }) => !missing.has(file);
  return {
    ...book,
    cover: book.cover && isThere(book.cover) ? book.cover : null,
    sections: book.sections.map((section) => ({
      ...section,
      locations: section.locations.map((location) => ({
        ...location,
        photographs: location.photographs.filter(isThere),
      })),
    })),
  };
}
