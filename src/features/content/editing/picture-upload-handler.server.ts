import { ApiError } from '../../../platform/http/contract.ts';
import { upload } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { FILE_EMPTY, PICTURE_BYTES_REQUIRED, TOO_MANY_PICTURES } from '../../media/messages.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { createUpload } from '../../media/uploads/commands.server.ts';
import { receiveChunk } from '../../media/uploads/receive-chunk.commands.server.ts';
import { addContentPicture } from './contract.ts';
import { getUploadedPicture } from './queries.server.ts';

/** Receives pictures of pages, each in one request. The worker opens them. */
export const contentPictureUpload = upload(
  addContentPicture,
  {
    maxBytes: MAX_PICTURE_BYTES,
    maxConcurrent: { total: 4, perAccount: 4 },
    busy: { message: TOO_MANY_PICTURES, retryAfter: 5 },
    unsupportedMessage: PICTURE_BYTES_REQUIRED,
  },
  async (context, _input, content) => {
    const { db, actor } = context;
    if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
    const file = { locationId: null, name: 'picture', bytes: content.length };
    // The row is committed before the bytes are stored: the cleanup finds whatever is interrupted.
    const { id } = await db.transaction().execute(async (trx) => {
      await lockCaller(trx, actor);
      return createUpload({ ...context, trx }, file);
    });
    await db
      .transaction()
      .execute((trx) => receiveChunk({ ...context, trx }, { id, locationId: null, offset: 0 }, content));
    return getUploadedPicture(db, actor.id, id);
  },
);
