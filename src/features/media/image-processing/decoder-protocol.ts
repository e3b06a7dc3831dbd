import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { MAX_EMBEDDED_TEXT } from '../embedded-texts.ts';
import { RENDITION_FORMATS, logoDetails, picture } from '../schema.ts';

/** SHA-256 of an original. */
const sha256 = z.string();

/**
 * The header of a request. The body has the file. It may be empty where the picture is named and the decoder may still have its pixels; if it
 * has not, the outcome is `missing`.
 */
export const decoderRequest = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('analyse') }),
  z.object({ operation: z.literal('hash') }),
  z.object({ operation: z.literal('logo') }),
  z.object({ operation: z.literal('encode'), sha256, width: z.number(), format: z.enum(RENDITION_FORMATS) }),
  z.object({ operation: z.literal('crop'), sha256, focal: picture.shape.focal }),
]);
export type DecoderRequest = z.infer<typeof decoderRequest>;

const perceptualHash = z.string().regex(/^[\da-f]{16}$/);

/** Results by operation. They come from a process that has read a stranger's file. */
export const RESULTS = {
  /** The body is the thumbnail. */
  analyse: z.object({
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    contentType: z.enum(['image/jpeg', 'image/png', 'image/webp']),
    placeholder: z.base64().max(100),
    perceptualHash,
    cameraPosition: z
      .object({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        direction: z.number().min(0).max(360).nullable(),
      })
      .nullable(),
    texts: z.object({
      caption: singleLine.max(MAX_EMBEDDED_TEXT.caption).nullable(),
      credit: singleLine.max(MAX_EMBEDDED_TEXT.credit).nullable(),
    }),
  }),
  hash: z.object({ perceptualHash }),
  /** The body has the logo. */
  logo: logoDetails,
  /** The body has the encoded file. */
  encode: z.object({}),
  crop: z.object({}),
} as const;

/** The header of a response: a result, why the file is rejected, that it is needed again, or why the operation failed otherwise. */
export const decoderResponse = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('result'), result: z.unknown() }),
  z.object({
    outcome: z.literal('rejected'),
    errorType: z.enum(['UNSUPPORTED_MEDIA', 'INVALID']),
    message: z.string().max(1000),
  }),
  z.object({ outcome: z.literal('missing') }),
  z.object({ outcome: z.literal('failed'), message: z.string().max(1000) }),
]);
export type DecoderResponse = z.infer<typeof decoderResponse>;
