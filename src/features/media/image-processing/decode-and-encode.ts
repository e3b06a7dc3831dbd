import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { ApiError } from '../../../platform/http/contract.ts';
import { cropAround } from '../crop.ts';
import { type EmbeddedTexts, parseEmbeddedTexts } from '../embedded-texts.ts';
import { type CameraPosition, parseExifGps } from '../exif-gps.server.ts';
import * as messages from '../messages.ts';
import { type PictureFormat, isPolyglot, withJpegEnd } from '../polyglot.ts';
import {
  LOGO,
  type LogoDetails,
  MAX_WIDTH_TO_HEIGHT,
  MAX_PICTURE_PIXELS,
  MAX_HEIGHT_TO_WIDTH,
  MIN_PICTURE_SIDE,
  type Picture,
  RENDITION_WIDTHS,
  type RenditionFormat,
  OG_IMAGE,
} from '../schema.ts';

// The only module that decodes untrusted files, in a separate process: see decoder-program.ts. All other decoders are disabled in the process,
// whatever the name of a file.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// The worker may be pinned to fewer processors than the machine has.
sharp.concurrency(availableParallelism());
// Every picture is decoded once.
sharp.cache(false);

const CONTENT_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
/** Rows at the bottom that a cut JPEG may lack: the height of its largest blocks, the least that a decoder loses. */
const MAX_MISSING_ROWS = 16;
/** Pixels of the longer side of what the ThumbHash is computed from; its algorithm accepts at most 100. */
const THUMBHASH_SIDE = 100;
const THUMBNAIL_WIDTH = 32;
/** Areas per row and column of the perceptual hash. */
const HASH_SIDE = 8;
/** The largest accepted pictures take four seconds, and three times that on a busy machine. */
const DECODE_TIMEOUT_SECONDS = 40;
const QUALITY = { webp: 78, avif: 50, jpeg: 80, thumbnail: 50 };
/** The effort of the AVIF encoder: higher values take several times as long and save a few per cent of the bytes. */
const EFFORT = 2;

export interface ImageAnalysis {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  /** Pixels as displayed, after the EXIF orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** ThumbHash, base64. */
  readonly placeholder: string;
  /** See {@link computePerceptualHash}. */
  readonly perceptualHash: string;
  /** A WebP file of a few hundred bytes. */
  readonly thumbnail: Uint8Array;
  /** From EXIF. */
  readonly cameraPosition: CameraPosition | null;
  readonly texts: EmbeddedTexts;
}

/**
 * Validates an untrusted file and decodes it completely.
 * @throws {ApiError} UNSUPPORTED_MEDIA or INVALID for a file that is not accepted
 */
export async function analyseImage(content: Uint8Array): Promise<ImageAnalysis> {
  const measured = await checkHeader(content, { minSide: MIN_PICTURE_SIDE, maxPixels: MAX_PICTURE_PIXELS });
  const checked = assertRowsAbove(content).then(() => toThumbnail(content));
  const { data, info } = await checked.catch((error: Error) => {
    if (error.message.includes('timeout')) throw new ApiError('INVALID', messages.PICTURE_TOO_SLOW);
    throw new ApiError('INVALID', messages.PICTURE_DAMAGED);
  });
  const hash = rgbaToThumbHash(info.width, info.height, data);
  const thumbnail = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .resize(THUMBNAIL_WIDTH)
    .webp({ quality: QUALITY.thumbnail })
    .toBuffer();
  const perceptualHash = await hashPixels({ data, info });
  return { ...measured, placeholder: Buffer.from(hash).toString('base64'), perceptualHash, thumbnail };
}

/**
 * The dHash of a picture: whether each of 8 × 8 areas is darker than its right neighbour, as 16 hexadecimal digits. Scaled, recompressed and
 * slightly corrected versions of a picture differ in few bits.
 * @param rendition of the picture: older pictures get their hash from it, without decoding the original
 */
export async function computePerceptualHash(rendition: Uint8Array): Promise<string> {
  return hashPixels(await toThumbnail(rendition));
}

/** From the same small size for all pictures, since hashes depend on how they are scaled. */
async function hashPixels(thumbnail: Awaited<ReturnType<typeof toThumbnail>>): Promise<string> {
  const { width, height } = thumbnail.info;
  const { data: pixels, info } = await sharp(thumbnail.data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .greyscale()
    .resize(HASH_SIDE + 1, HASH_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let hash = 0n;
  for (let row = 0; row < HASH_SIDE; row++) {
    for (let column = 0; column < HASH_SIDE; column++) {
      const at = (row * (HASH_SIDE + 1) + column) * info.channels;
      hash = (hash << 1n) | (pixels[at]! < pixels[at + info.channels]! ? 1n : 0n);
    }
  }
  return hash.toString(16).padStart((HASH_SIDE * HASH_SIDE) / 4, '0');
}

/** Validates the header, before any pixel is decoded. */
async function checkHeader(
  content: Uint8Array,
  { minSide, maxPixels }: { readonly minSide: number; readonly maxPixels: number },
): Promise<Pick<ImageAnalysis, 'contentType' | 'width' | 'height' | 'cameraPosition' | 'texts'>> {
  const header = await readHeader(content).catch(() => undefined);
  const contentType = header && CONTENT_TYPES[header.format as keyof typeof CONTENT_TYPES];
  if (!header || !contentType) throw new ApiError('UNSUPPORTED_MEDIA', messages.CHOOSE_PICTURE);
  if (isPolyglot(Buffer.from(content.buffer, content.byteOffset, content.length), header.format as PictureFormat)) {
    throw new ApiError('UNSUPPORTED_MEDIA', messages.MORE_THAN_A_PICTURE);
  }
  const { width, height } = header.autoOrient;
  if (width * height > maxPixels) throw new ApiError('INVALID', messages.tooManyPixels(maxPixels / 1e6));
  const side = Math.max(width, height);
  if (side < minSide) throw new ApiError('INVALID', messages.pictureTooSmall(side, minSide));
  if (height > width * MAX_HEIGHT_TO_WIDTH) {
    throw new ApiError('INVALID', messages.pictureTooTall(MAX_HEIGHT_TO_WIDTH));
  }
  if (width > height * MAX_WIDTH_TO_HEIGHT) {
    throw new ApiError('INVALID', messages.pictureTooWide(MAX_WIDTH_TO_HEIGHT));
  }
  const cameraPosition = header.exif ? parseExifGps(header.exif) : null;
  return { contentType, width, height, cameraPosition, texts: parseEmbeddedTexts(header) };
}

async function readHeader(content: Uint8Array): Promise<Metadata> {
  return sharp(content, { limitInputPixels: false }).metadata();
}

/** Decodes the whole picture to an RGBA thumbnail. */
async function toThumbnail(content: Uint8Array) {
  const image = await openImage(content);
  return image
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside' })
    .flatten(WHITE)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

const WHITE = { background: '#fff' };

/**
 * Rejects a JPEG without end marker that lacks more than its last rows. Browsers show the others, such as panoramas of some telephones. The
 * decoder does not say how much is missing: it must read the rows above without a warning.
 */
async function assertRowsAbove(content: Uint8Array): Promise<void> {
  const ended = withJpegEnd(content);
  if (ended === content) return;
  const image = sharp(ended, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'warning' });
  const { width, height } = await image.metadata();
  await image
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .extract({ left: 0, top: 0, width, height: height - MAX_MISSING_ROWS })
    .resize(THUMBNAIL_WIDTH)
    .toBuffer();
}

/** Decodes to sRGB without metadata. */
async function openImage(content: Uint8Array): Promise<Sharp> {
  const image = sharp(withJpegEnd(content), {
    limitInputPixels: MAX_PICTURE_PIXELS,
    failOn: 'error',
    autoOrient: true,
  });
  const { space, hasProfile } = await image.metadata();
  // sharp decodes 16-bit colours with a profile to Display P3.
  return space === 'rgb16' && hasProfile ? image.withIccProfile('srgb', { attach: false }) : image;
}

/** Bare sRGB pixels, without the metadata of the original: no rendition can reveal where or by whom it was taken. */
export interface Pixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decodes an original to the width of its widest rendition. */
export async function decodeOriginal(original: Uint8Array): Promise<Pixels> {
  const image = await openImage(original);
  const { data, info } = await image
    .resize(RENDITION_WIDTHS.at(-1), null, { withoutEnlargement: true })
    .flatten(WHITE)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

export function encodeRendition(image: Pixels, width: number, format: RenditionFormat): Promise<Uint8Array> {
  const resized = fromPixels(image).resize(width);
  const encoded =
    format === 'webp'
      ? resized.webp({ quality: QUALITY.webp })
      : resized.avif({ quality: QUALITY.avif, effort: EFFORT });
  return encoded.toBuffer();
}

/** Pixels of the longer side of what the colours of a logo are taken from. */
const LOGO_SAMPLE = 64;

/**
 * Validates an untrusted logo, and encodes it as PNG with its transparency, without metadata.
 * @throws {ApiError} UNSUPPORTED_MEDIA or INVALID for a file that is not accepted
 */
export async function encodeLogo(content: Uint8Array): Promise<LogoDetails & { readonly png: Uint8Array }> {
  await checkHeader(content, LOGO);
  try {
    await assertRowsAbove(content);
    const image = await openImage(content);
    const { data, info } = await image
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .resize(LOGO.width, LOGO.height, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height, ground: await findGround(data) };
  } catch {
    throw new ApiError('INVALID', messages.PICTURE_DAMAGED);
  }
}

async function findGround(png: Uint8Array): Promise<LogoDetails['ground']> {
  const pixels = await sharp(png)
    .resize(LOGO_SAMPLE, LOGO_SAMPLE, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  let [light, visible, hidden] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255;
    visible += alpha;
    hidden += 1 - alpha;
    light += (alpha * (pixels[at]! * 0.299 + pixels[at + 1]! * 0.587 + pixels[at + 2]! * 0.114)) / 255;
  }
  if (hidden < visible / 100) return 'NONE';
  return light / Math.max(visible, 1) > 0.6 ? 'DARK' : 'LIGHT';
}

/** Crops around the focal point, for shared links. */
export function encodeOgImage(image: Pixels, focal: Picture['focal']): Promise<Uint8Array> {
  const { width, height } = OG_IMAGE;
  return fromPixels(image)
    .extract(cropAround(image, width / height, focal))
    .resize(width, height)
    .jpeg({ quality: QUALITY.jpeg, mozjpeg: true })
    .toBuffer();
}

function fromPixels({ pixels, width, height }: Pixels): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
