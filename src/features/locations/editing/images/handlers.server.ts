import { getUpload, listUploads } from '../../../media/uploads/queries.server.ts';
import { getAccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { changeImage, deleteImages } from './commands.server.ts';
import { chunkUpload } from './chunk-upload-handler.server.ts';
import * as routes from './contract.ts';
import { listImages } from './queries.server.ts';
import { beginUpload, cancelUpload } from './image-uploads.commands.server.ts';
import { type Handler, command, query } from '../../../../platform/http/handlers.ts';
import type { Db } from '../../../../platform/db/transaction.ts';
import type { Actor } from '../../../../platform/http/route-permission.ts';

/** Handlers of the images of a location. A change returns all images. */
export const imageHandlers: readonly Handler[] = [
  query(routes.locationImages, listAll),
  command(routes.beginUpload, beginUpload),
  chunkUpload,
  query(routes.uploadById, async (db, caller, { id, uploadId }) => {
    await getAccessibleLocation(db, caller, id);
    return getUpload(db, { locationId: id, id: uploadId });
  }),
  command(routes.cancelUpload, cancelUpload),
  command(routes.changeImage, changeImage, listAll),
  command(routes.deleteImage, (context, { id, imageId }) => deleteImages(context, { id, ids: [imageId] }), listAll),
  command(routes.deleteImages, deleteImages, listAll),
];

async function listAll(db: Db, caller: Actor, { id }: { readonly id: string }) {
  const { relation } = await getAccessibleLocation(db, caller, id);
  // Uploads first: one that becomes an image between the two reads is listed twice rather than not at all.
  const uploads = await listUploads(db, id);
  const images = await listImages(db, [id], relation);
  return { images: images.get(id) ?? [], uploads };
}
