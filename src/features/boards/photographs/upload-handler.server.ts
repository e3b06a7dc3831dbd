import { TOO_MANY_UPLOADS } from '../../../platform/text/common-messages.ts';
import { upload } from '../../../platform/http/handlers.ts';
import { PICTURE_BYTES_REQUIRED } from '../../media/messages.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
import { receiveFile } from '../../media/uploads/receive-file.commands.server.ts';
import { addPhotograph } from './contract.ts';
import { getPhotograph } from '../recce-photographs/queries.server.ts';
import { beginPhotograph } from './recce-photographs.commands.server.ts';

/** Receives recce photographs, each in one request. The worker opens them. */
export const photographUpload = upload(
  addPhotograph,
  {
    maxBytes: MAX_PICTURE_BYTES,
    maxConcurrent: { total: 8, perAccount: 2 },
    busy: { message: TOO_MANY_UPLOADS, retryAfter: 5 },
    unsupportedMessage: PICTURE_BYTES_REQUIRED,
  },
  async (context, input, content) => {
    const file = { ...input, bytes: content.length };
    const { id } = await receiveFile(context, content, (inTransaction) => beginPhotograph(inTransaction, file));
    return getPhotograph(context.db, input.id, id);
  },
);
