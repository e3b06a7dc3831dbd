import { ApiError } from '../../../platform/http/contract.ts';
import { upload } from '../../../platform/http/handlers.ts';
import { FILE_EMPTY, PICTURE_BYTES_REQUIRED } from '../../media/messages.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { receiveChunk } from '../../media/uploads/receive-chunk.commands.server.ts';
import { addPhotograph } from './contract.ts';
import { TOO_MANY_ARRIVING } from '../messages.ts';
import { getPhotograph } from '../recce-photographs/queries.server.ts';
import { beginPhotograph } from './recce-photographs.commands.server.ts';

/** Receives recce photographs, each in one request. The worker opens them. */
export const photographUpload = upload(
  addPhotograph,
  {
    maxBytes: MAX_PICTURE_BYTES,
    maxConcurrent: { total: 8, perAccount: 2 },
    busy: { message: TOO_MANY_ARRIVING, retryAfter: 5 },
    unsupportedMessage: PICTURE_BYTES_REQUIRED,
  },
  async (context, input, content) => {
    const { db } = context;
    if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
    const file = { ...input, bytes: content.length };
    // The row is committed before the bytes are stored: the cleanup finds whatever is interrupted.
    const { id, uploadId } = await db.transaction().execute((trx) => beginPhotograph({ ...context, trx }, file));
    await db
      .transaction()
      .execute((trx) => receiveChunk({ ...context, trx }, { id: uploadId, locationId: null, offset: 0 }, content));
    return getPhotograph(db, input.id, id);
  },
);
