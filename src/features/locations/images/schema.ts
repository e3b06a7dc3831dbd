import { z } from 'zod';
import { plainFileName } from '../../../platform/field-schemas.ts';
import { MAX_PICTURE_BYTES, picture } from '../../media/schema.ts';
import { FILE_EMPTY, FILE_NAME_REQUIRED, pictureTooLarge } from '../../media/messages.ts';

/** Images of one location, at most, those on their way counted. */
export const IMAGES = 60;
/** Bytes of a file that one request brings, at most: on a slow line a piece must arrive before its request times out. */
export const CHUNK_BYTES = 512 * 1024;
const CAPTION_LENGTH = 300;
const FILE_NAME_LENGTH = 255;

/** A photograph of a location, as who holds it sees it. */
export const pictureOfLocation = picture.omit({ alt: true }).extend({
  id: z.string(),
  version: z.number(),
  /** Of the file as it was sent. */
  name: z.string().nullable(),
  /** Path of its largest rendition; null while there is none. */
  url: z.string().nullable(),
  /** Null where nobody has written one. */
  alt: z.string().nullable(),
  primary: z.boolean(),
  state: z.enum(['PROCESSING', 'READY', 'FAILED']),
  /** Where the camera says that it stood, in degrees, and looked, clockwise from north; for the owner alone. */
  taken: z.object({ latitude: z.number(), longitude: z.number(), direction: z.number().nullable() }).nullable(),
});
export type PictureOfLocation = z.infer<typeof pictureOfLocation>;

/** A photograph on its way in. */
export const upload = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Bytes that are kept for good, from the first one on. */
  received: z.number(),
  state: z.enum(['RECEIVING', 'CHECKING', 'REFUSED']),
  /** Why it was refused. */
  problem: z.string().nullable(),
});
export type Upload = z.infer<typeof upload>;

export const newUpload = z.object({
  name: z
    .string()
    // Some browsers and programs send where the file lies on the sender's disk.
    .overwrite((name) => plainFileName(name.slice(name.search(/[^/\\]*$/))).slice(-FILE_NAME_LENGTH))
    .min(1, FILE_NAME_REQUIRED),
  bytes: z
    .number()
    .int()
    .min(1, FILE_EMPTY)
    .max(MAX_PICTURE_BYTES, pictureTooLarge(MAX_PICTURE_BYTES / 1024 ** 2)),
});

const written = z
  .string()
  .overwrite((text) => text.replace(/\p{Cc}+/gu, ' ').trim())
  .max(CAPTION_LENGTH);

export const imageForm = z.object({
  caption: written,
  /** What somebody who cannot see the picture should know of it. */
  alt: written,
  credit: written.max(200),
  focal: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }),
});
