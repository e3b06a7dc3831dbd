import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { ApiError } from '../../platform/http/contract.ts';
import { cropAround } from './crop.ts';
import { type PictureFormat, isPolyglot } from './polyglot.ts';
import { createTimeoutError, runWatched } from './processing-watchdog.server.ts';
import { type CameraPosition, parseExifGps } from './exif-gps.server.ts';
import {
  MAX_WIDTH_TO_HEIGHT,
  MAX_PICTURE_PIXELS,
  MAX_HEIGHT_TO_WIDTH,
  MIN_PICTURE_SIDE,
  type Picture,
  RENDITION_WIDTHS,
  type RenditionFormat,
  SHARED_PICTURE,
} from './schema.ts';

// The one place that decodes what people send. Whatever a file calls itself, only these three decoders are there for it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// As many as this process may use, of which there are fewer in the worker.
sharp.concurrency(availableParallelism());
// Every picture is decoded once: nothing is worth remembering.
sharp.cache(false);

const CONTENT_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
/** Pixels of the longer side that the placeholder is computed from, at most 100. */
const THUMBNAIL_SIDE = 100;
const MINIATURE_WIDTH = 32;
/** For decoding a whole picture once. The largest that we accept take four seconds, and three times that on a busy machine. */
const DECODE_TIMEOUT_SECONDS = 40;
const QUALITY = { webp: 78, avif: 50, jpeg: 80, miniature: 50 };
/** Higher takes several times as long for a few per cent of the bytes. */
const EFFORT = 2;

export interface ImageAnalysis {
  readonly contentType: (typeof CONTENT_TYPES)[keyof typeof CONTENT_TYPES];
  /** Pixels as seen, after the orientation that the camera noted is applied. */
  readonly width: number;
  readonly height: number;
  /** ThumbHash, base64. */
  readonly placeholder: string;
  /** A WebP file of a few hundred bytes. */
  readonly miniature: Uint8Array;
  /** Where the camera says that it stood. */
  readonly cameraPosition: CameraPosition | null;
}

/**
 * Reads a picture that may be anything, to its last pixel.
 * @throws {ApiError} UNSUPPORTED_MEDIA or INVALID when it is none that we accept
 */
export function analyseImage(content: Uint8Array, sha256: string): Promise<ImageAnalysis> {
  return runWatched(sha256, () => analyse(content));
}

async function analyse(content: Uint8Array): Promise<ImageAnalysis> {
  const measured = await checkHeader(content);
  const { data, info } = await toThumbnail(content).catch((error: Error) => {
    if (error.message.includes('timeout')) throw createTimeoutError();
    throw new ApiError('INVALID', 'This picture is damaged. Please export it again.');
  });
  const hash = rgbaToThumbHash(info.width, info.height, data);
  const miniature = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .resize(MINIATURE_WIDTH)
    .webp({ quality: QUALITY.miniature })
    .toBuffer();
  return { ...measured, placeholder: Buffer.from(hash).toString('base64'), miniature };
}

/** Checks what the head of the file says, before anything is unfolded. */
async function checkHeader(
  content: Uint8Array,
): Promise<Pick<ImageAnalysis, 'contentType' | 'width' | 'height' | 'cameraPosition'>> {
  const header = await readHeader(content).catch(() => undefined);
  const contentType = header && CONTENT_TYPES[header.format as keyof typeof CONTENT_TYPES];
  if (!header || !contentType) throw new ApiError('UNSUPPORTED_MEDIA', 'Please choose a JPEG, PNG or WebP picture.');
  if (isPolyglot(Buffer.from(content.buffer, content.byteOffset, content.length), header.format as PictureFormat)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA',
      'This file holds more than a picture. Please export the picture again, by itself.',
    );
  }
  const { width, height } = header.autoOrient;
  if (width * height > MAX_PICTURE_PIXELS) {
    throw new ApiError('INVALID', `This picture is too large: use at most ${MAX_PICTURE_PIXELS / 1e6} megapixels.`);
  }
  const side = Math.max(width, height);
  if (side < MIN_PICTURE_SIDE) {
    throw new ApiError(
      'INVALID',
      `This picture has ${side} pixels on its longer side. Send one of at least ${MIN_PICTURE_SIDE}.`,
    );
  }
  if (height > width * MAX_HEIGHT_TO_WIDTH) {
    throw new ApiError(
      'INVALID',
      `This picture is too narrow: it may be at most ${MAX_HEIGHT_TO_WIDTH} times as tall as wide.`,
    );
  }
  if (width > height * MAX_WIDTH_TO_HEIGHT) {
    throw new ApiError(
      'INVALID',
      `This picture is too flat: it may be at most ${MAX_WIDTH_TO_HEIGHT} times as wide as tall.`,
    );
  }
  return { contentType, width, height, cameraPosition: header.exif ? parseExifGps(header.exif) : null };
}

async function readHeader(content: Uint8Array): Promise<Metadata> {
  return sharp(content, { limitInputPixels: false }).metadata();
}

/** Decodes all of the picture, down to red, green, blue and alpha of a thumb. */
function toThumbnail(content: Uint8Array) {
  return openImage(content)
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside' })
    .flatten(WHITE)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

const WHITE = { background: '#fff' };

function openImage(content: Uint8Array): Sharp {
  return sharp(content, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', autoOrient: true });
}

/** Bare sRGB pixels: with nothing else left of the original, no rendition can carry where or by whom it was taken. */
export interface DecodedImage {
  /** Of the original. */
  readonly sha256: string;
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decodes an original as large as its widest rendition is. */
export async function decodeOriginal(original: Uint8Array, sha256: string): Promise<DecodedImage> {
  const { data, info } = await runWatched(sha256, () =>
    openImage(original)
      .resize(RENDITION_WIDTHS.at(-1), null, { withoutEnlargement: true })
      .flatten(WHITE)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { sha256, pixels: data, width: info.width, height: info.height };
}

export function encodeRendition(image: DecodedImage, width: number, format: RenditionFormat): Promise<Uint8Array> {
  const resized = fromPixels(image).resize(width);
  const encoded =
    format === 'webp'
      ? resized.webp({ quality: QUALITY.webp })
      : resized.avif({ quality: QUALITY.avif, effort: EFFORT });
  return runWatched(image.sha256, () => encoded.toBuffer());
}

/** Crops around the focal point for shared links. */
export function encodeSharedPicture(image: DecodedImage, focal: Picture['focal']): Promise<Uint8Array> {
  const { width, height } = SHARED_PICTURE;
  const cropped = fromPixels(image)
    .extract(cropAround(image, width / height, focal))
    .resize(width, height)
    .jpeg({ quality: QUALITY.jpeg, mozjpeg: true });
  return runWatched(image.sha256, () => cropped.toBuffer());
}

function fromPixels({ pixels, width, height }: DecodedImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
