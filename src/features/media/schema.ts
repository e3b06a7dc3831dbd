import { z } from 'zod';
import { toSingleLine } from '../../platform/http/field-schemas.ts';
import { FILE_EMPTY, FILE_NAME_REQUIRED, pictureTooLarge } from './messages.ts';

/** Widths in pixels of the renditions, which are never wider than the original. */
export const RENDITION_WIDTHS = [320, 480, 768, 1080, 1440, 2048] as const;
export const RENDITION_FORMATS = ['avif', 'webp'] as const;
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** Limits of an original. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 64_000_000;
/** In pixels, of the longer side. */
export const MIN_PICTURE_SIDE = 800;
/** A taller picture would occupy the worker for a minute, and no page can show it well. */
export const MAX_HEIGHT_TO_WIDTH = 3;
/** Leaves room for panoramas. */
export const MAX_WIDTH_TO_HEIGHT = 20;

/** Pixels of the preview image of a shared link (Open Graph). */
export const OG_IMAGE = { width: 1200, height: 630 } as const;

/** Limits of a logo, and the pixels that it is reduced to. */
export const LOGO = {
  minSide: 100,
  maxPixels: 16_000_000,
  maxBytes: 2 * 1024 * 1024,
  width: 640,
  height: 320,
} as const;

/** A logo without its content. */
export const logoDetails = z.object({
  width: z.number().int().positive().max(LOGO.width),
  height: z.number().int().positive().max(LOGO.height),
  /** The background: a light or dark one for the dark or light colours of a transparent one; NONE for one with its own background. */
  ground: z.enum(['NONE', 'LIGHT', 'DARK']),
});
export type LogoDetails = z.infer<typeof logoDetails>;

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
  state: z.enum(['RECEIVING', 'CHECKING', 'REJECTED']),
  /** Why it was rejected, in words for the user. */
  rejection_reason: z.string().nullable(),
});
export type Upload = z.infer<typeof upload>;

export const newUpload = z.object({
  name: z
    .string()
    // Some browsers and programs send the path on the sender's disk.
    .overwrite((name) => toSingleLine(name.slice(name.search(/[^/\\]*$/))).slice(-MAX_FILE_NAME_LENGTH))
    .min(1, FILE_NAME_REQUIRED),
  bytes: z
    .number()
    .int()
    .min(1, FILE_EMPTY)
    .max(MAX_PICTURE_BYTES, pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2)),
});

/** A picture as it is used by a page. */
export const picture = z.object({
  /** The hash of the original. */
  sha256: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  caption: z.string().nullable(),
  /** Photographer. */
  credit: z.string().nullable(),
  licence: z.string().nullable(),
  /** The point that every crop keeps, as fractions from the top left corner. */
  focal: z.object({ x: z.number(), y: z.number() }),
  /** ThumbHash, base64. */
  placeholder: z.string().nullable(),
});
export type Picture = z.infer<typeof picture>;

/** Returns the widths of the renditions of an original. */
export function getRenditionWidths(originalWidth: number): readonly number[] {
  return [...new Set(RENDITION_WIDTHS.map((width) => Math.min(width, originalWidth)))];
}

/** Returns the path of a rendition. */
export function getRenditionUrl(sha256: string, width: number, format: RenditionFormat): string {
  return `/media/${sha256}/${width}.${format}`;
}

/** Returns the path of the Open Graph image (JPEG): the crop that `object-position` with the focal point shows. */
export function getOgImageUrl({ sha256, focal }: Pick<Picture, 'sha256' | 'focal'>): string {
  return `/media/og/${sha256}/${getOgImageName(focal)}`;
}

/** Returns the file name of an Open Graph image: its focal point in per cent. */
export function getOgImageName(focal: Picture['focal']): string {
  return `${Math.round(focal.x * 100)}-${Math.round(focal.y * 100)}.jpg`;
}

/** Returns the path of the static map for a location without a photograph. `position` is the public one. */
export function getStaticMapUrl(position: { latitude: number; longitude: number }): string {
  return `/media/maps/${position.latitude.toFixed(4)},${position.longitude.toFixed(4)}.svg`;
}
