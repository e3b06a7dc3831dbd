import { z } from 'zod';
import { plainFileName } from '../../platform/field-schemas.ts';

/** Widths in pixels that a picture is rendered in; never wider than its original. */
export const RENDITION_WIDTHS = [320, 480, 768, 1080, 1440, 2048] as const;
export const RENDITION_FORMATS = ['avif', 'webp'] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** What an original must keep to. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 64_000_000;
/** In pixels, of the longer side. */
export const MIN_PICTURE_SIDE = 800;
/** How many times taller than wide: a wall of pixels would keep the worker busy for a minute and show nothing well. */
export const MAX_HEIGHT_TO_WIDTH = 3;
/** How many times wider than tall, which leaves room for panoramas: of a single row of pixels nobody sees anything. */
export const MAX_WIDTH_TO_HEIGHT = 20;

/** Pixels of the picture that stands for a page where its link is shared. */
export const SHARED_PICTURE = { width: 1200, height: 630 } as const;

/** Content types of the accepted formats. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Bytes of a file in one request: on a slow line a chunk must arrive before its request times out. */
export const CHUNK_BYTES = 512 * 1024;
const MAX_FILE_NAME_LENGTH = 255;

/** A file that is being uploaded in chunks. */
export const upload = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Bytes stored durably, from the first one on. */
  received: z.number(),
  /** CHECKING from the last chunk until it has been ingested. */
  state: z.enum(['RECEIVING', 'CHECKING', 'REFUSED']),
  /** Why it was rejected, in words for the user. */
  problem: z.string().nullable(),
});
export type Upload = z.infer<typeof upload>;

export const newUpload = z.object({
  name: z
    .string()
    // Some browsers and programs send the path on the sender's disk.
    .overwrite((name) => plainFileName(name.slice(name.search(/[^/\\]*$/))).slice(-MAX_FILE_NAME_LENGTH))
    .min(1, 'The file needs a name.'),
  bytes: z
    .number()
    .int()
    .min(1, 'This file is empty.')
    .max(MAX_PICTURE_BYTES, `This picture is too large: use at most ${MAX_PICTURE_BYTES / 1024 ** 2} MB.`),
});

/** A picture as pages show it. */
export const picture = z.object({
  /** Names the content: the address of a rendition never changes its bytes. */
  sha256: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  caption: z.string().nullable(),
  /** Who made it, and under which licence it is shown. */
  credit: z.string().nullable(),
  licence: z.string().nullable(),
  /** What every crop keeps, as fractions from the top left corner. */
  focal: z.object({ x: z.number(), y: z.number() }),
  /** ThumbHash, base64: a blurred picture of a few bytes. */
  placeholder: z.string().nullable(),
});
export type Picture = z.infer<typeof picture>;

/** The widths in which a picture of this width exists. */
export function getRenditionWidths(originalWidth: number): readonly number[] {
  return [...new Set(RENDITION_WIDTHS.map((width) => Math.min(width, originalWidth)))];
}

/** Address of one rendition. */
export function getRenditionUrl(sha256: string, width: number, format: RenditionFormat): string {
  return `/media/${sha256}/${width}.${format}`;
}

/** Address of the crop for shared links (JPEG): what `object-position` with the focal point would show of it. */
export function getSharedPictureUrl({ sha256, focal }: Pick<Picture, 'sha256' | 'focal'>): string {
  return `/media/og/${sha256}/${getSharedPictureName(focal)}`;
}

/** A focal point to the per cent, as files are named by it. */
export function getSharedPictureName(focal: Picture['focal']): string {
  return `${Math.round(focal.x * 100)}-${Math.round(focal.y * 100)}.jpg`;
}

/** Address of the drawn map that stands for a place without a photograph. `position` is the public one. */
export function getDrawnMapUrl(position: { latitude: number; longitude: number }): string {
  return `/media/maps/${position.latitude.toFixed(4)},${position.longitude.toFixed(4)}.svg`;
}
