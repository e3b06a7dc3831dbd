import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const PHOTOGRAPHS_FOLDER = new URL('../../../demo/photographs/', import.meta.url);

const photograph = z
  .object({
    file: z.string(),
    author: z.string(),
    licence: z.string(),
    alt: z.string(),
    caption: z.string(),
    focal: z.object({ x: z.number(), y: z.number() }),
  })
  .transform(({ author, ...fields }) => ({ ...fields, credit: author }));

/** The metadata of a photograph in demo/photographs. */
export type Photograph = z.infer<typeof photograph>;

/** Lists the photographs by file name. */
export async function listPhotographs(): Promise<ReadonlyMap<string, Photograph>> {
  const list: unknown = JSON.parse(await readFile(new URL('photographs.json', PHOTOGRAPHS_FOLDER), 'utf8'));
  return new Map(
    z
      .array(photograph)
      .parse(list)
      .map((entry) => [entry.file, entry]),
  );
}

export function readPhotograph(file: string): Promise<Uint8Array> {
  return readFile(new URL(file, PHOTOGRAPHS_FOLDER));
}
