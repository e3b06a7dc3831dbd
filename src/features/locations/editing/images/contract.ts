import { z } from 'zod';
import { route } from '../../../../platform/http/contract.ts';
import { expectedVersion } from '../../../../platform/http/expected-version.ts';
import { newUpload, upload } from '../../../media/schema.ts';
import { MAX_IMAGES, imageForm, locationImage } from './schema.ts';

const locationParams = z.object({ id: z.uuid() });
const imageParams = locationParams.extend({ imageId: z.uuid() });
const uploadParams = locationParams.extend({ uploadId: z.uuid() });
/** All images of the location in their order, and its uploads, oldest first. */
const output = z.object({ images: z.array(locationImage), uploads: z.array(upload) });

export const locationImages = route('GET', '/locations/{id}/images', {
  summary: 'Lists the images of a location, and its uploads in progress',
  access: 'location.view',
  input: locationParams,
  output,
});

/** See {@link sendChunk}. */
export const beginUpload = route('POST', '/locations/{id}/images', {
  summary: 'Begins the upload of an image, whose bytes follow in chunks',
  access: 'location.edit',
  input: newUpload.extend(locationParams.shape),
  output: upload,
  limit: { calls: 300, seconds: 60 },
  created: '/locations/{input.id}/uploads/{id}',
});

/**
 * Receives at most CHUNK_BYTES. Errors: 409 when `offset` is not the number of bytes received, to be queried with {@link uploadById};
 * 403 when another account has begun the upload; 503 when the bytes could not be stored, to be sent again.
 */
export const sendChunk = route('PUT', '/locations/{id}/uploads/{uploadId}', {
  summary: 'Receives the next bytes of an upload, from `offset` on',
  access: 'upload.send',
  input: uploadParams.extend({ offset: z.coerce.number().int().min(0) }),
  body: 'bytes',
  output: upload,
  limit: { calls: 1200, seconds: 60 },
});

export const uploadById = route('GET', '/locations/{id}/uploads/{uploadId}', {
  summary: 'Returns the progress of an upload',
  access: 'location.view',
  input: uploadParams,
  output: upload,
});

export const cancelUpload = route('DELETE', '/locations/{id}/uploads/{uploadId}', {
  summary: 'Cancels an upload, or deletes one that was rejected',
  access: 'location.edit',
  input: uploadParams,
});

export const changeImage = route('PUT', '/locations/{id}/images/{imageId}', {
  summary:
    'Describes an image, makes it the primary one, or moves it before the image at a position. Returns 409 if a described version is outdated',
  access: 'location.edit',
  input: imageForm.partial().extend({
    ...imageParams.shape,
    /** Compared where a text or the focal point is changed. */
    version: expectedVersion,
    primary: z.literal(true).optional(),
    position: z.number().int().min(0).max(MAX_IMAGES).optional(),
  }),
  output,
  // The worker crops the picture again for each focal point.
  limit: { calls: 240, seconds: 60 },
});

export const deleteImage = route('DELETE', '/locations/{id}/images/{imageId}', {
  summary: 'Deletes an image. If it was the primary image, the first of the others is now',
  access: 'location.edit',
  input: imageParams,
  output,
});

export const deleteImages = route('DELETE', '/locations/{id}/images', {
  summary: 'Deletes several images',
  access: 'location.edit',
  input: locationParams.extend({
    ids: z.preprocess((ids) => (Array.isArray(ids) ? ids : [ids]), z.array(z.uuid()).min(1).max(MAX_IMAGES)),
  }),
  output,
});
