import { upload } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { PICTURE_BYTES_REQUIRED, TOO_MANY_PICTURES } from '../../media/messages.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { createUpload } from '../../media/uploads/commands.server.ts';
import { receiveFile } from '../../media/uploads/receive-file.commands.server.ts';
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
    const file = { locationId: null, name: 'picture', bytes: content.length };
    const { uploadId } = await receiveFile(context, content, async (inTransaction) => {
      await lockCaller(inTransaction.trx, actor);
      const { id } = await createUpload(inTransaction, file);
      return { uploadId: id };
    });
    return getUploadedPicture(db, actor.id, uploadId);
  },
);
