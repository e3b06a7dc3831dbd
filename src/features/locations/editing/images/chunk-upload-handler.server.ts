import type { Db } from '../../../../platform/db/transaction.ts';
import { type UploadHandler, createUploadHandler } from '../../../../platform/http/upload-routes.ts';
import { limitConcurrency } from '../../../../platform/runtime/limit-concurrency.ts';
import { CHUNK_BYTES } from '../../../media/schema.ts';
import { type ChunkTools, receiveChunk } from '../../../media/uploads/receive-chunk.commands.server.ts';
import { getAccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { sendChunk } from './contract.ts';
import { PICTURE_BYTES_REQUIRED, TOO_MANY_UPLOADS } from '../../../media/messages.ts';

interface Deps extends Omit<ChunkTools, 'log'> {
  readonly db: Db;
}

/** Chunks that are written at the same time: each uses a database connection meanwhile. */
const MAX_CONCURRENT_WRITES = 4;

export function imageUpload({ db, storage, jobs }: Deps): UploadHandler {
  const limitWrites = limitConcurrency(MAX_CONCURRENT_WRITES);
  return createUploadHandler(
    sendChunk,
    {
      maxBytes: CHUNK_BYTES,
      maxConcurrent: { total: 64, perAccount: 8 },
      busy: { message: TOO_MANY_UPLOADS, retryAfter: 2 },
      unsupportedMessage: PICTURE_BYTES_REQUIRED,
    },
    ({ id: locationId, uploadId, offset }, chunk, { log, ...context }) =>
      limitWrites(() =>
        db.transaction().execute(async (trx) => {
          await getAccessibleLocation(trx, context.actor, locationId);
          return receiveChunk(trx, { storage, jobs, log }, context, { locationId, id: uploadId, offset }, chunk);
        }),
      ),
  );
}
