import { createDecoder } from './decoding/decoder-process.server.ts';
import type { ImageAnalysis, Pixels } from './decoding/operations.ts';
import { RESULTS } from './decoding/protocol.ts';
import type { Picture, RenditionFormat } from './schema.ts';

export type { ImageAnalysis };

/** Shared by this process: it decodes one picture at a time. */
const decoder = createDecoder();

/**
 * Validates an untrusted file and decodes it completely.
 * @throws {ApiError} UNSUPPORTED_MEDIA or INVALID for a file that is not accepted
 */
export async function analyseImage(content: Uint8Array, sha256: string): Promise<ImageAnalysis> {
  const { result, body } = await decoder.run(sha256, { operation: 'analyse' }, content);
  return { ...RESULTS.analyse.parse(result), thumbnail: body };
}

/**
 * Computes the dHash of a picture.
 * @param rendition of the picture: older pictures get their hash from it, without decoding the original
 */
export async function computePerceptualHash(rendition: Uint8Array, sha256: string): Promise<string> {
  const { result } = await decoder.run(sha256, { operation: 'hash' }, rendition);
  return RESULTS.hash.parse(result).perceptualHash;
}

export interface DecodedImage extends Pixels {
  /** Of the original. */
  readonly sha256: string;
}

/** Decodes an original to the width of its widest rendition. */
export async function decodeOriginal(original: Uint8Array, sha256: string): Promise<DecodedImage> {
  const { result, body } = await decoder.run(sha256, { operation: 'decode' }, original);
  return { ...RESULTS.decode.parse(result), pixels: body, sha256 };
}

export async function encodeRendition(
  { sha256, pixels, ...image }: DecodedImage,
  width: number,
  format: RenditionFormat,
): Promise<Uint8Array> {
  return (await decoder.run(sha256, { operation: 'encode', image, width, format }, pixels)).body;
}

/** Crops around the focal point, for shared links. */
export async function encodeOgImage(
  { sha256, pixels, ...image }: DecodedImage,
  focal: Picture['focal'],
): Promise<Uint8Array> {
  return (await decoder.run(sha256, { operation: 'crop', image, focal }, pixels)).body;
}
