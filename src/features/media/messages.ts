import { cannotFind } from '../../platform/text/common-messages.ts';
/** The rules for pictures, as the beginning of a hint. */
export const pictureRules = (minSide: number, maxBytes: number) =>
  `JPEG, PNG or WebP, at least ${minSide} pixels on the long side, up to ${maxBytes / 1024 ** 2} MB`;
export const CHOOSE_PICTURE = 'Please choose a JPEG, PNG or WebP picture.';
export const FILE_EMPTY = 'This file is empty.';
export const FILE_NAME_REQUIRED = 'The file needs a name.';
export const pictureTooLarge = (megabytes: number) => `This picture is too large: use at most ${megabytes} MB.`;
export const tooManyPixels = (megapixels: number) => `This picture is too large: use at most ${megapixels} megapixels.`;
export const pictureTooSmall = (side: number, min: number) =>
  `This picture has ${side} pixels on its longer side. Upload one of at least ${min}.`;
export const pictureTooTall = (max: number) =>
  `This picture is too narrow: it may be at most ${max} times as tall as wide.`;
export const pictureTooWide = (max: number) =>
  `This picture is too flat: it may be at most ${max} times as wide as tall.`;
export const PICTURE_DAMAGED = 'This picture is damaged. Please export it again.';
export const MORE_THAN_A_PICTURE =
  'This file contains more than a picture. Please export the picture again, without anything else.';
export const PICTURE_TOO_SLOW = 'This picture takes too long to open. Please export it again.';
export const NO_SUCH_PICTURE = cannotFind('picture');
export const PICTURE_UNPROCESSABLE =
  'This picture could not be processed. Please export it again, then upload it again.';
export const PICTURE_BYTES_REQUIRED = 'Send the bytes of the picture as application/octet-stream.';
export const chunkRequired = (max: number) =>
  `Send the next bytes of the picture, at most ${max} and no more than it has.`;
export const wrongOffset = (received: number) =>
  `The server has received ${received} bytes of this picture. Continue from that offset.`;
export const UPLOAD_NOT_SAVED = 'This picture could not be saved. Please upload it again in a moment.';
export const CHUNK_NOT_SAVED =
  'This picture could not be saved just now. The part that was uploaded is saved: the upload continues in a moment.';
export const dailyQuotaMessage = (gigabytes: number) =>
  `You can upload ${gigabytes} GB of pictures a day. Continue with this one tomorrow.`;
export const TOO_MANY_PENDING_UPLOADS =
  'Many of your pictures are still being uploaded. This one starts when others have finished.';
export const TOO_MANY_UPLOADS = 'Many pictures are being uploaded at the moment. This one continues in a moment.';
export const TOO_MANY_PICTURES =
  'Many pictures are being uploaded at the moment. Please upload this one again in a moment.';
export const UPLOAD_OF_ANOTHER = 'Somebody else has started this upload, and only they can continue it.';
export const UPLOAD_NOT_FOUND = 'We cannot find this upload. It may have expired.';
export const UPLOAD_UNREADABLE =
  'This picture could not be opened after several attempts. Please export it again, then upload it again.';
export const DUPLICATE_PICTURE = 'This picture has already been added to this location.';
export const UPLOAD_INCOMPLETE = 'A part of this picture did not arrive. Please upload it again.';
