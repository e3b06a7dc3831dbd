import { ApiError } from '../../../platform/http/contract.ts';
import { upload } from '../../../platform/http/handlers.ts';
import { TOO_MANY_UPLOADS } from '../../../platform/text/common-messages.ts';
import { FILE_EMPTY, PICTURE_BYTES_REQUIRED } from '../../media/messages.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { receiveChunk } from '../../media/uploads/receive-chunk.commands.server.ts';
import { sendPhotograph } from '../contract.ts';
import { getUnsent, toSender } from './photographs.commands.server.ts';

/** Receives photographs of people without an account, each in one request. The worker opens them. */
export const photographUpload = upload(
  sendPhotograph,
  {
    maxBytes: MAX_PICTURE_BYTES,
    maxConcurrent: { total: 6, perAccount: 2 },
    busy: { message: TOO_MANY_UPLOADS, retryAfter: 5 },
    unsupportedMessage: PICTURE_BYTES_REQUIRED,
  },
  async (context, { photographId }, content) => {
    if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
    const { uploadId, userId } = await getUnsent(context.db, photographId);
    const file = { id: uploadId, locationId: null, offset: 0 };
    await context.db
      .transaction()
      .execute((trx) => receiveChunk({ ...context, trx, actor: toSender(userId) }, file, content));
    return { id: photographId };
  },
);
