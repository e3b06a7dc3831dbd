import { createDecoder } from './decoder-process.server.ts';
import type { ImageAnalysis } from './decode-and-encode.ts';
import { type DecoderRequest, RESULTS } from './decoder-protocol.ts';
import type { LogoDetails, Picture, RenditionFormat } from '../schema.ts';

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

/**
 * Validates an untrusted logo, and encodes it as PNG.
 * @throws {ApiError} UNSUPPORTED_MEDIA or INVALID for a file that is not accepted
 */
export async function encodeLogo(content: Uint8Array, sha256: string): Promise<LogoDetails & { png: Uint8Array }> {
  const { result, body } = await decoder.run(sha256, { operation: 'logo' }, content);
  return { ...RESULTS.logo.parse(result), png: body };
}

export interface Original {
  readonly sha256: string;
  readonly content: Uint8Array;
}

/** Encodes a rendition. It has bare sRGB pixels, without the metadata of the original. */
export async function encodeRendition(original: Original, width: number, format: RenditionFormat): Promise<Uint8Array> {
  return encode(original, { operation: 'encode', sha256: original.sha256, width, format });
}

/** Crops around the focal point, for shared links. */
export async function encodeOgImage(original: Original, focal: Picture['focal']): Promise<Uint8Array> {
  return encode(original, { operation: 'crop', sha256: original.sha256, focal });
}

/** Sends the file only if the decoder has not just decoded it. */
async function encode({ sha256, content }: Original, request: DecoderRequest): Promise<Uint8Array> {
  const encoded = await decoder.run(sha256, request, new Uint8Array());
  return (encoded.result === undefined ? await decoder.run(sha256, request, content) : encoded).body;
}
