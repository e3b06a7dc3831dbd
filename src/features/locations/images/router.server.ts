import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  requireActor,
  createHandler,
} from '../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../platform/jobs.ts';
import { getAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { changeImage, deleteImages } from './commands.server.ts';
import * as calls from './contract.ts';
import { imagesOf } from './queries.server.ts';
import { beginUpload, cancelUpload } from './uploads/commands.server.ts';
import { uploadOf, uploadsOf } from './uploads/queries.server.ts';

interface Deps {
  readonly db: Kysely<Database>;
  readonly jobs: JobSender;
  readonly now: () => Date;
}

/** Answers every call about images of working copies but the one that brings their bytes; see uploads/router.server.ts. */
export function imagesBindings({ db, jobs, now }: Deps): RouteHandler[] {
  const actBy = (call: CallContext): CommandContext => ({ actor: requireActor(call), at: now() });
  const all = async (id: string, call: CallContext) => {
    const { relation } = await getAccessibleLocation(db, requireActor(call), id);
    // Uploads first: what becomes an image between the two reads is told twice rather than not at all.
    const uploads = await uploadsOf(db, id);
    const images = await imagesOf(db, [id], relation);
    return { images: images.get(id) ?? [], uploads };
  };
  return [
    createHandler(calls.locationImages, ({ id }, call) => all(id, call)),
    createHandler(calls.beginUpload, ({ id, ...file }, call) =>
      db.transaction().execute((trx) => beginUpload(trx, actBy(call), id, file)),
    ),
    createHandler(calls.uploadById, async ({ id, uploadId }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      return uploadOf(db, id, uploadId);
    }),
    createHandler(calls.cancelUpload, ({ id, uploadId }, call) =>
      db.transaction().execute((trx) => cancelUpload(trx, actBy(call), { locationId: id, id: uploadId })),
    ),
    createHandler(calls.changeImage, async ({ id, imageId, ...change }, call) => {
      await db.transaction().execute((trx) => changeImage(trx, jobs, actBy(call), { id, imageId }, change));
      return all(id, call);
    }),
    createHandler(calls.deleteImage, async ({ id, imageId }, call) => {
      await db.transaction().execute((trx) => deleteImages(trx, actBy(call), id, [imageId]));
      return all(id, call);
    }),
    createHandler(calls.deleteImages, async ({ id, ids }, call) => {
      await db.transaction().execute((trx) => deleteImages(trx, actBy(call), id, ids));
      return all(id, call);
    }),
  ];
}
