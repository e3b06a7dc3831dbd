import type { Db } from '../../../../platform/db/transaction.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  createHandler,
} from '../../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../../platform/http/route-permission.ts';
import type { JobSender } from '../../../../platform/jobs/job-queue.ts';
import { getUpload, listUploads } from '../../../media/uploads/queries.server.ts';
import { getAccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { changeImage, deleteImages } from './commands.server.ts';
import * as routes from './contract.ts';
import { listImages } from './queries.server.ts';
import { beginUpload, cancelUpload } from './image-uploads.commands.server.ts';

interface Deps {
  readonly db: Db;
  readonly jobs: JobSender;
  readonly now: () => Date;
}

/** Handles all routes of images but the one that receives their bytes, see upload-handler.server.ts. */
export function imageHandlers({ db, jobs, now }: Deps): RouteHandler[] {
  const toCommandContext = (call: CallContext): CommandContext => ({ actor: requireActor(call), at: now() });
  const listAll = async (id: string, call: CallContext) => {
    const { relation } = await getAccessibleLocation(db, requireActor(call), id);
    // Uploads first: one that becomes an image between the two reads is listed twice rather than not at all.
    const uploads = await listUploads(db, id);
    const images = await listImages(db, [id], relation);
    return { images: images.get(id) ?? [], uploads };
  };
  return [
    createHandler(routes.locationImages, ({ id }, call) => listAll(id, call)),
    createHandler(routes.beginUpload, ({ id, ...file }, call) =>
      db.transaction().execute((trx) => beginUpload(trx, toCommandContext(call), id, file)),
    ),
    createHandler(routes.uploadById, async ({ id, uploadId }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      return getUpload(db, { locationId: id, id: uploadId });
    }),
    createHandler(routes.cancelUpload, ({ id, uploadId }, call) =>
      db.transaction().execute((trx) => cancelUpload(trx, toCommandContext(call), { locationId: id, id: uploadId })),
    ),
    createHandler(routes.changeImage, async ({ id, imageId, ...change }, call) => {
      await db.transaction().execute((trx) => changeImage(trx, jobs, toCommandContext(call), { id, imageId }, change));
      return listAll(id, call);
    }),
    createHandler(routes.deleteImage, async ({ id, imageId }, call) => {
      await db.transaction().execute((trx) => deleteImages(trx, toCommandContext(call), id, [imageId]));
      return listAll(id, call);
    }),
    createHandler(routes.deleteImages, async ({ id, ids }, call) => {
      await db.transaction().execute((trx) => deleteImages(trx, toCommandContext(call), id, ids));
      return listAll(id, call);
    }),
  ];
}
