import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { MAX_IMAGES, imageForm, newUpload, pictureOfLocation, upload } from './schema.ts';

const ofLocation = z.object({ id: z.uuid() });
const ofImage = ofLocation.extend({ imageId: z.uuid() });
const ofUpload = ofLocation.extend({ uploadId: z.uuid() });
/** All of the location's, in their order, and what is on its way in the order in which it was begun. */
const output = z.object({ images: z.array(pictureOfLocation), uploads: z.array(upload) });

export const locationImages = route({
  method: 'GET',
  path: '/locations/{id}/images',
  summary: 'The images of a location, and those on their way',
  access: 'location.view',
  input: ofLocation,
  output,
});

/** Its bytes follow in pieces: see {@link sendChunk}. */
export const beginUpload = route({
  method: 'POST',
  path: '/locations/{id}/images',
  summary: 'Begin to send an image: its bytes follow in pieces',
  access: 'location.edit',
  input: newUpload.extend(ofLocation.shape),
  output: upload,
  limit: { calls: 300, seconds: 60 },
});

/**
 * Takes bytes, at most CHUNK_BYTES, and so is bound to a handler of its own. Answers with the upload as it is then; 409 when `offset`
 * is not how far it had come: ask {@link uploadById}, and go on from there; 403 when somebody else has begun it. 503 when the bytes could not be kept: send them again.
 */
export const sendChunk = route({
  method: 'PUT',
  path: '/locations/{id}/uploads/{uploadId}',
  summary: 'Send the next bytes of an image on its way, those from `offset` on',
  access: 'upload.send',
  input: ofUpload.extend({ offset: z.coerce.number().int().min(0) }),
  body: 'bytes',
  output: upload,
  limit: { calls: 1200, seconds: 60 },
});

export const uploadById = route({
  method: 'GET',
  path: '/locations/{id}/uploads/{uploadId}',
  summary: 'How far an image on its way has come',
  access: 'location.view',
  input: ofUpload,
  output: upload,
});

export const cancelUpload = route({
  method: 'DELETE',
  path: '/locations/{id}/uploads/{uploadId}',
  summary: 'Give up an image on its way, or forget one that was refused',
  access: 'location.edit',
  input: ofUpload,
  output: z.void(),
});

export const changeImage = route({
  method: 'PUT',
  path: '/locations/{id}/images/{imageId}',
  summary:
    'Describe an image, make it the primary one, or move it before the one at a position; describing another version than the last is a conflict',
  access: 'location.edit',
  input: imageForm.partial().extend({
    ...ofImage.shape,
    /** Compared where something is written, or the focal point is moved. */
    version: expectedVersion,
    primary: z.literal(true).optional(),
    position: z.number().int().min(0).max(MAX_IMAGES).optional(),
  }),
  output,
  // A focal point has the worker crop the picture anew.
  limit: { calls: 240, seconds: 60 },
});

export const deleteImage = route({
  method: 'DELETE',
  path: '/locations/{id}/images/{imageId}',
  summary: 'Delete an image; if it was the primary one, the first of the others becomes it',
  access: 'location.edit',
  input: ofImage,
  output,
});

export const deleteImages = route({
  method: 'DELETE',
  path: '/locations/{id}/images',
  summary: 'Delete several images',
  access: 'location.edit',
  input: ofLocation.extend({
    ids: z.preprocess((ids) => (Array.isArray(ids) ? ids : [ids]), z.array(z.uuid()).min(1).max(MAX_IMAGES)),
  }),
  output,
});
