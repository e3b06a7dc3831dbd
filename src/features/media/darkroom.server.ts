import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { ApiError } from '../../platform/http/contract.ts';
import { cropAround } from './crop.ts';
import { type PictureFormat, isDisguised } from './disguise.ts';
import { takesTooLong, workOn } from './in-work.server.ts';
import { type Taken, takenAt } from './taken.server.ts';
import {
  MAX_PICTURE_FLATNESS,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_TALLNESS,
  MIN_PICTURE_SIDE,
  type Picture,
  RENDITION_WIDTHS,
  type RenditionFormat,
  SHARED_PICTURE,
} from './schema.ts';
import {
  CHOOSE_PICTURE,
  tooManyPixels,
  pictureTooSmall,
  pictureTooTall,
  pictureTooWide,
  PICTURE_DAMAGED,
  MORE_THAN_A_PICTURE,
} from './messages.ts';

// The one place that decodes what people send. Whatever a file calls itself, only these three decoders are there for it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// As many as this process may use, of which there are fewer in the worker.
sharp.concurrency(availableParallelism());
// Every picture is decoded once: nothing is worth remembering.
sharp.cache(false);

const CONTENT_TYPES = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
/** Pixels of the longer side that the placeholder is computed from, at most 100. */
const THUMB_SIDE = 100;
const MINIATURE_WIDTH = 32;
/** For decoding a whole picture once. The largest that we accept take four seconds, and three times that on a busy machine. */
const DECODE_SECONDS = 40;
const QUALITY = { webp: 78, avif: 50, jpeg: 80, miniature: 50 };
/** Higher takes several times as long for a few per cent of the bytes. */
const EFFORT = 2;

export interface Inspected {
  readonly contentType: (typeof CONTENT_TYPES)[keyof typeof CONTENT_TYPES];
  /** Pixels as seen, after the orientation that the camera noted is applied. */
  readonly width: number;
  readonly height: number;
  /** ThumbHash, base64. */
  readonly placeholder: string;
  /** A WebP file of a few hundred bytes. */
  readonly miniature: Uint8Array;
  /** Where the camera says that it stood. */
  readonly taken: Taken | null;
}

/**
 * Reads a picture that may be anything, to its last pixel.
 * @throws {ApiError} UNSUPPORTED_MEDIA or INVALID when it is none that we accept
 */
export function inspect(content: Uint8Array, sha256: string): Promise<Inspected> {
  return workOn(sha256, () => inspectAlone(content));
}

async function inspectAlone(content: Uint8Array): Promise<Inspected> {
  const measured = await measure(content);
  const { data, info } = await shrink(content).catch((error: Error) => {
    if (error.message.includes('timeout')) throw takesTooLong();
    throw new ApiError('INVALID', PICTURE_DAMAGED);
  });
  const hash = rgbaToThumbHash(info.width, info.height, data);
  const miniature = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .resize(MINIATURE_WIDTH)
    .webp({ quality: QUALITY.miniature })
    .toBuffer();
  return { ...measured, placeholder: Buffer.from(hash).toString('base64'), miniature };
}

/** Checks what the head of the file says, before anything is unfolded. */
async function measure(content: Uint8Array): Promise<Pick<Inspected, 'contentType' | 'width' | 'height' | 'taken'>> {
  const head = await readHead(content).catch(() => undefined);
  const contentType = head && CONTENT_TYPES[head.format as keyof typeof CONTENT_TYPES];
  if (!head || !contentType) throw new ApiError('UNSUPPORTED_MEDIA', CHOOSE_PICTURE);
  if (isDisguised(Buffer.from(content.buffer, content.byteOffset, content.length), head.format as PictureFormat)) {
    throw new ApiError('UNSUPPORTED_MEDIA', MORE_THAN_A_PICTURE);
  }
  const { width, height } = head.autoOrient;
  if (width * height > MAX_PICTURE_PIXELS) {
    throw new ApiError('INVALID', tooManyPixels(MAX_PICTURE_PIXELS / 1e6));
  }
  const side = Math.max(width, height);
  if (side < MIN_PICTURE_SIDE) {
    throw new ApiError('INVALID', pictureTooSmall(side, MIN_PICTURE_SIDE));
  }
  if (height > width * MAX_PICTURE_TALLNESS) {
    throw new ApiError('INVALID', pictureTooTall(MAX_PICTURE_TALLNESS));
  }
  if (width > height * MAX_PICTURE_FLATNESS) {
    throw new ApiError('INVALID', pictureTooWide(MAX_PICTURE_FLATNESS));
  }
  return { contentType, width, height, taken: head.exif ? takenAt(head.exif) : null };
}

async function readHead(content: Uint8Array): Promise<Metadata> {
  return sharp(content, { limitInputPixels: false }).metadata();
}

/** Decodes all of the picture, down to red, green, blue and alpha of a thumb. */
function shrink(content: Uint8Array) {
  return decode(content)
    .timeout({ seconds: DECODE_SECONDS })
    .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside' })
    .flatten(WHITE)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}

const WHITE = { background: '#fff' };

function decode(content: Uint8Array): Sharp {
  return sharp(content, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error', autoOrient: true });
}

/** Bare sRGB pixels: with nothing else left of the original, no rendition can carry where or by whom it was taken. */
export interface Master {
  /** Of the original. */
  readonly sha256: string;
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decodes an original as large as its widest rendition is. */
export async function develop(original: Uint8Array, sha256: string): Promise<Master> {
  const { data, info } = await workOn(sha256, () =>
    decode(original)
      .resize(RENDITION_WIDTHS.at(-1), null, { withoutEnlargement: true })
      .flatten(WHITE)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { sha256, pixels: data, width: info.width, height: info.height };
}

export function render(master: Master, width: number, format: RenditionFormat): Promise<Uint8Array> {
  const resized = open(master).resize(width);
  const encoded =
    format === 'webp'
      ? resized.webp({ quality: QUALITY.webp })
      : resized.avif({ quality: QUALITY.avif, effort: EFFORT });
  return workOn(master.sha256, () => encoded.toBuffer());
}

/** Crops around the focal point for shared links. */
export function renderShared(master: Master, focal: Picture['focal']): Promise<Uint8Array> {
  const { width, height } = SHARED_PICTURE;
  const cropped = open(master)
    .extract(cropAround(master, width / height, focal))
    .resize(width, height)
    .jpeg({ quality: QUALITY.jpeg, mozjpeg: true });
  return workOn(master.sha256, () => cropped.toBuffer());
}

function open({ pixels, width, height }: Master): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
