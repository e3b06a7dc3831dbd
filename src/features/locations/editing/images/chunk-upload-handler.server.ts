import { upload } from '../../../../platform/http/handlers.ts';
import { limitConcurrency } from '../../../../platform/runtime/limit-concurrency.ts';
import { PICTURE_BYTES_REQUIRED, TOO_MANY_UPLOADS } from '../../../media/messages.ts';
import { CHUNK_BYTES } from '../../../media/schema.ts';
import { receiveChunk } from '../../../media/uploads/receive-chunk.commands.server.ts';
import { getAccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { sendChunk } from './contract.ts';

/** Chunks that are written at the same time: each uses a database connection meanwhile. */
const MAX_CONCURRENT_WRITES = 4;
const limitWrites = limitConcurrency(MAX_CONCURRENT_WRITES);

/** Receives the bytes of images, chunk by chunk. */
export const chunkUpload = upload(
  sendChunk,
  {
    maxBytes: CHUNK_BYTES,
    maxConcurrent: { total: 64, perAccount: 8 },
    busy: { message: TOO_MANY_UPLOADS, retryAfter: 2 },
    unsupportedMessage: PICTURE_BYTES_REQUIRED,
  },
  (context, { id: locationId, uploadId, offset }, chunk) =>
    limitWrites(() =>
      context.db.transaction().execute(async (trx) => {
        await getAccessibleLocation(trx, context.actor, locationId);
        return receiveChunk({ ...context, trx }, { locationId, id: uploadId, offset }, chunk);
      }),
    ),
);
