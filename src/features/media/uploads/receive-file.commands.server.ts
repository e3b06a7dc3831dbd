import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { FILE_EMPTY } from '../messages.ts';
import { receiveChunk } from './receive-chunk.commands.server.ts';

type ChunkContext = Parameters<typeof receiveChunk>[0];

/**
 * Receives the picture of an upload without a location in one request.
 * @param begin creates the upload and returns its id with what the caller needs of it
 * @throws {ApiError} INVALID for an empty file; what `begin` and {@link receiveChunk} throw
 */
export async function receiveFile<Begun extends { readonly uploadId: string }>(
  context: Omit<ChunkContext, 'trx'> & { readonly db: Db },
  content: Uint8Array,
  begin: (context: ChunkContext) => Promise<Begun>,
): Promise<Begun> {
  if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
  const { db } = context;
  // The row is committed before the bytes are stored: the cleanup finds whatever is interrupted.
  const begun = await db.transaction().execute((trx) => begin({ ...context, trx }));
  const upload = { id: begun.uploadId, locationId: null, offset: 0 };
  await db.transaction().execute((trx) => receiveChunk({ ...context, trx }, upload, content));
  return begun;
}
