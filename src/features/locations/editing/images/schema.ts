import { z } from 'zod';
import { picture } from '../../../media/schema.ts';

/** Images of one location, uploads in progress included. */
export const MAX_IMAGES = 60;
const MAX_CAPTION_LENGTH = 300;

/** An image of a working copy. */
export const locationImage = picture.omit({ alt: true }).extend({
  id: z.string(),
  version: z.number(),
  /** The name of the uploaded file. */
  name: z.string().nullable(),
  /** Path of its largest rendition; null until that is ready. */
  url: z.string().nullable(),
  /** Null until one is written. */
  alt: z.string().nullable(),
  primary: z.boolean(),
  state: z.enum(['PROCESSING', 'READY', 'FAILED']),
  /** Position of the camera in degrees (WGS 84) and its direction, clockwise from north; for the owner alone. */
  cameraPosition: z
    .object({ latitude: z.number(), longitude: z.number(), direction: z.number().nullable() })
    .nullable(),
});
export type LocationImage = z.infer<typeof locationImage>;

const singleLineText = z
  .string()
  .overwrite((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
  .max(MAX_CAPTION_LENGTH);

export const imageForm = z.object({
  caption: singleLineText,
  /** Alternative text. */
  alt: singleLineText,
  credit: singleLineText.max(200),
  focal: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});
