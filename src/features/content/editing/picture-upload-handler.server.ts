import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type UploadHandler, createUploadHandler } from '../../../platform/http/upload-routes.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { type ChunkTools, receiveChunk } from '../../media/uploads/receive-chunk.commands.server.ts';
import { createUpload } from '../../media/uploads/commands.server.ts';
import { addContentPicture } from './contract.ts';
import { getUploadedPicture } from './queries.server.ts';
import { FILE_EMPTY, PICTURE_BYTES_REQUIRED, TOO_MANY_PICTURES } from '../../media/messages.ts';

interface Deps extends Omit<ChunkTools, 'log'> {
  readonly db: Kysely<Database>;
}

/** Receives pictures of pages, each in one request. The worker opens them. */
export function contentPictureUpload({ db, storage, jobs }: Deps): UploadHandler {
  return createUploadHandler(
    addContentPicture,
    {
      maxBytes: MAX_PICTURE_BYTES,
      maxConcurrent: { total: 4, perAccount: 4 },
      busy: { message: TOO_MANY_PICTURES, retryAfter: 5 },
      unsupportedMessage: PICTURE_BYTES_REQUIRED,
    },
    async (_input, content, { log, ...context }) => {
      if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
      const file = { locationId: null, name: 'picture', bytes: content.length };
      // The row is committed before the bytes are stored: the cleanup finds whatever is interrupted.
      const { id } = await db.transaction().execute(async (trx) => {
        await lockCaller(trx, context.actor);
        return createUpload(trx, context, file);
      });
      await db
        .transaction()
        .execute((trx) =>
          receiveChunk(trx, { storage, jobs, log }, context, { id, locationId: null, offset: 0 }, content),
        );
      return getUploadedPicture(db, context.actor.id, id);
    },
  );
}
